package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.runtime.term.Entry;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class EntryCodecTest {
    @Test
    void whatIsDecodedIsWhatWasEncoded() {
        Entry entry = new Entry(3, 5, 1, 2, ByteBuffer.wrap(new byte[] {7, 8}));

        assertThat(EntryCodec.decode(EntryCodec.encode(entry))).isEqualTo(entry);
        assertThat(EntryCodec.decode(EntryCodec.encode(Entry.ofTime(3, 5)))).isEqualTo(Entry.ofTime(3, 5));
    }
}
