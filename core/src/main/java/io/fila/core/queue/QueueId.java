package io.fila.core.queue;

/** The number of a queue on disk; not used twice while the process lives, so that what was under way for a deleted queue can't reach a new one. */
public record QueueId(long value) implements Comparable<QueueId> {
    @Override
    public int compareTo(QueueId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }
}
