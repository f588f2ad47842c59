package io.fila.server.wire;

import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.fila.core.message.MessageId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A cursor over the fields of an encoded protobuf message. It copies nothing but the text it is asked for. */
final class FieldReader {
    /** Groups inside groups, as deep as the generated parsers go. */
    private static final int GROUP_DEPTH = 100;

    private static final int VARINT_BITS = 70;

    private static final int UUID_TEXT = 36;

    /** The value of each ASCII character as a hexadecimal digit, or -1. */
    private static final byte[] HEX = new byte[128];

    static {
        for (int letter = 0; letter < HEX.length; letter++) {
            HEX[letter] = (byte) Character.digit(letter, 16);
        }
    }

    static final VarHandle LITTLE_ENDIAN = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int at;

    FieldReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    boolean hasNext() {
        return at < end;
    }

    int position() {
        return at;
    }

    int tag() throws MalformedException {
        int tag = (int) varint();
        if (WireFormat.getTagFieldNumber(tag) == 0) {
            throw new MalformedException("Expected a protobuf field but its number is 0; encode the request again.");
        }
        return tag;
    }

    long varint() throws MalformedException {
        long value = 0;
        for (int shift = 0; shift < VARINT_BITS; shift += 7) {
            if (at == end) {
                throw truncated();
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedException("Expected a protobuf varint but it has more than ten bytes; encode it again.");
    }

    long fixed64() throws MalformedException {
        move(Long.BYTES);
        return (long) LITTLE_ENDIAN.get(bytes, at - Long.BYTES);
    }

    /** Reads a length and gives what it measures to a cursor of its own. */
    FieldReader nested() throws MalformedException {
        int length = lengthDelimited();
        return new FieldReader(bytes, at - length, at);
    }

    /** Reads a length and moves behind what it measures; the content begins at {@code position() - length}. */
    int lengthDelimited() throws MalformedException {
        int length = (int) varint();
        if (length < 0 || length > end - at) {
            throw truncated();
        }
        at += length;
        return length;
    }

    String text() throws MalformedException {
        return textBefore(utf8());
    }

    /** The text of so many bytes that was just passed. */
    String textBefore(int length) {
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    /** The id whose canonical text was just passed, or null if so many bytes are none. */
    @Nullable MessageId uuidBefore(int length) {
        if (length != UUID_TEXT) {
            return null;
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < UUID_TEXT; i++) {
            byte letter = bytes[at - UUID_TEXT + i];
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (letter != '-') {
                    return null;
                }
            } else {
                int digit = letter < 0 ? -1 : HEX[letter];
                if (digit < 0) {
                    return null;
                }
                high = high << 4 | low >>> 60;
                low = low << 4 | digit;
            }
        }
        return new MessageId(high, low);
    }

    /** Moves over a text, making sure that it is one; returns its length in bytes. */
    int utf8() throws MalformedException {
        int length = lengthDelimited();
        int start = at - length;
        if (!isAscii(start, at)
                && !UnsafeByteOperations.unsafeWrap(bytes, start, length).isValidUtf8()) {
            throw new MalformedException("Expected text in UTF-8 but found other bytes; send binary data as payload.");
        }
        return length;
    }

    void skip(int tag) throws MalformedException {
        int depth = 0;
        int[] open = new int[0];
        int next = tag;
        while (true) {
            switch (WireFormat.getTagWireType(next)) {
                case WireFormat.WIRETYPE_VARINT -> varint();
                case WireFormat.WIRETYPE_FIXED64 -> move(Long.BYTES);
                case WireFormat.WIRETYPE_LENGTH_DELIMITED -> lengthDelimited();
                case WireFormat.WIRETYPE_FIXED32 -> move(Integer.BYTES);
                case WireFormat.WIRETYPE_START_GROUP -> {
                    if (depth == GROUP_DEPTH) {
                        throw new MalformedException("Expected protobuf groups at most " + GROUP_DEPTH
                                + " deep but they go deeper; encode the request again.");
                    }
                    open = depth == 0 ? new int[GROUP_DEPTH] : open;
                    open[depth++] = WireFormat.getTagFieldNumber(next);
                }
                case WireFormat.WIRETYPE_END_GROUP -> {
                    if (depth == 0 || open[--depth] != WireFormat.getTagFieldNumber(next)) {
                        throw new MalformedException(
                                "Expected the end of a protobuf group where one began; encode the request again.");
                    }
                }
                default ->
                    throw new MalformedException("Expected a protobuf wire type from 0 to 5 but found "
                            + WireFormat.getTagWireType(next) + "; encode the request again.");
            }
            if (depth == 0) {
                return;
            }
            next = tag();
        }
    }

    private void move(int count) throws MalformedException {
        if (count > end - at) {
            throw truncated();
        }
        at += count;
    }

    private boolean isAscii(int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static MalformedException truncated() {
        return new MalformedException("Expected more bytes but the message ends inside a field; send it whole.");
    }
}
