package io.fila.simulator.explain;

import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.explain.Barrier;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.History;
import io.fila.core.explain.Holder;
import io.fila.core.explain.Standing;
import io.fila.core.explain.Wording;
import io.fila.core.history.StepKind;
import io.fila.core.message.MessageId;
import io.fila.core.queue.DeliveryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Holds what the broker says of one situation against what then happens: takes every barrier away and sees the message go,
 * leaves one standing and sees it stay, and waits for the moment that was named.
 */
public final class ExplanationTrial {
    private static final int ROOM = 1000;
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final long seed;
    private final Situation situation;
    private int explanations;

    private ExplanationTrial(long seed) {
        this.seed = seed;
        this.situation = Situation.of(seed);
    }

    /** Tries one situation; returns the number of explanations. Throws if one is wrong. */
    public static int of(long seed) {
        ExplanationTrial trial = new ExplanationTrial(seed);
        trial.run();
        return trial.explanations;
    }

    private void run() {
        for (MessageId id : situation.messages()) {
            check(situation.stage().explain("", id));
        }
        for (String key : Situation.KEYS) {
            check(situation.stage().explain(key, null));
        }
        check(situation.stage().explain("", null));
    }

    private void check(Explanation said) {
        explanations++;
        require(!new Wording(said).sentence().isEmpty(), said, "a sentence");
        switch (said.standing()) {
            case Standing.Ready ready -> checkReady(said, ready);
            case Standing.Scheduled at -> checkScheduled(said, at);
            case Standing.InFlight at -> checkInFlight(said, at);
            case Standing.NothingReady none -> checkNothing(said);
            case Standing.NotInMemory absent -> checkAbsent(said);
            case Standing.Gone gone -> throw new IllegalStateException("A broker itself remembers nobody: " + said);
        }
    }

    // ---- in line ----

    private void checkReady(Explanation said, Standing.Ready ready) {
        require(!ready.barriers().isEmpty(), said, "to have been delivered, with nothing in its way");
        ready.barriers().forEach(barrier -> checkWhoIsNamed(barrier, said));
        MessageId id = said.id();
        if (id == null) {
            return;
        }
        checkReleases(ready, id, said);
        for (Barrier barrier : ready.barriers()) {
            checkKeepsBack(barrier, ready, id, said);
            if (barrier instanceof Barrier.ConsumersFull full) {
                checkConsumersCanMakeRoom(full, ready, said);
            }
        }
        if (ready.before() == 0 && ready.barriers().size() == 1) {
            checkMoment(ready.barriers().getFirst(), id, said);
        }
        ready.sufficientRate()
                .ifPresent(rate ->
                        checkRate(rate, (Barrier.Throttle) ready.barriers().getFirst(), id, said));
    }

    /** Whoever is said to have what others wait for has it, and whoever is said to wait there does. */
    private void checkWhoIsNamed(Barrier barrier, Explanation said) {
        switch (barrier) {
            case Barrier.QueueLimit limit -> checkHolders(limit.holders(), limit.inFlight(), said);
            case Barrier.KeyLimit limit -> checkHolders(limit.holders(), limit.inFlight(), said);
            case Barrier.Throttle at ->
                require(at.keysBefore().size() <= at.before(), said, "as many to wait before it as are named at least");
            case Barrier.ConsumersFull full ->
                require(
                        full.full() <= full.consumers() && full.eager() <= full.full() && full.held() >= full.full(),
                        said,
                        "full hands to hold something");
            default -> {}
        }
    }

    private void checkHolders(List<Holder> holders, long inFlight, Explanation said) {
        long named = holders.stream().mapToLong(Holder::messages).sum();
        require(
                holders.size() < Barrier.MOST_NAMED ? named == inFlight : named <= inFlight,
                said,
                "holders of all that is in flight");
    }

    /**
     * Without its barriers it goes, unless others that waited for the same go first and use up what there is: then those did go,
     * and what is said to be in its way next can be taken away in turn.
     */
    private void checkReleases(Standing.Ready ready, MessageId id, Explanation said) {
        Stage stage = Situation.of(seed).stage();
        List<Barrier> barriers = ready.barriers();
        while (!hasGone(stage, id)) {
            int before = stage.delivered().size();
            lift(barriers, said, stage);
            require(stage.delivered().size() > before, said, "it or others to go when nothing of that is in the way");
            require(!ready.isNext() || hasGone(stage, id), said, "to go now, before any other");
            barriers = stage.explain("", id).standing() instanceof Standing.Ready next ? next.barriers() : List.of();
        }
    }

