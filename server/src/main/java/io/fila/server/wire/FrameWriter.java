package io.fila.server.wire;

import com.google.protobuf.WireFormat;
import io.fila.core.message.MessageId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes protobuf fields from the last to the first, so that the length of a nested message is known when it is written. */
final class FrameWriter {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** The fields of a Timestamp. */
    private static final int SECONDS = 1;

    private static final int NANOS = 2;

    private byte[] bytes;
    private int start;

    FrameWriter(int expectedSize) {
        bytes = new byte[expectedSize];
        start = expectedSize;
    }

    /** Bytes written so far; the difference of two such sizes is the length of what was written between. */
    int size() {
        return bytes.length - start;
    }

    /** What was written. Nothing may be written afterwards. */
    Frame.Piece toPiece() {
        return new Frame.Piece(bytes, start);
    }

    Frame toFrame() {
        return new Frame(List.of(toPiece()));
    }

    void lengthDelimited(int field, int length) {
        varint(length);
        varint(((long) field << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED);
    }

    /** Writes a number unless it is 0, which protobuf leaves out. */
    void number(int field, long value) {
        if (value != 0) {
            varint(value);
            varint(((long) field << 3) | WireFormat.WIRETYPE_VARINT);
        }
    }

    /** Writes a number of eight bytes unless it is 0, which protobuf leaves out. */
    void fixed64(int field, long value) {
        if (value != 0) {
            reserve(Long.BYTES);
            start -= Long.BYTES;
            FieldReader.LITTLE_ENDIAN.set(bytes, start, value);
            varint(((long) field << 3) | WireFormat.WIRETYPE_FIXED64);
        }
    }

    void timestamp(int field, long epochNanos) {
        int before = size();
        number(NANOS, Math.floorMod(epochNanos, NANOS_PER_SECOND));
        number(SECONDS, Math.floorDiv(epochNanos, NANOS_PER_SECOND));
        lengthDelimited(field, size() - before);
    }

    /** Writes a text unless it is empty, which protobuf leaves out. */
    void text(int field, String value) {
        if (!value.isEmpty()) {
            element(field, value);
        }
    }

    /** Writes a text as one element of a list, where an empty one counts. */
    void element(int field, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        reserve(utf8.length);
        start -= utf8.length;
        System.arraycopy(utf8, 0, bytes, start, utf8.length);
        lengthDelimited(field, utf8.length);
    }

    /** Writes the canonical text of a message's id, if there is one. */
    void id(int field, @Nullable MessageId id) {
        if (id != null) {
            uuid(field, id.high(), id.low());
        }
    }

    private void uuid(int field, long high, long low) {
        reserve(36);
        hex(low, 0, 12);
        bytes[--start] = '-';
        hex(low, 48, 4);
        bytes[--start] = '-';
        hex(high, 0, 4);
        bytes[--start] = '-';
        hex(high, 16, 4);
        bytes[--start] = '-';
        hex(high, 32, 8);
        lengthDelimited(field, 36);
    }

    private void hex(long value, int shift, int digits) {
        long rest = value >>> shift;
        for (int i = 0; i < digits; i++) {
            bytes[--start] = HEX[(int) (rest & 0xF)];
            rest >>>= 4;
        }
    }

    private void varint(long value) {
        int length = varintSize(value);
        reserve(length);
        start -= length;
        long rest = value;
        for (int i = start; i < start + length - 1; i++) {
            bytes[i] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[start + length - 1] = (byte) rest;
    }

    private static int varintSize(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    private void reserve(int count) {
        if (count > start) {
            byte[] larger = new byte[Math.max(bytes.length * 2, size() + count)];
            int newStart = larger.length - size();
            System.arraycopy(bytes, start, larger, newStart, size());
            bytes = larger;
            start = newStart;
        }
    }
}
