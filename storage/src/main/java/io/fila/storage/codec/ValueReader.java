package io.fila.storage.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a value field by field, after its checksum was verified; the mirror of {@link ValueWriter}. */
final class ValueReader {
    private final byte[] bytes;
    private int at = Checksum.HEADER_BYTES;

    private ValueReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Starts to read a value. Fails if it is not what was written under the key. */
    static ValueReader open(byte[] key, byte[] value) throws MalformedException {
        if (!Checksum.isIntact(key, value)) {
            throw new MalformedException();
        }
        return new ValueReader(value);
    }

    boolean flag() throws MalformedException {
        return tiny() != 0;
    }

    int tiny() throws MalformedException {
        need(1);
        return Byte.toUnsignedInt(bytes[at++]);
    }

    int small() throws MalformedException {
        need(Short.BYTES);
        int value = BigEndian.getShort(bytes, at);
        at += Short.BYTES;
        return value;
    }

    int number() throws MalformedException {
        need(Integer.BYTES);
        int value = BigEndian.getInt(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    long bigNumber() throws MalformedException {
        need(Long.BYTES);
        long value = BigEndian.getLong(bytes, at);
        at += Long.BYTES;
        return value;
    }

    String text() throws MalformedException {
        int length = length();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /** Passes over a text. */
    void skipText() throws MalformedException {
        int length = length();
        at += length;
    }

    byte[] block() throws MalformedException {
        int length = length();
        byte[] block = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return block;
    }

    byte[] rest() {
        byte[] block = Arrays.copyOfRange(bytes, at, bytes.length);
        at = bytes.length;
        return block;
    }

    /** Whether everything has been read: an older version may have written less. */
    boolean isAtEnd() {
        return at == bytes.length;
    }

    private int length() throws MalformedException {
        int length = number();
        if (length < 0) {
            throw new MalformedException();
        }
        need(length);
        return length;
    }

    private void need(int more) throws MalformedException {
        if (bytes.length - at < more) {
            throw new MalformedException();
        }
    }
}
