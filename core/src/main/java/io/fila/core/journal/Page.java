package io.fila.core.journal;

import io.fila.core.message.Message;
import java.util.List;

/**
 * A page of one lane's messages.
 *
 * @param messages the readable ones, in order
 * @param damagedPositions entries that failed their checksum
 * @param readThrough the last position that a readable one has, or where the page began
 * @param complete true if there are no more than these
 */
public record Page(List<Message> messages, List<Long> damagedPositions, long readThrough, boolean complete) {
    public Page {
        messages = List.copyOf(messages);
        damagedPositions = List.copyOf(damagedPositions);
    }
}
