package io.fila.server.cluster;

import java.util.concurrent.CompletableFuture;

/** Where queues are. Any thread; must not block. */
public interface Placement {
    /** Where a queue is that has no place. */
    int NOWHERE = -1;

    /** The shard that has a queue; {@link #NOWHERE} if none was ever told to. It may fail, with what clients are told. */
    CompletableFuture<Integer> find(String queue);
}
