package io.fila.server.node;

import io.fila.cluster.Shard;
import io.fila.core.explain.Barrier;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.Standing;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.server.cluster.Placement;
import io.fila.server.grpc.admin.ShardRole;
import io.fila.server.host.BrokerHost;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the broker of a shard that is not the first asks of the first, for as long as it leads. Any thread. */
final class OtherShard implements ShardRole.Other {
    private static final Logger log = LoggerFactory.getLogger(OtherShard.class);
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final int number;
    private final Shard first;
    private final Placement placement;
    private final Executor waiting;

    private OtherShard(int number, Shard first, Placement placement, Executor waiting) {
        this.number = number;
        this.first = first;
        this.placement = placement;
        this.waiting = waiting;
    }

    static OtherShard begin(BrokerHost host, long term, Shard own, Shard first, Placement placement) {
        Borrower.begin(host, term, own, first);
        return new OtherShard(own.number(), first, placement, host.readers());
    }

    @Override
    public int shard() {
        return number;
    }

    @Override
    public Placement placement() {
        return placement;
    }

    @Override
    public void complete(QueueStats stats, Consumer<QueueStats> then) {
        List<String> keys = stats.throttles().stream().map(ThrottleStats::key).toList();
        ask(
                keys,
                owners -> then.accept(stats.with(stats.throttles().stream()
                        .map(own -> complete(own, owners))
                        .toList())));
    }

    private static ThrottleStats complete(ThrottleStats own, Map<String, ThrottleStats> owners) {
        ThrottleStats owner = owners.get(own.key());
        return owner == null
                ? own
                : new ThrottleStats(own.key(), own.tokens() + owner.tokens(), owner.ratePerSecond(), owner.burst());
    }

    @Override
    public void complete(Explanation said, Consumer<Explanation> then) {
        if (!(said.standing() instanceof Standing.Ready ready)) {
            then.accept(said);
            return;
        }
        List<String> keys = ready.barriers().stream()
                .filter(Barrier.Throttle.class::isInstance)
                .map(barrier -> ((Barrier.Throttle) barrier).key())
                .toList();
        ask(
                keys,
                owners -> then.accept(said.with(ready.with(ready.barriers().stream()
                        .map(barrier -> complete(barrier, owners, said.nowNanos()))
                        .toList()))));
    }

    private static Barrier complete(Barrier barrier, Map<String, ThrottleStats> owners, long nowNanos) {
        if (!(barrier instanceof Barrier.Throttle own) || owners.get(own.key()) == null) {
            return barrier;
        }
        ThrottleStats owner = owners.get(own.key());
        long opens = own.held() ? own.opensAtNanos() : opensAtNanos(owner, nowNanos);
        return new Barrier.Throttle(
                own.key(),
                own.tokens() + owner.tokens(),
                owner.ratePerSecond(),
                owner.burst(),
                own.held(),
                opens,
                own.before(),
                own.keysBefore());
    }

    private static long opensAtNanos(ThrottleStats owner, long nowNanos) {
        double missing = Math.max(0, 1 - owner.tokens());
        return missing > 0 && owner.ratePerSecond() == 0
                ? Long.MAX_VALUE
                : nowNanos + (missing == 0 ? 0 : (long) (missing / owner.ratePerSecond() * NANOS_PER_SECOND));
    }

    /** Tells how the owner's buckets stand; nothing of those that it does not tell. */
    private void ask(List<String> keys, Consumer<Map<String, ThrottleStats>> then) {
        if (keys.isEmpty()) {
            then.accept(Map.of());
            return;
        }
        try {
            waiting.execute(() -> then.accept(owners(keys)));
        } catch (RejectedExecutionException stopping) {
            then.accept(Map.of());
        }
    }

    private Map<String, ThrottleStats> owners(List<String> keys) {
        Map<String, ThrottleStats> owners = new TreeMap<>();
        try {
            ThrottleCodec.decode(first.ask(new ShardQuestion.Throttles(keys).encode()))
                    .forEach(owner -> owners.put(owner.key(), owner));
        } catch (IOException | RuntimeException notNow) {
            log.debug("The first shard does not tell how its buckets stand.", notNow);
        }
        return owners;
    }
}
