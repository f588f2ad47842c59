package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.replication.LogPosition;
import io.fila.core.runtime.term.Entry;
import io.fila.storage.ReplicaStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** What nodes of two builds tell each other while one replaces the other. */
final class VersionsTest {
    private static final Manifest COPY =
            new Manifest(7, new LogPosition(5, 3, 1), List.of(new Manifest.File("a.sst", 9)), ReplicaStore.FORMAT);

    @Test
    void aTurnOfANewerFormatIsRefusedWithASentence() {
        byte[] newer = EntryCodec.encode(new Entry(3, 5, 0, 1, ByteBuffer.wrap(new byte[] {1})))
                .toByteArray();
        newer[0] = EntryCodec.VERSION + 1;

        assertThatThrownBy(() -> EntryCodec.decode(ByteString.copyFrom(newer)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("run the version of Fila that the other nodes run");
    }

    /** Logs that are there already begin with it: whoever raises the format of data raises this too. */
    @Test
    void theVersionOfATurnGoesUpWithTheFormatOfData() {
        assertThat(EntryCodec.VERSION - ReplicaStore.FORMAT).isEqualTo(1 - 3);
    }

    @Test
    void aCopyOfANewerFormatIsRefusedWithASentence() throws IOException {
        Manifest newer = new Manifest(COPY.copy(), COPY.position(), COPY.files(), ReplicaStore.FORMAT + 1);

        assertThatThrownBy(() -> Manifest.decode(newer.encode()))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("run the version of Fila that the other nodes run");
    }

    @Test
    void aCopyOfABuildThatTellsNoFormatIsOfTheFirst() throws IOException {
        ByteString told = COPY.encode();

        assertThat(Manifest.decode(told)).isEqualTo(COPY);
        assertThat(Manifest.decode(told.substring(0, told.size() - Integer.BYTES)))
                .isEqualTo(new Manifest(COPY.copy(), COPY.position(), COPY.files(), 3));
    }
}
