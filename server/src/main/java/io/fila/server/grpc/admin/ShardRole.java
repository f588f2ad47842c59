package io.fila.server.grpc.admin;

import io.fila.core.explain.Explanation;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.cluster.ClusterOperations;
import io.fila.server.cluster.Placement;
import io.fila.server.cluster.ShardStatus;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a broker is among others: it may be the only one, the first of several shards, or another. Any thread. */
public sealed interface ShardRole {
    /** There are no others. */
    record Alone() implements ShardRole {}

    /** There are others. */
    sealed interface OneOfSeveral extends ShardRole {
        /** Counts from 0. */
        int shard();

        Placement placement();
    }

    /** It has what is not of a queue, and places queues. */
    non-sealed interface First extends OneOfSeveral {
        @Override
        default int shard() {
            return 0;
        }

        int shards();

        /** Lets all shards have the settings and keys that the first has by now; then tells why not, or null. */
        void share(Consumer<@Nullable Refusal> then);

        /**
         * Creates a queue on the shard where it belongs, and tells why not, or null.
         *
         * @param beside the queue whose shard it is to be on; empty for whichever has the fewest
         * @param request as it came; the caller may make it, and it is sound
         */
        void create(QueueName name, String beside, byte[] request, Consumer<@Nullable Refusal> then);

        /** Every shard, as its leader sees it; waits for them. */
        List<ShardStatus> statuses();

        /** What can be done about a shard, wherever it is led. */
        ClusterOperations operations(int shard);
    }

    /** It has queues, and what the first shard shares. */
    non-sealed interface Other extends OneOfSeveral {
        /** Tells the figures of a queue with throttles as their owner, the first shard, has them; as they are if it does not say. */
        void complete(QueueStats stats, Consumer<QueueStats> then);

        /** The same of an explanation. */
        void complete(Explanation said, Consumer<Explanation> then);
    }

    /** What waits until all shards have what it has changed. */
    static <T> Reply<T> shared(ShardRole role, Reply<T> reply) {
        return role instanceof First first ? new SharedReply<>(first, reply) : reply;
    }
}
