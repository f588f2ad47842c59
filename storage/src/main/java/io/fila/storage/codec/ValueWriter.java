package io.fila.storage.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a value field by field, and then its checksum over key and value. */
final class ValueWriter {
    private byte[] bytes;
    private int size = Checksum.HEADER_BYTES;

    ValueWriter(int expectedBytes) {
        bytes = new byte[Checksum.HEADER_BYTES + expectedBytes];
    }

    ValueWriter flag(boolean value) {
        return tiny(value ? 1 : 0);
    }

    ValueWriter tiny(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
        return this;
    }

    ValueWriter small(int value) {
        reserve(Short.BYTES);
        BigEndian.putShort(bytes, size, value);
        size += Short.BYTES;
        return this;
    }

    ValueWriter number(int value) {
        reserve(Integer.BYTES);
        BigEndian.putInt(bytes, size, value);
        size += Integer.BYTES;
        return this;
    }

    ValueWriter number(long value) {
        reserve(Long.BYTES);
        BigEndian.putLong(bytes, size, value);
        size += Long.BYTES;
        return this;
    }

    ValueWriter text(String text) {
        return block(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes, preceded by their length. */
    ValueWriter block(byte[] block) {
        number(block.length);
        reserve(block.length);
        return append(block);
    }

    /** Bytes up to the end of the value: nothing may follow. They may be many, so they are copied no more than once. */
    ValueWriter rest(byte[] block) {
        bytes = Arrays.copyOf(bytes, size + block.length);
        return append(block);
    }

    private ValueWriter append(byte[] block) {
        System.arraycopy(block, 0, bytes, size, block.length);
        size += block.length;
        return this;
    }

    /** Ends the value with a checksum that shows any later change to it or to its key. */
    byte[] seal(byte[] key) {
        byte[] value = size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
        Checksum.close(key, value);
        return value;
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
