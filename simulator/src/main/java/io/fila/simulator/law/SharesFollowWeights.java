package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.queue.QueueId;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.Model;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Deficit round robin as the tape tells it. A key's share of a round begins with its weight times the round's quantum and falls by
 * one with each delivery. The next round begins only when every key that took part has been served, or owes what it borrowed.
 */
final class SharesFollowWeights extends Law implements Law.OfSteps {
    /** A key that owes waits for rounds at most this far ahead, once or twice, even if longer rounds pay its debt sooner. */
    private static final int HORIZON = 8;

    private final Model model;
    private final Map<QueueId, Round> rounds = new HashMap<>();

    private static final class Round {
        long number;
        long quantum;
        long largestQuantum;
        final Map<String, Standing> standings = new HashMap<>();
    }

    /** One key in the rounds of its queue. */
    private static final class Standing {
        boolean seated;
        long seatedIn;
        long servedIn = -1;

        /** What its last delivery left it; less than nothing if it went ahead of the round. */
        long left;

        /** How often its weight had changed by then: another weight makes another debt of what it borrowed. */
        long weightChanges;

        /** What rounds have paid it since, and how many went by after its debt was paid. */
        long paid;

        int satOut;
        boolean wasSuspended;

        boolean isSteady(KnownFlow flow) {
            return weightChanges == flow.weightChanges();
        }

        void sit(boolean sits, long round) {
            seated = sits;
            seatedIn = round;
            wasSuspended |= !sits;
            // What rounds give to others meanwhile is not its own.
            paid = 0;
            satOut = 0;
        }
    }

    SharesFollowWeights(Model model) {
        super("A round gives each key its weight times the quantum, and ends when each has had its share.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        rounds.clear();
    }

    @Override
    public void happens(Step step) {
        switch (step) {
            case Step.RoundBegan began -> begin(began);
            case Step.Chosen chosen -> serve(chosen);
            case Step.Activated flow -> sit(flow.queue(), flow.fairnessKey(), true);
            case Step.Resumed flow -> sit(flow.queue(), flow.fairnessKey(), true);
            case Step.Suspended flow -> sit(flow.queue(), flow.fairnessKey(), false);
            case Step.Deactivated flow -> sit(flow.queue(), flow.fairnessKey(), false);
            default -> {}
        }
    }

    private void sit(QueueId queue, String key, boolean sits) {
        standing(queue, key).sit(sits, round(queue).number);
    }

    private void serve(Step.Chosen chosen) {
        Round round = round(chosen.queue());
        Standing standing = standing(chosen.queue(), chosen.fairnessKey());
        KnownFlow flow = flow(chosen.queue(), chosen.fairnessKey());
        if (!chosen.ahead()) {
            boolean goesOn = standing.servedIn == round.number && standing.left >= 0 && standing.isSteady(flow);
            long given = flow.weight() * mostQuanta(round, standing, flow);
            long share = goesOn ? standing.left : Math.max(standing.left, given);
            require(0 < chosen.deficit() && chosen.deficit() <= share, () -> "a share of 1 to " + share, () -> chosen);
            standing.servedIn = round.number;
            standing.wasSuspended = false;
        }
        standing.sit(true, standing.seated ? standing.seatedIn : round.number);
        // Suspension loses a share that the round had not given yet, so a key that went ahead may owe.
        standing.left = chosen.ahead() ? Math.min(-1, chosen.deficit() - 1) : chosen.deficit() - 1;
        standing.weightChanges = flow.weightChanges();
    }

    /** A key that was suspended may still have the share of a longer round, and one that owed is paid by several. */
    private static long mostQuanta(Round round, Standing standing, KnownFlow flow) {
        long quantum = standing.wasSuspended ? round.largestQuantum : round.quantum;
        return standing.left < 0 || !standing.isSteady(flow) ? HORIZON * round.largestQuantum : quantum;
    }

    private void begin(Step.RoundBegan began) {
        Round round = round(began.queue());
        round.standings.forEach((key, standing) -> {
            KnownFlow flow = flow(began.queue(), key);
            boolean tookPart = standing.seated && standing.seatedIn < round.number && standing.isSteady(flow);
            if (tookPart && standing.servedIn < round.number && standing.left + standing.paid > 0) {
                standing.satOut++;
            }
            int most = standing.left < 0 ? 2 * HORIZON : 0;
            require(standing.satOut <= most, () -> "a delivery of " + key + " in the round that ends", () -> began);
            standing.paid += flow.weight() * began.quantum();
        });
        round.number = began.round();
        round.quantum = began.quantum();
        round.largestQuantum = Math.max(round.largestQuantum, round.quantum);
    }

    private KnownFlow flow(QueueId queue, String key) {
        return Objects.requireNonNull(Objects.requireNonNull(model.queue(queue)).findFlow(key));
    }

    private Round round(QueueId queue) {
        return rounds.computeIfAbsent(queue, it -> new Round());
    }

    private Standing standing(QueueId queue, String key) {
        return round(queue).standings.computeIfAbsent(key, it -> new Standing());
    }
}
