package io.fila.simulator.law;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.journal.Effect;
import io.fila.core.journal.MemoryJournal;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a queue and the broker hold at most, what they ask of the disk, and what they record. */
final class BoundLaws {
    private static final Set<Cause> ENTERING = EnumSet.of(Cause.ACCEPTED, Cause.REDRIVEN, Cause.MOVED);

    private final Model model;
    private final FaultyJournal journal;
    private final BrokerSettings settings;

    BoundLaws(Model model, FaultyJournal journal, BrokerSettings settings) {
        this.model = model;
        this.journal = journal;
        this.settings = settings;
    }

    List<Law> all() {
        return List.of(
                new QueuesAreNotOverfilled(),
                new KeysAreCountedOnce(),
                Law.ofTurns(
                        "No more fairness keys are in use than there may be, those of dead letters aside.",
                        seen -> keysAreBounded()),
                Law.ofTurns(
                        "A damaged entry is set aside once and reported, and only a damaged one is.",
                        seen -> isReported(seen, model.lostInTurn())),
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
                Law.ofTheEnd(
                        "In the end everything accepted was acked, dropped, deleted with its queue, or is in the quarantine because it rotted.",
                        () -> model.stored().stream()
                                .filter(message -> !message.isQuarantined() || !journal.hasRotted(message.id()))
                                .toList()),
                new AgedBrokersAreLikeNew());
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
                    case Effect.LoadPage load ->
                        load.limit() > 0 && isOf(load.queue(), seen, queue -> queue.hasBacklog(load.fairnessKey()));
                    case Effect.LoadSchedule load ->
                        isOf(load.queue(), seen, queue -> !queue.scheduled().isEmpty());
                    default -> true;
                });
    }

    /** A queue that was deleted later in the turn may have been anything. */
    private boolean isOf(QueueId id, Observation seen, Predicate<KnownQueue> holds) {
        KnownQueue queue = model.queue(id);
        return queue == null ? seen.turn().records().contains(new QueueDeleted(id)) : holds.test(queue);
    }

    private boolean keysAreBounded() {
        long ofDeadLetters = model.queues().stream()
                .filter(queue -> queue.name().isDeadLetter())
                .count();
        return model.knownQueues().keys() <= model.limits().flows() + ofDeadLetters
                && model.queues().stream()
                        .allMatch(queue -> queue.flows().stream()
                                .filter(KnownFlow::isInUse)
                                .allMatch(flow -> model.knownQueues()
                                        .remembered(queue.id())
                                        .contains(flow.key())));
    }

    private static boolean isReported(Observation seen, long damaged) {
        return damaged
                        == seen.turn().records().stream()
                                .filter(EntryDamaged.class::isInstance)
                                .count()
                && damaged
                        == seen.turn().effects().stream()
                                .filter(Effect.Report.class::isInstance)
                                .count();
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

    private final class AgedBrokersAreLikeNew extends Law {
        AgedBrokersAreLikeNew() {
            super(
                    "An emptied broker holds what a new one does: no memory, page, flow, timer or place in a line leaked.");
        }

        @Override
        protected void lifeEnds(Broker aged) {
            Broker fresh = Broker.recover(settings, new MemoryJournal(), model.nowNanos());
            require(aged.holdings().equals(fresh.holdings()), fresh::holdings, aged::holdings);
        }
    }

    private final class KeysAreCountedOnce extends Law implements Law.OfSteps {
        KeysAreCountedOnce() {
            super("A fairness key is counted once, and forgotten when nothing of it is left.");
        }

        @Override
        public void happens(Step step) {
            switch (step) {
                case Step.Remembered key ->
                    require(!model.knownQueues().remembered(key.queue()).contains(key.fairnessKey()), () -> key);
                case Step.Forgotten key -> {
                    KnownQueue queue = model.queue(key.queue());
                    boolean known = model.knownQueues().remembered(key.queue()).contains(key.fairnessKey());
                    require(queue != null && known && !queue.uses(key.fairnessKey()), () -> key);
                }
                default -> {}
            }
        }
    }
}
