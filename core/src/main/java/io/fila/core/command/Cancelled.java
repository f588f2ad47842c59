package io.fila.core.command;

import io.fila.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * The result of a cancellation.
 *
 * @param id the message that is gone; null if none is
 * @param onDisk the message that has the key and is not in memory: whoever asks looks for it on disk, and asks again with
 *     what was found there; null if there is none
 */
public record Cancelled(@Nullable MessageId id, @Nullable MessageId onDisk) {
    public static final Cancelled NONE = new Cancelled(null, null);

    public static Cancelled gone(MessageId id) {
        return new Cancelled(id, null);
    }

    public static Cancelled onDisk(MessageId id) {
        return new Cancelled(null, id);
    }
}
