package io.fila.storage.codec;

import io.fila.core.message.MessageId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A key being written, part by part, so that keys sort as their parts do: numbers big endian with the sign bit flipped,
 * message ids unsigned, texts by length and then by bytes.
 */
final class KeyWriter {
    private byte[] bytes;
    private int size;

    KeyWriter(int expectedBytes) {
        bytes = new byte[expectedBytes];
    }

    KeyWriter number(long value) {
        reserve(Long.BYTES);
        BigEndian.putLong(bytes, size, value ^ Long.MIN_VALUE);
        size += Long.BYTES;
        return this;
    }

    KeyWriter id(MessageId id) {
        reserve(2 * Long.BYTES);
        BigEndian.putLong(bytes, size, id.high());
        BigEndian.putLong(bytes, size + Long.BYTES, id.low());
        size += 2 * Long.BYTES;
        return this;
    }

    KeyWriter text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > BigEndian.MAX_SHORT) {
            throw new IllegalArgumentException("Expected a key of at most " + BigEndian.MAX_SHORT + " bytes but it has "
                    + utf8.length + "; the limits at the edges keep such keys out.");
        }
        reserve(Short.BYTES + utf8.length);
        BigEndian.putShort(bytes, size, utf8.length);
        System.arraycopy(utf8, 0, bytes, size + Short.BYTES, utf8.length);
        size += Short.BYTES + utf8.length;
        return this;
    }

    byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
