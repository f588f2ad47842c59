package io.fila.simulator.model;

import io.fila.core.queue.QueueStats;

/** What happened to messages of a queue since the process came up, besides being delivered. */
public final class KnownDoings {
    private long expired;
    private long dropped;
    private long duplicates;
    private long fallbacks;
    private boolean unsure;

    void restart() {
        expired = 0;
        dropped = 0;
        duplicates = 0;
        fallbacks = 0;
        unsure = false;
    }

    /** A message was left out, or another one for it, or it is the first one over again. */
    void drop() {
        dropped++;
    }

    void duplicate() {
        duplicates++;
    }

    void fallBack() {
        fallbacks++;
    }

    public void count(Departures.Why why) {
        switch (why) {
            case EXPIRED -> expired++;
            case CROWDED_OUT -> dropped++;
            case PURGED -> {}
        }
    }

    /** So many that were too old went with a purge before anybody noticed that they were. */
    public void purgedInstead(long count) {
        expired -= count;
    }

    /** Who left for which reason can't be told. */
    public void doubt() {
        unsure = true;
    }

    public boolean agreesWith(QueueStats.Doings told) {
        return unsure || told.equals(new QueueStats.Doings(expired, dropped, duplicates, fallbacks));
    }

    @Override
    public String toString() {
        return expired + " expired, " + dropped + " dropped, " + duplicates + " duplicates, " + fallbacks
                + " by fallback";
    }
}
