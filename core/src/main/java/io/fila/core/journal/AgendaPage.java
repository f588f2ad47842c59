package io.fila.core.journal;

import io.fila.core.agenda.Moment;
import io.fila.core.message.Message;
import java.util.SortedMap;

/**
 * The scheduled messages of a queue that are due next.
 *
 * @param complete true if there are no more than these
 */
public record AgendaPage(SortedMap<Moment, Message> messages, boolean complete) {}
