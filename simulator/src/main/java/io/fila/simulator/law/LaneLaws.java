package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.message.Place;
import io.fila.core.queue.Capacity;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The order in which messages stand in their lanes, and who leaves a lane first. */
final class LaneLaws {
    private final Model model;

    LaneLaws(Model model) {
        this.model = model;
    }

    List<Law> all() {
        return List.of(new LanesAreFifo(), new TheFrontIsFound());
    }

    /** A message that came back goes to the back. Only a message that a command names leaves from elsewhere than the front. */
    private static final class LanesAreFifo extends Law {
        private static final Set<Cause> FROM_THE_FRONT =
                EnumSet.of(Cause.LEASED, Cause.EXPIRED, Cause.CROWDED_OUT, Cause.PURGED);

        LanesAreFifo() {
            super("Inside a lane messages are delivered first in, first out; one that came back goes to the back.");
        }

        @Override
        protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
            if (message != null && message.isInLine() && FROM_THE_FRONT.contains(move.cause())) {
                KnownMessage first = message.flow().pending().stream()
                        .filter(other -> other.lane().equals(message.lane()) || standAlike(other, message))
                        .findFirst()
                        .orElse(message);
                require(first == message, () -> first, () -> move + " of " + message);
            }
        }

        /** While a message waits in a lane of its own, later ones with the same throttles stand behind it there. */
        private static boolean standAlike(KnownMessage earlier, KnownMessage later) {
            return !earlier.lane().equals("*") && earlier.throttles().equals(later.throttles());
        }

        @Override
        protected void moved(Step.Moved move, KnownMessage message, @Nullable Command by) {
            if (move.to() instanceof Place.Ready ready) {
                message.flow()
                        .stored()
                        .forEach(other -> require(
                                other == message || other.position() < ready.position(),
                                () -> "a place behind " + other,
                                () -> move));
            }
        }
    }

    /** A flow's first message is in memory if it came after the start, unless pages are being read. */
    private final class TheFrontIsFound extends Law {
        private @Nullable Observation before;
        private @Nullable Observation now;

        TheFrontIsFound() {
            super(
                    "A message that stands first, is in memory and not too old is found when it has to move or make room.");
        }

        @Override
        protected void turnBegins(Observation seen) {
            before = now;
            now = seen;
        }

        @Override
        protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
            if (move.cause() == Cause.CROWDED_OUT && message != null && by instanceof Command.Enqueue newcomer) {
                KnownQueue queue = message.queue();
                KnownFlow own = queue.findFlow(newcomer.scheduling().fairnessKey());
                boolean isFull = queue == model.queue(newcomer.queue())
                        && queue.room() == 0
                        && queue.config().capacity().overflow() == Capacity.Overflow.DROP_OLDEST;
                boolean ofItsKey = own == null || message.flow() == own || !own.isBacklogged();
                boolean isFirst =
                        !isInMemory(message.flow()) || message.flow().pending().getFirst() == message;
                require(isFull && ofItsKey && isFirst, () -> message + " for " + newcomer);
            }
        }

        @Override
        protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
            Refusal refusal = sent.answer() == null ? null : sent.answer().refusal();
            if (refusal == null) {
                return;
            }
            switch (sent.command()) {
                case Command.Move move
                when refusal.code() == Refusal.Code.NOT_FOUND -> {
                    KnownMessage message = model.message(move.id());
                    boolean isFirst = message != null
                            && model.queue(move.target()) != null
                            && model.queue(move.name()) == message.queue()
                            && message.isInLine()
                            && !message.envelope().isExpired(model.nowNanos())
                            && message.flow().pending().getFirst() == message
                            && isInMemory(message.flow());
                    require(!isFirst, () -> message + " not found");
                }
                case Command.Enqueue enqueue
                when expected.mayRefuse().contains(Refusal.Code.RESOURCE_EXHAUSTED) -> {
                    KnownQueue queue = model.queue(enqueue.queue());
                    require(queue == null || !couldMakeRoom(queue, enqueue), () -> refusal);
                }
                default -> {}
            }
        }

        private boolean couldMakeRoom(KnownQueue queue, Command.Enqueue enqueue) {
            Capacity capacity = queue.config().capacity();
            String key = enqueue.scheduling().fairnessKey();
            KnownFlow own = queue.findFlow(key);
            return !model.diskIsLow()
                    && model.knownQueues().haveRoomFor(queue, key, model.limits())
                    && queue.room() == 0
                    && capacity.overflow() == Capacity.Overflow.DROP_OLDEST
                    && capacity.admission() == null
                    && ((own != null && own.isBacklogged())
                            ? isInMemory(own)
                            : queue.flows().stream().anyMatch(this::isInMemory));
        }

        private boolean isInMemory(KnownFlow flow) {
            return flow.isBacklogged() && flow.hasHeadsInMemory() && !awaits(before, flow) && !awaits(now, flow);
        }

        private boolean awaits(@Nullable Observation seen, KnownFlow flow) {
            return seen == null
                    || seen.awaitsDisk(flow.queue().id(), model.limits().pagesInFlight());
        }
    }
}
