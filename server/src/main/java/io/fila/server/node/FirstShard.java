package io.fila.server.node;

import io.fila.cluster.Shard;
import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.command.Command;
import io.fila.core.config.Setting;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.server.cluster.ClusterOperations;
import io.fila.server.cluster.Placement;
import io.fila.server.cluster.ShardStatus;
import io.fila.server.grpc.admin.ShardRole;
import io.fila.server.host.BrokerHost;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the broker of the first shard does for the others, for as long as it leads: it places queues, and sends settings and keys to
 * all. Any thread.
 */
final class FirstShard implements ShardRole.First {
    private static final Logger log = LoggerFactory.getLogger(FirstShard.class);
    private static final int NOWHERE = -1;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(200);

    /** For how long a queue counts that was placed and may not be there yet. */
    private static final Duration RECENT = Duration.ofSeconds(5);

    private final BrokerHost host;
    private final long term;
    private final List<Shard> shards;
    private final Placement placement;

    // Under the lock.
    private final List<Waiter> waiters = new ArrayList<>();
    private final List<Placed> recent = new ArrayList<>();

    /** What each of the others has; null if that is not known. One thread. */
    private final @Nullable Shareable[] known;

    private record Waiter(long sinceNanos, Consumer<@Nullable Refusal> then) {}

    private record Placed(int shard, long atNanos) {}

    private FirstShard(BrokerHost host, long term, List<Shard> shards, Placement placement) {
        this.placement = placement;
        this.host = host;
        this.term = term;
        this.shards = shards;
        this.known = new Shareable[shards.size()];
    }

    static FirstShard begin(BrokerHost host, long term, List<Shard> shards, Placement placement) {
        FirstShard first = new FirstShard(host, term, shards, placement);
        Thread.ofVirtual().name("fila-share").start(first::shareWhileLeading);
        return first;
    }

    @Override
    public int shards() {
        return shards.size();
    }

    @Override
    public Placement placement() {
        return placement;
    }

    // ---- settings and keys ----

    @Override
    public void share(Consumer<@Nullable Refusal> then) {
        synchronized (waiters) {
            waiters.add(new Waiter(System.nanoTime(), then));
            waiters.notifyAll();
        }
    }

