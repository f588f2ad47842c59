package io.fila.retracker.bencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.retracker.torrent.Latin1;
import org.junit.jupiter.api.Test;

final class BencodeWriterTest {
    @Test
    void dictionariesInsideEachOtherKeepTheirOwnOrder() {
        BencodeWriter writer = new BencodeWriter()
                .beginDictionary()
                .put("a", 1)
                .name("b")
                .beginDictionary()
                .put("a", "ü")
                .endDictionary()
                .put("c", new byte[] {0, -1})
                .endDictionary();

        assertThat(Latin1.text(writer.toBytes())).isEqualTo("d1:ai1e1:bd1:a2:\u00c3\u00bce1:c2:\u0000\u00ffe");
    }

    @Test
    void namesOutOfOrderAreOurOwnMistake() {
        BencodeWriter writer = new BencodeWriter().beginDictionary().put("b", 1);

        assertThatThrownBy(() -> writer.name("a")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(
                        () -> new BencodeWriter().beginDictionary().put("b", 1).name("b"))
                .isInstanceOf(IllegalStateException.class);
    }
}
