package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.world.Faults;
import io.fila.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Everyone who acts in a life. */
public final class Cast {
    private static final int MOST_OF_A_TEMPER = 2;
    private static final int CROWD_ONE_IN = 4;

    private Cast() {}

    public static List<Actor> of(World world) {
        List<Actor> cast = new ArrayList<>();
        addIf(!world.isCluster(), cast, world, Supervisor::new);
        cast.add(new QueueKeeper(world));
        cast.add(new Auditor(world));
        cast.add(new Operator(world));
        some(cast, world, Redriver::new);
        addIf(world.chance().oneIn(2), cast, world, Pauser::new);
        addIf(world.chance().oneIn(2), cast, world, Reshaper::new);
        addIf(world.chance().oneIn(2), cast, world, Purger::new);
        addIf(world.chance().oneIn(2), cast, world, Mover::new);
        addIf(world.chance().oneIn(2), cast, world, Weigher::new);
        addIf(world.chance().oneIn(2), cast, world, Canceller::new);
        for (int i = 0; i < world.workload().producers(); i++) {
            cast.add(new Producer(world));
        }
        some(cast, world, FastConsumer::new);
        some(cast, world, SlowConsumer::new);
        some(cast, world, VanishingConsumer::new);
        cast.add(new NackingConsumer(world));
        some(cast, world, NackingConsumer::new);
        some(cast, world, StutteringConsumer::new);
        some(cast, world, ExtendingConsumer::new);
        some(cast, world, Stranger::new);
        addIf(world.chance().oneIn(CROWD_ONE_IN), cast, world, Crowd::new);
        Faults faults = world.faults();
        if (world.isCluster()) {
            cast.add(new Archivist(world));
            addIf(faults.crashNanos() > 0, cast, world, NodeKiller::new);
            addIf(faults.restartNanos() > 0, cast, world, Candidate::new);
            addIf(faults.clockNanos() > 0, cast, world, ClockSetter::new);
            addIf(faults.rotNanos() > 0, cast, world, WireCutter::new);
        } else {
            addIf(faults.crashNanos() > 0, cast, world, Crasher::new);
            addIf(faults.restartNanos() > 0, cast, world, Restarter::new);
            addIf(faults.clockNanos() > 0, cast, world, ClockTwister::new);
            addIf(faults.rotNanos() > 0, cast, world, Rot::new);
        }
        addIf(faults.fullDiskNanos() > 0, cast, world, DiskFiller::new);
        addIf(world.chance().oneIn(2), cast, world, KeyKeeper::new);
        return cast;
    }

    private static void some(List<Actor> cast, World world, Function<World, Actor> actor) {
        Chance chance = world.chance();
        for (int count = chance.between(0, MOST_OF_A_TEMPER); count > 0; count--) {
            cast.add(actor.apply(world));
        }
    }

    private static void addIf(boolean wanted, List<Actor> cast, World world, Function<World, Actor> actor) {
        if (wanted) {
            cast.add(actor.apply(world));
        }
    }
}
