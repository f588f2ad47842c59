package io.fila.retracker.forwarder;

import java.util.concurrent.CompletableFuture;

/** Where jobs wait until a worker takes them up: what forwarding needs of a queue. It does not block. */
public interface JobQueue {
    /** What became of a job that was offered. */
    enum Offer {
        /** It is kept, and will be taken up. */
        STORED,
        /** The same is waiting, scheduled or under way: this one is not needed. */
        DUPLICATE,
        /** There is no room. */
        FULL
    }

    /** In which of two lines a job waits. */
    enum Lane {
        /** Most of them. */
        NORMAL,
        /** Words that are said once, and mean little when they come late: a client is done, or leaves. */
        URGENT
    }

    /** Offers a job, to be taken up when it is due. */
    CompletableFuture<Offer> offer(AnnounceJob job, Lane lane);

    /** Takes a job out of the normal lane that nobody has taken up, if it can be found; true if it was there. */
    CompletableFuture<Boolean> cancel(AnnounceJob job);

    /** How full the normal lane is, from 0 to 100. */
    double fillPercent();

    /** Jobs of one forwarder that wait in the normal lane, as last seen. */
    long waiting(String forwarder);
}
