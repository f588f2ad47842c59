package io.fila.simulator.law;

import io.fila.core.Limits;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownQueue;
import java.util.HashMap;
import java.util.Map;

/**
 * What each key of a queue has had beside its share: every delivery of the queue earns each key its part of one, and a
 * delivery costs the key one. A key keeps as much in hand as it may borrow ahead of the round.
 */
final class Standings {
    /** Deliveries of one queue that the broker makes before it looks at another: a round longer than that ends with it. */
    private static final int SLICE = 256;

    private final Limits limits;
    private final long usualAllowance;
    private final Map<KnownQueue, Counts> counts = new HashMap<>();

    private static final class Counts {
        long deliveries;

        /** The greatest sum of weights there was. */
        long weights;

        final Map<String, Standing> standings = new HashMap<>();
    }

    /** What a key had in hand after so many deliveries of its queue. */
    private record Standing(double inHand, long deliveries) {}

    Standings(Limits limits, long usualAllowance) {
        this.limits = limits;
        this.usualAllowance = usualAllowance;
    }

    void clear() {
        counts.clear();
    }

    void served(KnownFlow flow) {
        Counts of = of(flow.queue());
        of.deliveries++;
        of.weights = Math.max(of.weights, weights(flow.queue()));
        of.standings.put(flow.key(), new Standing(inHand(flow, of) - 1, of.deliveries));
    }

    /** Whether the key has had so much less than its share that it owes nothing, wherever the round stands. */
    boolean isBelowItsShare(KnownFlow flow) {
        return inHand(flow, of(flow.queue())) >= 1 + flow.weight();
    }

    /** Whether the key has had nothing lately that it could still owe. */
    boolean owesNothing(KnownFlow flow) {
        return inHand(flow, of(flow.queue())) >= most(flow);
    }

    private double most(KnownFlow flow) {
        return (double) (allowance(flow.queue()) + flow.weight());
    }

    private double inHand(KnownFlow flow, Counts of) {
        double most = most(flow);
        Standing last = of.standings.get(flow.key());
        if (last == null) {
            return most;
        }
        double rounds = (double) (of.deliveries - last.deliveries()) / (double) longestRound(flow.queue(), of);
        return Math.min(most, last.inHand() + (double) flow.weight() * rounds);
    }

    /** How many deliveries a key may borrow ahead of the round. */
    long allowance(KnownQueue queue) {
        int own = queue.config().deliveryPolicy().sparseAllowance();
        return own >= 0 ? own : usualAllowance;
    }

    /**
     * Deliveries from the start of a round to the next: as many as the weights say and as many again, because newcomers go
     * between; or a slice, if rounds are longer.
     */
    private long longestRound(KnownQueue queue, Counts of) {
        long slice = Math.min(SLICE, limits.deliveriesPerTurn());
        return 2 * Math.max(slice, Math.max(of.weights, weights(queue))) + 2;
    }

    private static long weights(KnownQueue queue) {
        return queue.flows().stream().mapToLong(KnownFlow::weight).sum();
    }

    private Counts of(KnownQueue queue) {
        return counts.computeIfAbsent(queue, it -> new Counts());
    }
}
