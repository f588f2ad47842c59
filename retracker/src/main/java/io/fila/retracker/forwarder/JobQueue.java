package io.fila.retracker.forwarder;

import java.util.concurrent.CompletableFuture;

/** Where jobs wait for a worker: what forwarding needs of a queue. Does not block. */
public interface JobQueue {
    /** What became of a job that was offered. */
    enum Offer {
        /** Stored; it will run. */
        STORED,
        /** The same job is waiting, scheduled or under way, so this one is not needed. */
        DUPLICATE,
        /** The queue is full. */
        FULL
    }

    /** The lane in which a job waits. */
    enum Lane {
        /** Most jobs. */
        NORMAL,
        /** Events that are sent once and mean little when late: a client completes or leaves. */
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
