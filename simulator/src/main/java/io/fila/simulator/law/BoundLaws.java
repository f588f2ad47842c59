package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.journal.Effect;
import io.fila.core.message.Place;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.QueueId;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.QueueDeleted;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.NetEffect;
import io.fila.core.tape.Step;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a queue and the broker hold at most, what they ask of the disk, and what they record. */
final class BoundLaws {
    private static final Set<Cause> ENTERING = EnumSet.of(Cause.ACCEPTED, Cause.REDRIVEN, Cause.MOVED);

    private final Model model;
    private final FaultyJournal journal;

    BoundLaws(Model model, FaultyJournal journal) {
        this.model = model;
        this.journal = journal;
    }

    List<Law> all() {
        return List.of(
                new QueuesAreNotOverfilled(),
                new KeysAreBounded(),
                new DamageIsSetAside(),
                Law.ofAnswers(
                        "A queue that is full, or takes messages at a rate, says when to come back.", this::saysWhen),
                Law.ofTurns(
                        "Queues that are made have numbers never used before.",
                        seen -> model.queues().stream()
                                .allMatch(queue -> queue.id().value() >= 0)),
                Law.ofTurns(
                        "What happens to a message in a turn, step by step, comes to what the turn records of it.",
                        seen -> NetEffect.ofRecords(seen.turn().records())
                                .equals(NetEffect.ofSteps(
                                        seen.steps(), seen.turn().records()))),
                Law.ofTurns(
                        "Pages are read only for flows with a backlog, no more of them at once than the limit.",
                        this::readsWhatIsThere),
                new EverythingAcceptedEnds());
    }

    private boolean saysWhen(Command command, Answer answer) {
        Refusal refusal = answer.refusal();
        KnownQueue queue = command instanceof Command.Enqueue enqueue ? model.queue(enqueue.queue()) : null;
        if (refusal == null || !(command instanceof Command.Enqueue enqueue)) {
            return true;
        }
        boolean maySay = queue != null && queue.config().capacity().isLimited();
        boolean mustSay = queue != null
                && !model.diskIsLow()
                && model.knownQueues().haveRoomFor(queue, enqueue.scheduling().fairnessKey(), model.limits())
                && queue.room() == 0
                && queue.config().capacity().overflow() == Capacity.Overflow.REJECT;
        return refusal.retryAfterNanos() > 0 ? maySay : !mustSay;
    }

    private boolean readsWhatIsThere(Observation seen) {
        return seen.pagesUnderWay().size() <= model.limits().pagesInFlight()
                && seen.turn().effects().stream().allMatch(effect -> switch (effect) {
                    case Effect.LoadPage load -> {
                        KnownQueue queue = model.queue(load.queue());
                        KnownFlow flow = queue == null ? null : queue.findFlow(load.fairnessKey());
                        yield isDeleted(load.queue(), seen)
                                || (flow != null && flow.isBacklogged() && load.limit() > 0);
                    }
                    case Effect.LoadSchedule load -> {
                        KnownQueue queue = model.queue(load.queue());
                        yield isDeleted(load.queue(), seen)
                                || (queue != null && !queue.scheduled().isEmpty());
                    }
                    default -> true;
                });
    }

    private static boolean isDeleted(QueueId queue, Observation seen) {
        return seen.turn().records().contains(new QueueDeleted(queue));
    }

    /** Dead letters are never turned away; a queue that was made smaller drops one for each that it takes. */
    private final class QueuesAreNotOverfilled extends Law {
        private boolean madeRoom;

        QueuesAreNotOverfilled() {
            super("A queue holds no more messages than its max_depth, ready, scheduled and in flight together.");
        }

        @Override
        protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
            QueueId to = move.to().queue();
            if (ENTERING.contains(move.cause())
                    && to != null
                    && !to.equals(move.from().queue())) {
                KnownQueue queue = model.queue(to);
                require(queue != null && (queue.room() > 0 || madeRoom), () -> move + " into a full queue");
            }
            madeRoom = move.cause() == Cause.CROWDED_OUT;
        }
    }

    private final class KeysAreBounded extends Law {
        KeysAreBounded() {
            super("No more fairness keys are in use than there may be, those of dead letters aside.");
        }

        @Override
        protected void happens(Step step) {
            switch (step) {
                case Step.Remembered key -> {
                    KnownQueue queue = model.queue(key.queue());
                    require(queue == null || !queue.remembered().contains(key.fairnessKey()), () -> key);
                }
                case Step.Forgotten key -> {
                    KnownQueue queue = model.queue(key.queue());
                    KnownFlow flow = queue == null ? null : queue.findFlow(key.fairnessKey());
                    boolean known = queue != null && queue.remembered().contains(key.fairnessKey());
                    require(known && (flow == null || !flow.isInUse()), () -> key);
                }
                default -> {}
            }
        }

        @Override
        protected void turnEnds(Observation seen) {
            long ofDeadLetters = model.queues().stream()
                    .filter(it -> it.name().isDeadLetter())
                    .count();
            int keys = model.knownQueues().keys();
            require(keys <= model.limits().flows() + ofDeadLetters, () -> keys);
            model.queues()
                    .forEach(queue -> queue.flows()
                            .forEach(flow -> require(
                                    !flow.isInUse() || queue.remembered().contains(flow.key()),
                                    () -> flow.key() + " forgotten")));
        }
    }

    private static final class DamageIsSetAside extends Law {
        private int lost;

        DamageIsSetAside() {
            super("A damaged entry is set aside once and reported, and only a damaged one is.");
        }

        @Override
        protected void turnBegins(Observation seen) {
            lost = 0;
        }

        @Override
        protected void loses(Place.Ready place, @Nullable KnownMessage message) {
            require(message != null, () -> place);
            lost++;
        }

        @Override
        protected void turnEnds(Observation seen) {
            long recorded = seen.turn().records().stream()
                    .filter(EntryDamaged.class::isInstance)
                    .count();
            long reported = seen.turn().effects().stream()
                    .filter(Effect.Report.class::isInstance)
                    .count();
            require(recorded == lost && reported == lost, () -> lost, () -> recorded + " and " + reported);
        }
    }

    private final class EverythingAcceptedEnds extends Law {
        EverythingAcceptedEnds() {
            super(
                    "In the end everything accepted was acked, dropped, deleted with its queue, or is in the quarantine because it rotted.");
        }

        @Override
        protected void drained() {
            model.stored()
                    .forEach(message ->
                            require(message.isQuarantined() && journal.hasRotted(message.id()), () -> message));
        }
    }
}
