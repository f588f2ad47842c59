package io.fila.server.node;

import io.fila.cluster.Shard;
import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.command.Command;
import io.fila.core.config.Setting;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.server.grpc.admin.ShardRole;
import io.fila.server.host.BrokerHost;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(200);

    /** For how long a queue counts that was placed and may not be there yet. */
    private static final Duration RECENT = Duration.ofSeconds(5);

    private final BrokerHost host;
    private final long term;
    private final List<Shard> shards;

    // Under the lock.
    private final List<Waiter> waiters = new ArrayList<>();
    private final List<Placed> recent = new ArrayList<>();

    /** What each of the others has. One thread. */
    private final @Nullable Known[] known;

    private record Known(List<Setting> settings, List<ApiKey> keys) {}

    private record Waiter(long sinceNanos, Consumer<@Nullable Refusal> then) {}

    private record Placed(int shard, long atNanos) {}

    private FirstShard(BrokerHost host, long term, List<Shard> shards) {
        this.host = host;
        this.term = term;
        this.shards = shards;
        this.known = new Known[shards.size()];
    }

    static FirstShard begin(BrokerHost host, long term, List<Shard> shards) {
        FirstShard first = new FirstShard(host, term, shards);
        Thread.ofVirtual().name("fila-share").start(first::shareWhileLeading);
        return first;
    }

    @Override
    public int shards() {
        return shards.size();
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
            Known all = new Known(settings, keys);
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

    private boolean tell(Shard shard, Known all) {
        try {
            Refusal refusal =
                    ShardAnswers.refusal(shard.ask(new ShardQuestion.Adopt(term, all.settings(), all.keys()).encode()));
            known[shard.number()] = refusal == null ? all : null;
            return refusal == null;
        } catch (IOException | RuntimeException notNow) {
            log.debug("Shard {} can't be told of settings and keys.", shard.number(), notNow);
            known[shard.number()] = null;
            return false;
        }
    }

    // ---- queues ----

    @Override
    public void create(QueueName name, byte[] request, Consumer<@Nullable Refusal> then) {
        Thread.ofVirtual().name("fila-place").start(() -> then.accept(create(name, request)));
    }

    private @Nullable Refusal create(QueueName name, byte[] request) {
        try {
            int shard = place(Places.base(name.value()));
            return ShardAnswers.refusal(shards.get(shard).ask(new ShardQuestion.Create(request).encode()));
        } catch (IOException | RuntimeException notNow) {
            return Refusal.unavailable("Expected the shard of the queue to answer but it does not ("
                    + notNow.getMessage() + "), so the queue may have been created or not; try again in a moment.");
        }
    }

    private synchronized int place(String name) throws IOException {
        int place = Awaited.<Integer>of(host, reply -> new Command.FindPlace(name, reply))
                .orThrow();
        if (place >= 0) {
            return place;
        }
        int chosen = leastLoaded();
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
}
