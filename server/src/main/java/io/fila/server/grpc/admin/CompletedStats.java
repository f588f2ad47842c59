package io.fila.server.grpc.admin;

import io.fila.core.queue.QueueStats;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;

/** Passes on the figures of a queue with what the owner of its throttles says of them. */
record CompletedStats(ShardRole.Other shard, Reply<QueueStats> reply) implements Reply<QueueStats> {
    @Override
    public void accept(QueueStats stats) {
        shard.complete(stats, whole -> {
            reply.accept(whole);
            reply.flush();
        });
    }

    @Override
    public void refuse(Refusal refusal) {
        reply.refuse(refusal);
    }
}