    private void shareWhileLeading() {
        boolean behind = true;
        try {
            while (shards.getFirst().leads(term)) {
                List<Waiter> served = next(behind);
                int missing = shareOnce();
                behind = missing > 0;
                answer(served, missing);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        // The term ends, and with it all calls that wait.
    }

    /** Waits for somebody who has changed something, or a while if a shard has to catch up. */
    private List<Waiter> next(boolean behind) throws InterruptedException {
        synchronized (waiters) {
            if (waiters.isEmpty() || behind) {
                waiters.wait(behind ? TRY_AGAIN_AFTER.toMillis() : PATIENCE.toMillis());
            }
            List<Waiter> taken = List.copyOf(waiters);
            waiters.clear();
            return taken;
        }
    }

    private void answer(List<Waiter> served, int missing) {
        long now = System.nanoTime();
        for (Waiter waiter : served) {
            if (missing == 0) {
                waiter.then().accept(null);
            } else if (now - waiter.sinceNanos() > PATIENCE.toNanos()) {
                waiter.then()
                        .accept(
                                Refusal.unavailable(
                                        "It was stored, but shard " + missing
                                                + " has no leader that could be told; it is told as soon as it has one. Try again to be sure."));
            } else {
                synchronized (waiters) {
                    waiters.add(waiter);
                }
            }
        }
    }

    /** The number of a shard that could not be told; 0 if all were. */
    private int shareOnce() {
        try {
            List<Setting> settings = Awaited.<List<Setting>>of(host, reply -> new Command.ListConfig("", reply))
                    .orThrow();
            List<ApiKey> keys = Awaited.<List<ApiKey>>of(
                            host, reply -> new Command.ListKeys(new Authority.Operator(), reply))
                    .orThrow()
                    .stream()
                    .map(key -> key.usedAt(0))
                    .toList();
            Shareable all = Shareable.of(settings, keys);
            int missing = 0;
            for (Shard shard : shards.subList(1, shards.size())) {
                if (!all.equals(known[shard.number()]) && !tell(shard, all)) {
                    missing = shard.number();
                }
            }
            return missing;
        } catch (IOException notNow) {
            log.debug("The first shard does not tell what to share.", notNow);
            return 1;
        }
    }

    /** Tells a shard what differs from what it has, or everything; a part at a time, because all of it may be a lot. */
    private boolean tell(Shard shard, Shareable all) {
        Shareable before = known[shard.number()];
        known[shard.number()] = null;
        try {
            for (Shareable.Part part : before == null ? all.parts() : all.since(before)) {
                byte[] adopt = new ShardQuestion.Adopt(
                                term, part.settingsIn(), part.settings(), part.keysIn(), part.keys())
                        .encode();
                if (ShardAnswers.refusal(shard.ask(adopt)) != null) {
                    return false;
                }
            }
            known[shard.number()] = all;
            return true;
        } catch (IOException | RuntimeException notNow) {
            log.debug("Shard {} can't be told of settings and keys.", shard.number(), notNow);
            return false;
        }
    }

    // ---- queues ----

    @Override
    public void create(QueueName name, String beside, byte[] request, Consumer<@Nullable Refusal> then) {
        Thread.ofVirtual().name("fila-place").start(() -> then.accept(create(name, beside, request)));
    }

    private @Nullable Refusal create(QueueName name, String beside, byte[] request) {
        try {
            int wanted = beside.isEmpty() ? NOWHERE : placed(Places.base(beside));
            if (wanted == NOWHERE && !beside.isEmpty()) {
                return Refusal.notFound("Expected a queue to put " + name + " beside but there is no queue " + beside
                        + "; create it first, or leave the choice to the broker.");
            }
            int shard = place(Places.base(name.value()), wanted);
            if (wanted != NOWHERE && shard != wanted) {
                return Refusal.failedPrecondition("Expected queue " + name + " beside " + beside
                        + " but the name has had a place elsewhere since there was a queue of that name; choose another"
                        + " name.");
            }
            return ShardAnswers.refusal(shards.get(shard).ask(new ShardQuestion.Create(request).encode()));
        } catch (IOException | RuntimeException notNow) {
            return Refusal.unavailable("Expected the shard of the queue to answer but it does not ("
                    + notNow.getMessage() + "), so the queue may have been created or not; try again in a moment.");
        }
    }

    private int placed(String name) throws IOException {
        return Awaited.<Integer>of(host, reply -> new Command.FindPlace(name, reply))
                .orThrow();
    }

    private synchronized int place(String name, int wanted) throws IOException {
        int place = placed(name);
        if (place != NOWHERE) {
            return place;
        }
        int chosen = wanted == NOWHERE ? leastLoaded() : wanted;
        int placed = Awaited.<Integer>of(host, reply -> new Command.Place(name, chosen, reply))
                .orThrow();
        recent.add(new Placed(placed, System.nanoTime()));
        return placed;
    }

    private int leastLoaded() {
        long now = System.nanoTime();
        recent.removeIf(each -> now - each.atNanos() > RECENT.toNanos());
        int chosen = 0;
        long fewest = Long.MAX_VALUE;
        for (Shard shard : shards) {
            long load = load(shard);
            if (load < fewest) {
                chosen = shard.number();
                fewest = load;
            }
        }
        return chosen;
    }

    /** One that does not answer gets no new queues. */
    private long load(Shard shard) {
        try {
            long there = ByteBuffer.wrap(shard.ask(new ShardQuestion.Count().encode()))
                    .getInt();
            return there
                    + recent.stream()
                            .filter(each -> each.shard() == shard.number())
                            .count();
        } catch (IOException | RuntimeException away) {
            log.debug("Shard {} does not answer.", shard.number(), away);
            return Long.MAX_VALUE - 1;
        }
    }

    // ---- the cluster ----

    @Override
    public List<ShardStatus> statuses() {
        List<CompletableFuture<ShardStatus>> all = shards.stream()
                .map(shard -> CompletableFuture.supplyAsync(
                        () -> status(shard), work -> Thread.ofVirtual().start(work)))
                .toList();
        return all.stream().map(CompletableFuture::join).toList();
    }

    /** As its leader sees it, or as this node does if there is none that answers. */
    private static ShardStatus status(Shard shard) {
        try {
            return StatusCodec.decode(shard.ask(new ShardQuestion.Status().encode()));
        } catch (IOException | RuntimeException away) {
            log.debug("Nobody tells of shard {}.", shard.number(), away);
            return NodeView.status(shard);
        }
    }

    @Override
    public ClusterOperations operations(int shard) {
        return new ShardOperations(shards.get(shard));
    }
}
