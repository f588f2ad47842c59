package io.fila.core.journal;

import io.fila.core.message.Message;
import io.fila.core.schedule.Moment;
import java.util.SortedMap;

/**
 * The scheduled messages of a queue that are due next.
 *
 * @param complete true if there are no more than these
 */
public record SchedulePage(SortedMap<Moment, Message> messages, boolean complete) {}
