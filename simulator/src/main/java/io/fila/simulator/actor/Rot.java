package io.fila.simulator.actor;

import io.fila.core.message.Place;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.world.World;
import java.util.List;

/** Flips bytes of what is stored: the entries of waiting messages, and bodies. */
final class Rot implements Actor {
    private final World world;
    private final Chance chance;

    Rot(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        List<KnownMessage> stored = world.model().queues().stream()
                .flatMap(queue -> queue.flows().stream())
                .flatMap(flow -> flow.pending().stream())
                .toList();
        if (!stored.isEmpty()) {
            KnownMessage victim = chance.pick(stored);
            if (chance.oneIn(2) && victim.place() instanceof Place.Ready entry) {
                world.trace().line("rot " + entry);
                world.journal().rotEntry(entry, victim.id());
            } else {
                world.trace().line("rot body of " + victim.id().low());
                world.journal().rotBody(victim.id());
            }
        }
        return chance.around(world.faults().rotNanos());
    }
}
