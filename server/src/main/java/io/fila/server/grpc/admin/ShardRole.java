package io.fila.server.grpc.admin;

import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a broker is among others: it may be the only one, the first of several shards, or another. */
public sealed interface ShardRole {
    /** There are no others, or it has only queues. */
    record Alone() implements ShardRole {}

    /** It has what is not of a queue, and places queues. */
    non-sealed interface First extends ShardRole {
        int shards();

        /** Lets all shards have the settings and keys that the first has by now; then tells why not, or null. */
        void share(Consumer<@Nullable Refusal> then);

        /**
         * Creates a queue on the shard where it belongs, and tells why not, or null.
         *
         * @param request as it came; the caller may make it, and it is sound
         */
        void create(QueueName name, byte[] request, Consumer<@Nullable Refusal> then);
    }

    /** What waits until all shards have what it has changed. */
    static <T> Reply<T> shared(ShardRole role, Reply<T> reply) {
        return role instanceof First first ? new SharedReply<>(first, reply) : reply;
    }
}
