package io.fila.core.command;

import io.fila.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * What came of a cancellation.
 *
 * @param id the message that is gone; null if none was waiting
 */
public record Cancelled(@Nullable MessageId id) {
    public static final Cancelled NONE = new Cancelled(null);
}
