package io.fila.simulator.model;

import io.fila.core.queue.QueueStats;

/** What happened to messages of a queue since the process came up, besides being delivered. */
public final class KnownDoings {
    private long expired;
    private long dropped;
    private long duplicates;
    private long fallbacks;

    void restart() {
        expired = 0;
        dropped = 0;
        duplicates = 0;
        fallbacks = 0;
    }

    void expire() {
        expired++;
    }

    /** A message was left out, or another one for it. */
    void drop() {
        dropped++;
    }

    void duplicate() {
        duplicates++;
    }

    void fallBack() {
        fallbacks++;
    }

    public QueueStats.Doings asTold() {
        return new QueueStats.Doings(expired, dropped, duplicates, fallbacks);
    }
}
