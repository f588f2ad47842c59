package io.fila.core.journal;

import io.fila.core.message.Message;
import java.util.List;

/**
 * Some of the messages that are in one kind of place.
 *
 * @param next where the next page begins; empty if there is none
 */
public record MessagePage(List<Message> messages, String next) {
    public MessagePage {
        messages = List.copyOf(messages);
    }
}
