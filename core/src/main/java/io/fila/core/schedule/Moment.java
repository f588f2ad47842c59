package io.fila.core.schedule;

import io.fila.core.message.MessageId;

/** When a message is due; ids distinguish messages due at the same time. */
public record Moment(long dueNanos, MessageId id) implements Comparable<Moment> {
    private static final MessageId FIRST_ID = new MessageId(0, 0);

    /** Before every other moment. */
    public static final Moment BEFORE_ALL = new Moment(Long.MIN_VALUE, FIRST_ID);

    @Override
    public int compareTo(Moment other) {
        int byTime = Long.compare(dueNanos, other.dueNanos);
        return byTime != 0 ? byTime : id.compareTo(other.id);
    }
}
