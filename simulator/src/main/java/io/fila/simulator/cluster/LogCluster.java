package io.fila.simulator.cluster;

import io.fila.core.replication.Leadership;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.time.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/** The nodes of a simulated log, the wires between them, and elections whenever nobody leads. */
public final class LogCluster {
    private static final long SOUND_LOOK_NANOS = 1_000_000_000L;

    private final int count;
    private final EventQueue events;
    private final Chance chance;
    private final Wires wires;
    private final Ledger ledger;
    private final ReplicaWitness witness;
    private final TurnBook book = new TurnBook();
    private final List<LogNode> nodes = new ArrayList<>();
    private long lookNanos;
    private boolean isSound;

    /**
     * A cluster that is about to begin.
     *
     * @param electionNanos how long it takes until somebody stands if nobody leads
     * @param onCommitted told of each index when a majority has it
     */
    public LogCluster(
            int count,
            LogPace pace,
            long electionNanos,
            EventQueue events,
            Chance chance,
            ReplicaWitness witness,
            LongConsumer onCommitted) {
        this.count = count;
        this.events = events;
        this.chance = chance;
        this.wires = new Wires(events, chance.fork(), count, pace);
        this.ledger = new Ledger(count, book, onCommitted);
        this.witness = witness;
        this.lookNanos = electionNanos;
    }

    /** Makes the nodes, each with who hears of its lead. */
    public void nodes(IntFunction<Leadership> leaderships) {
        for (int number = 0; number < count; number++) {
            nodes.add(new LogNode(
                    number, events, chance.fork(), wires, ledger, book, witness, nodes, leaderships.apply(number)));
        }
        look();
    }

    public List<LogNode> nodes() {
        return List.copyOf(nodes);
    }

    public LogNode node(int number) {
        return nodes.get(number);
    }

    public Wires wires() {
        return wires;
    }

    public TurnBook book() {
        return book;
    }

    /** The last index that a majority has. */
    public long committed() {
        return ledger.committed();
    }

    private void look() {
        events.after(isSound ? SOUND_LOOK_NANOS : chance.between(lookNanos / 2, lookNanos), () -> {
            if (nodes.stream().noneMatch(LogNode::reigns)) {
                if (isSound) {
                    elect();
                } else {
                    chance.pick(nodes).stand();
                }
            }
            look();
        });
    }

    /** The node with the most in its log stands now. */
    public void elect() {
        nodes.stream().filter(LogNode::isUp).max(LogNode.byLog()).ifPresent(LogNode::stand);
    }

    /** Nothing goes wrong any more. */
    public void mend() {
        isSound = true;
        wires.mend();
        nodes.forEach(LogNode::start);
    }
}
