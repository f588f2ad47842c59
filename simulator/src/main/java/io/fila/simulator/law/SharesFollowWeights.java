package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * While a key stays backlogged no other key gets ahead of it, by deliveries over weight, by more than the rounds at the
 * two ends of any stretch can explain: one allocation each, what the key itself had borrowed before, and what the other
 * has borrowed and not paid back yet. A key that has nothing but throttled messages may wait for tokens, and rounds go on
 * without one that is paused or of which consumers hold as much as they may: that ends a stretch.
 */
final class SharesFollowWeights extends Law {
    private static final long MOST_SAT_OUT = 7;

    private final Model model;
    private final long usualQuantum;
    private final long usualAllowance;
    private final Map<KnownQueue, Contest> contests = new HashMap<>();

    SharesFollowWeights(Model model, int quantum, int sparseAllowance) {
        super("Over any stretch in which a key stays backlogged, no key gets more than its weight's share beyond it.");
        this.model = model;
        this.usualQuantum = quantum;
        this.usualAllowance = sparseAllowance;
    }

    /** The keys of one queue. */
    private static final class Contest {
        final Map<KnownFlow, Standing> standings = new HashMap<>();

        /** The greatest measures the queue has had. */
        long quantum;

        long allowance;

        Standing of(KnownFlow flow) {
            return standings.computeIfAbsent(flow, it -> new Standing());
        }
    }

    /** One key: how far each other key was behind it, and how often a throttle could have held it up. */
    private static final class Standing {
        final Map<KnownFlow, Lead> leads = new HashMap<>();
        long timesHeldUp;
    }

    /** How far a key is ahead of another, in deliveries times the other's weight. */
    private static final class Lead {
        long ahead;
        long lowest;
        long stretch = -1;
        long weightChanges = -1;

        /** The weight of what the key ahead still had from before its weight changed. */
        long carriedWeight;
    }

    @Override
    protected void restarts(Broker recovered) {
        contests.clear();
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (queue == null || message == null) {
            return;
        }
        KnownFlow served = message.flow();
        Contest contest = contest(queue);
        for (KnownFlow other : queue.flows()) {
            if (other == served) {
                continue;
            }
            if (!model.isFree(other)) {
                contest.of(other).timesHeldUp++;
            } else {
                Lead lead = lead(contest, served, other);
                lead.ahead += other.weight();
                require(
                        lead.ahead - lead.lowest <= bound(lead, served, other),
                        () -> "key " + other.key() + " of weight " + other.weight()
                                + ", which waits, not to fall behind by more than " + bound(lead, served, other),
                        () -> lead.ahead - lead.lowest + " at " + handover + " of weight " + served.weight());
            }
            Lead behind = lead(contest, other, served);
            behind.ahead -= other.weight();
            behind.lowest = Math.min(behind.lowest, behind.ahead);
        }
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            for (KnownFlow flow : queue.flows()) {
                if (flow.isBacklogged() && (queue.holdsBack(flow) || !model.isFree(flow))) {
                    contest(queue).of(flow).timesHeldUp++;
                }
            }
        }
    }

    private Contest contest(KnownQueue queue) {
        return contests.computeIfAbsent(queue, it -> new Contest());
    }

    private static Lead lead(Contest contest, KnownFlow ahead, KnownFlow waiting) {
        Lead lead = contest.of(ahead).leads.computeIfAbsent(waiting, it -> new Lead());
        long changes = ahead.weightChanges() + waiting.weightChanges();
        long stretch = waiting.timesEmptied() + contest.of(waiting).timesHeldUp;
        if (lead.stretch != stretch || lead.weightChanges != changes) {
            lead.ahead = 0;
            lead.lowest = 0;
            lead.stretch = stretch;
            lead.weightChanges = changes;
            lead.carriedWeight = ahead.formerWeight();
        }
        return lead;
    }

    /** A queue that is told to share out differently starts over, but what keys were given before they still have. */
    @Override
    protected void decides(Sent sent, Expectation expected) {
        KnownQueue queue = sent.command() instanceof Command.UpdateQueue update ? model.queue(update.name()) : null;
        if (queue != null) {
            Contest former = contest(queue);
            Contest next = new Contest();
            next.quantum = Math.max(former.quantum, quantum(queue));
            next.allowance = Math.max(former.allowance, allowance(queue));
            contests.put(queue, next);
        }
    }

    private long quantum(KnownQueue queue) {
        int own = queue.config().deliveryPolicy().quantum();
        return own > 0 ? own : usualQuantum;
    }

    private long allowance(KnownQueue queue) {
        int own = queue.config().deliveryPolicy().sparseAllowance();
        return own >= 0 ? own : usualAllowance;
    }

    /** A key in debt is given a seat in the round that leaves it something; rounds that become longer meanwhile are no shorter for it. */
    private static long roundsSatOut(long sparseAllowance) {
        return Math.min(MOST_SAT_OUT, sparseAllowance);
    }

    /** What a key may borrow: at least what the shortest round gives it. */
    private static long allowance(long sparseAllowance, KnownFlow flow) {
        return sparseAllowance == 0 ? 0 : Math.max(sparseAllowance, flow.weight());
    }

    private long bound(Lead lead, KnownFlow ahead, KnownFlow waiting) {
        Contest contest = contest(ahead.queue());
        long quantum = Math.max(contest.quantum, quantum(ahead.queue()));
        long sparseAllowance = Math.max(contest.allowance, allowance(ahead.queue()));
        long rounds = (2 + roundsSatOut(sparseAllowance)) * quantum * ahead.weight() * waiting.weight();
        long borrowed = allowance(sparseAllowance, ahead) * waiting.weight()
                + allowance(sparseAllowance, waiting) * ahead.weight();
        long carried = lead.carriedWeight * quantum * waiting.weight();
        return rounds + borrowed + carried;
    }
}
