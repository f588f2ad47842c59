package io.fila.core.journal;

import io.fila.core.message.Message;
import java.util.List;

/**
 * A stretch of what is on a shelf.
 *
 * @param next where the next page begins; empty if there is none
 */
public record ShelfPage(List<Message> messages, String next) {
    public ShelfPage {
        messages = List.copyOf(messages);
    }
}