    private void checkKeepsBack(Barrier barrier, Standing.Ready ready, MessageId id, Explanation said) {
        boolean passesByItself = barrier instanceof Barrier.OnDisk;
        if (!passesByItself) {
            List<Barrier> others = new ArrayList<>(ready.barriers());
            others.remove(barrier);
            Stage kept = without(others, said);
            require(!hasGone(kept, id), said, "to stay while " + barrier + " stands");
        }
    }

    /** Consumers that are full can settle what they hold, and the others can ask for more: either way something goes. */
    private void checkConsumersCanMakeRoom(Barrier.ConsumersFull full, Standing.Ready ready, Explanation said) {
        if (full.eager() > 0) {
            checkSomethingGoes("consumers settle what they hold", Stage::settleAll, ready, said);
        }
        if (full.full() < full.consumers()) {
            checkSomethingGoes("consumers ask for more", Stage::askForMore, ready, said);
        }
        if (full.eager() == 0 && full.full() == full.consumers()) {
            Consumer<Stage> both = stage -> {
                stage.settleAll();
                stage.askForMore();
            };
            checkSomethingGoes("consumers settle what they hold and ask for more", both, ready, said);
        }
    }

    private void checkSomethingGoes(String when, Consumer<Stage> makeRoom, Standing.Ready ready, Explanation said) {
        Stage stage = Situation.of(seed).stage();
        int before = stage.delivered().size();
        lift(ready.barriers(), said, stage, makeRoom);
        require(stage.delivered().size() > before, said, "something to go when " + when);
    }

    /**
     * The first in a line goes when its token comes, and not before; others that came due meanwhile may have taken its consumer,
     * or it may have expired.
     */
    private void checkMoment(Barrier barrier, MessageId id, Explanation said) {
        if (!(barrier instanceof Barrier.Throttle throttle)
                || throttle.before() > 0
                || throttle.opensAtNanos() == Long.MAX_VALUE) {
            return;
        }
        Stage later = Situation.of(seed).stage();
        if (throttle.opensAtNanos() > said.nowNanos()) {
            later.advanceTo(throttle.opensAtNanos() - 1);
            require(!hasGone(later, id), said, "to stay until its token comes");
        }
        later.advanceTo(throttle.opensAtNanos());
        boolean othersWent =
                later.delivered().size() > situation.stage().delivered().size();
        boolean expired = !later.isOnDisk(id);
        require(othersWent || expired || hasGone(later, id), said, "to go when its token has come");
    }

    /**
     * At the rate that is named it goes within a second, unless it meets something else then, or has expired. If others wait
     * before it, one of them may meet something else, and a full bucket lose a token meanwhile: the next one is as good.
     */
    private void checkRate(long perSecond, Barrier.Throttle throttle, MessageId id, Explanation said) {
        Stage later = Situation.of(seed).stage();
        later.run(new Command.SetConfig(
                "throttle." + throttle.key(), perSecond + "," + throttle.burst(), Stage.ignoring()));
        later.passTo(said.nowNanos() + SECOND_NANOS + (throttle.before() > 0 ? SECOND_NANOS / perSecond : 0));
        boolean throttledStill = later.explain("", id).standing() instanceof Standing.Ready ready
                && ready.barriers().size() == 1
                && ready.barriers().getFirst() instanceof Barrier.Throttle next
                && next.key().equals(throttle.key());
        require(
                hasGone(later, id) || !throttledStill,
                said,
                "to go within a second at " + perSecond + "/s, but then it was " + later.explain("", id));
    }

    // ---- elsewhere ----

    private void checkScheduled(Explanation said, Standing.Scheduled at) {
        Stage later = Situation.of(seed).stage();
        MessageId id = Objects.requireNonNull(said.id());
        later.advanceTo(at.untilNanos() - 1);
        require(later.explain("", id).standing() instanceof Standing.Scheduled, said, "to wait for its moment");
        later.advanceTo(at.untilNanos());
        require(!(later.explain("", id).standing() instanceof Standing.Scheduled), said, "to be ready then");
    }

