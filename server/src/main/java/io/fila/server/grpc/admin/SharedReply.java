package io.fila.server.grpc.admin;

import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;

/** Passes an answer on when all shards have what was changed. */
record SharedReply<T>(ShardRole.First first, Reply<T> reply) implements Reply<T> {
    @Override
    public void accept(T value) {
        first.share(refusal -> {
            if (refusal == null) {
                reply.accept(value);
            } else {
                reply.refuse(refusal);
            }
            reply.flush();
        });
    }

    @Override
    public void refuse(Refusal refusal) {
        reply.refuse(refusal);
    }
}
