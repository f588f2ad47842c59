package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A new leader goes on where the last one was, by its own ticks. It may be late, if what told it the time came late: then leases last
 * longer and tokens come later. It may not be further ahead than any before it, but for what its ticks differ.
 */
public final class TimeGoesOn extends Law {
    /** What is on its way for so long may come too late to tell the time. */
    private static final long SLACK_NANOS = Duration.ofSeconds(1).toNanos();

    private final Model model;
    private final LongSupplier trueNanos;
    private final BooleanSupplier isKnown;
    private final double mostDrift;
    private boolean isSeen;

    /** How far any leader was ahead of true time. */
    private long aheadNanos = Long.MIN_VALUE / 2;

    private long seenAtNanos;
    private long seenNanos;

    /**
     * The law for one life.
     *
     * @param isKnown whether the node that leads heard what time it is before it began; otherwise all it has is its wall clock
     * @param mostDrift of two nodes' ticks, as a share of what passes
     */
    public TimeGoesOn(Model model, LongSupplier trueNanos, BooleanSupplier isKnown, double mostDrift) {
        super("The cluster's time goes on when another node leads, whatever the clocks of the nodes say.");
        this.model = model;
        this.trueNanos = trueNanos;
        this.isKnown = isKnown;
        this.mostDrift = mostDrift;
    }

    /** What was committed tells the next leader the time. */
    @Override
    protected void turnEnds(Observation seen) {
        if (!seen.turn().records().isEmpty()) {
            aheadNanos = Math.max(aheadNanos, ahead());
            isSeen = true;
            seenAtNanos = trueNanos.getAsLong();
            seenNanos = model.nowNanos();
        }
    }

    /** How far the cluster's time is ahead of the true one. */
    private long ahead() {
        return model.nowNanos() - trueNanos.getAsLong();
    }

    @Override
    protected void restarts(Broker recovered) {
        if (!isKnown.getAsBoolean()) {
            // Its wall clock may say anything, and what follows goes on from there.
            isSeen = false;
        }
        if (isSeen) {
            long slack = SLACK_NANOS + (long) ((trueNanos.getAsLong() - seenAtNanos) * mostDrift);
            require(ahead() <= aheadNanos + slack, () -> "at most " + aheadNanos + " ahead", this::ahead);
            require(model.nowNanos() >= seenNanos - SLACK_NANOS, () -> "after " + seenNanos, model::nowNanos);
        }
    }
}
