package io.fila.storage.rocks;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A number in as few bytes as it needs, seven bits each, lowest first.
 *
 * @param end where the next thing begins
 */
record Varint(int value, int end) {
    private static final int BITS = 7;
    private static final int LOW = 0x7F;
    private static final int MORE = 0x80;

    /** Null if the bytes are not a number of up to 32 bits. */
    static @Nullable Varint read(ByteBuffer bytes, int at) {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE && at < bytes.limit(); shift += BITS) {
            byte next = bytes.get(at++);
            value |= (next & LOW) << shift;
            if ((next & MORE) == 0) {
                return new Varint(value, at);
            }
        }
        return null;
    }
}
