package io.fila.simulator;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.actor.Actor;
import io.fila.simulator.actor.Cast;
import io.fila.simulator.actor.Sweeper;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Sent;
import io.fila.simulator.trace.Trace;
import io.fila.simulator.world.World;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One broker's life from its seed: everyone acts, then faults end, everything is swept up, and the end is judged. */
final class Life {
    private static final long SETTLING_NANOS = 2_000_000_000L;
    private static final double SLOWEST_SWEEP_PER_SECOND = 0.02;
    private static final long LONGEST_SWEEP_NANOS = 24L * 3_600_000_000_000L;

    private final long seed;
    private final Trace trace;
    private final World world;

    private Life(long seed, int nodes, Consumer<String> echo, boolean judged) {
        this.seed = seed;
        this.trace = new Trace(echo);
        this.world = new World(seed, nodes, trace, judged);
    }

    static Life judged(long seed, int nodes, Consumer<String> echo) {
        return new Life(seed, nodes, echo, true);
    }

    /** The same life, in which no law is asked. */
    static Life unjudged(long seed, int nodes, Consumer<String> echo) {
        return new Life(seed, nodes, echo, false);
    }

    /** Lives it through; whatever is thrown on the way is the verdict. */
    Verdict run() {
        try {
            live();
            sweep();
            end();
            return verdict(null);
        } catch (RuntimeException | Error broken) {
            return verdict(broken);
        }
    }

    private Verdict verdict(@Nullable Throwable broken) {
        return new Verdict(
                seed,
                world.service().turns(),
                trace.lines(),
                world.events().nowNanos(),
                trace.hash(),
                broken,
                trace.lastLines());
    }

    private void live() {
        world.service().start();
        Cast.of(world).forEach(this::play);
        until(world.profile().lifeNanos(), () -> false);
        world.close();
    }

    private void play(Actor actor) {
        world.events().after(0, new Runnable() {
            @Override
            public void run() {
                if (!world.isClosing()) {
                    world.events().after(actor.act(), this);
                }
            }
        });
    }

    private void sweep() {
        world.service().speedUp();
        settle();
        world.clock().drift(0);
        world.service().start();
        world.service().disconnectAll();
        settle();
        world.service().start();
        world.send(Sent.telling(new Command.DiskSpace(false)));
        liftSlowestLimits();
        resumeAll();
        Set<QueueName> swept = new HashSet<>();
        until(LONGEST_SWEEP_NANOS, () -> {
            for (KnownQueue queue : world.model().queues()) {
                if (swept.add(queue.name())) {
                    new Sweeper(world, queue.name());
                }
            }
            return world.model().queues().stream().allMatch(queue -> queue.size() == 0);
        });
        until(
                LONGEST_SWEEP_NANOS,
                () -> world.model().config().holdsAreOver(world.model().nowNanos()));
        world.referee().drained();
    }

    private void resumeAll() {
        for (KnownQueue queue : world.model().queues()) {
            for (String key : queue.paused()) {
                world.send(
                        Sent.<Done>asking(reply -> new Command.Pause(queue.name(), key, false, reply), answer -> {}));
            }
        }
    }

    /** Very slow limits would keep the sweepers busy forever. */
    private void liftSlowestLimits() {
        world.model().config().buckets().forEach((key, bucket) -> {
            if (bucket.rate().perSecond() < SLOWEST_SWEEP_PER_SECOND) {
                world.send(
                        Sent.<Done>asking(reply -> new Command.SetConfig("throttle." + key, "", reply), answer -> {}));
            }
        });
    }

    private void end() {
        List<QueueName> names =
                world.model().queues().stream().map(KnownQueue::name).toList();
        for (QueueName name : names) {
            world.send(Sent.<Done>asking(reply -> new Command.DeleteQueue(name, reply), answer -> {}));
        }
        settle();
        Broker broker = world.service().broker();
        world.referee().lifeEnds(broker);
    }

    private void settle() {
        until(SETTLING_NANOS, () -> false);
        until(LONGEST_SWEEP_NANOS, () -> world.service().waiting() == 0);
    }

    /** Lets things happen for this long, or until the condition holds. */
    private void until(long nanos, BooleanSupplier enough) {
        boolean[] over = {false};
        world.events().after(nanos, () -> over[0] = true);
        while (!over[0] && !enough.getAsBoolean()) {
            world.events().runNext();
        }
    }
}