    private void checkInFlight(Explanation said, Standing.InFlight at) {
        Stage later = Situation.of(seed).stage();
        MessageId id = Objects.requireNonNull(said.id());
        later.advanceTo(at.untilNanos() - 1);
        require(said.standing().equals(later.explain("", id).standing()), said, "to be held until its lease ends");
        later.advanceTo(at.untilNanos());
        require(!said.standing().equals(later.explain("", id).standing()), said, "to be held no longer");
    }

    /** Gone, as the recorder must know; or on disk. */
    private void checkAbsent(Explanation said) {
        Stage stage = situation.stage();
        MessageId id = Objects.requireNonNull(said.id());
        History history = stage.history(id, said.nowNanos());
        boolean gone = history.departure(stage.queues(), String::valueOf) != null;
        boolean known = !history.steps().isEmpty();
        require(
                gone == (known && !stage.isOnDisk(id)),
                said,
                "a recorder that tells whether it is gone, but it has " + history);
        long deliveries = history.steps().stream()
                .filter(step -> step.kind() == StepKind.LEASED)
                .count();
        require(deliveries == stage.deliveriesOf(id), said, "as many deliveries as there were, but it has " + history);
    }

    private void checkNothing(Explanation said) {
        Stage open = Situation.of(seed).stage();
        int before = open.delivered().size();
        lift(List.of(new Barrier.QueuePaused(0), new Barrier.KeyPaused(0)), said, open);
        Situation.THROTTLES.forEach(key -> unthrottle(key, open));
        giveRoom(open);
        List<Delivery> since = open.delivered().subList(before, open.delivered().size());
        boolean none = since.stream()
                .noneMatch(delivery -> said.fairnessKey().isEmpty()
                        || delivery.envelope().fairnessKey().equals(said.fairnessKey()));
        require(none, said, "nothing to be delivered");
    }

    // ---- what might be different ----

    private Stage without(List<Barrier> barriers, Explanation said) {
        Stage stage = Situation.of(seed).stage();
        lift(barriers, said, stage);
        return stage;
    }

    private static void lift(List<Barrier> barriers, Explanation said, Stage stage) {
        lift(barriers, said, stage, it -> it.attach(it.newConsumer(), ROOM));
    }

    /** @param makeRoom what to do about consumers that are full */
    private static void lift(List<Barrier> barriers, Explanation said, Stage stage, Consumer<Stage> makeRoom) {
        for (Barrier barrier : barriers) {
            switch (barrier) {
                case Barrier.QueuePaused paused -> stage.resume("");
                case Barrier.KeyPaused paused -> stage.resume(said.fairnessKey());
                case Barrier.NoConsumer none -> stage.attach(stage.newConsumer(), ROOM);
                case Barrier.ConsumersFull full -> makeRoom.accept(stage);
                case Barrier.QueueLimit limit ->
                    stage.reshape(deliveryPolicy -> new DeliveryPolicy(
                            limit.inFlight() + 1,
                            deliveryPolicy.maxInFlightPerKey(),
                            deliveryPolicy.quantum(),
                            deliveryPolicy.sparseAllowance()));
                case Barrier.KeyLimit limit ->
                    stage.reshape(deliveryPolicy -> new DeliveryPolicy(
                            deliveryPolicy.maxInFlight(),
                            limit.inFlight() + 1,
                            deliveryPolicy.quantum(),
                            deliveryPolicy.sparseAllowance()));
                case Barrier.Throttle throttle -> unthrottle(throttle.key(), stage);
                case Barrier.OnDisk onDisk -> {}
            }
        }
    }

    private static void unthrottle(String key, Stage stage) {
        stage.run(new Command.SetConfig("throttle." + key, "", Stage.ignoring()));
    }

    /** Whatever is ready can go now, as far as consumers and the queue's limit are concerned. */
    private static void giveRoom(Stage stage) {
        stage.reshape(deliveryPolicy -> new DeliveryPolicy(
                0, deliveryPolicy.maxInFlightPerKey(), deliveryPolicy.quantum(), deliveryPolicy.sparseAllowance()));
        stage.attach(stage.newConsumer(), ROOM);
    }

    private boolean hasGone(Stage stage, MessageId id) {
        return stage.deliveriesOf(id) > situation.stage().deliveriesOf(id);
    }

    private void require(boolean holds, Explanation said, String expected) {
        if (!holds) {
            throw new IllegalStateException("Situation " + seed + ": expected " + expected + " but the broker said "
                    + said + ": " + new Wording(said).sentence());
        }
    }
}
