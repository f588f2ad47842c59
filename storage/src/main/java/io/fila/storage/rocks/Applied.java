package io.fila.storage.rocks;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A turn that is in the database, with all before it.
 *
 * @param position counts the turns of a log
 * @param term in which the turn was made, where machines keep the log in common; 0 otherwise
 * @param timeNanos when it was made, by the clock of the machine that made it; 0 outside a cluster
 */
public record Applied(long position, long term, long timeNanos) {
    /** No turn is known. */
    public static final Applied NOTHING = new Applied(0, 0, 0);

    /** A turn of a single broker's log. */
    public static Applied local(long position) {
        return new Applied(position, 0, 0);
    }

    static Applied of(byte @Nullable [] stored) {
        if (stored == null) {
            return NOTHING;
        }
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        return switch (stored.length) {
            case Long.BYTES -> local(bytes.getLong());
            case 3 * Long.BYTES -> new Applied(bytes.getLong(), bytes.getLong(), bytes.getLong());
            default -> NOTHING;
        };
    }

    byte[] bytes() {
        return term == 0
                ? ByteBuffer.allocate(Long.BYTES).putLong(position).array()
                : ByteBuffer.allocate(3 * Long.BYTES)
                        .putLong(position)
                        .putLong(term)
                        .putLong(timeNanos)
                        .array();
    }
}
