package io.fila.retracker.forwarder;

import java.util.concurrent.CompletableFuture;

/** Where jobs wait for a worker: what forwarding needs of a queue. It does not block. */
public interface JobQueue {
    /** What became of a job that was offered. */
    enum Offer {
        /** The queue keeps it, and it will run. */
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

    /** Offers a job that runs when it is due. */
    CompletableFuture<Offer> offer(AnnounceJob job, Lane lane);

    /** Removes a job that no worker has yet from the normal lane; true if it was found. */
    CompletableFuture<Boolean> cancel(AnnounceJob job);

    /** How full the normal lane is, from 0 to 100. */
    double fillPercent();

    /** Jobs of one forwarder that wait in the normal lane, as last seen. */
    long waiting(String forwarder);
}
