package io.fila.core.queue;

/**
 * The number of a queue on disk. It is not reused while the process runs, so that work in progress for a deleted queue cannot
 * reach a new one.
 */
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
