package io.fila.simulator.law;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownBucket;
import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Connection;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What must be true of every delivery when it is made. */
final class DeliveryLaws {
    private final Model model;

    DeliveryLaws(Model model) {
        this.model = model;
    }

    List<Law> all() {
        return List.of(
                Law.ofDeliveries(
                        "Only a waiting message is delivered: one live lease a message, and what was acked never comes back.",
                        (handover, message) -> message.isInLine()
                                && message.queue()
                                        == model.queue(handover.delivery().queueId())),
                Law.ofDeliveries(
                        "A consumer receives only while it is attached to the queue and has credit left and holds no more than it may.",
                        (handover, message) -> {
                            KnownConsumer consumer = message.queue()
                                    .consumer(handover.connection().id());
                            return consumer != null && consumer.mayTake();
                        }),
                Law.ofDeliveries(
                        "Nothing of a paused key, or of a paused queue, is delivered.",
                        (handover, message) -> !message.queue().isPaused(message.flow())),
                Law.ofDeliveries(
                        "Nothing of a key is delivered while consumers hold as much of it as max_in_flight_per_key lets them.",
                        (handover, message) -> !message.queue().isBusy(message.flow())),
                Law.ofDeliveries(
                        "A queue has no more leases out than its limit.",
                        (handover, message) -> message.queue().leased()
                                < message.queue().mostInFlight(model.limits().inFlightPerQueue())),
                Law.ofTurns(
                        "A lease follows the choice of its lane, and every delivery is a lease that was chosen.",
                        DeliveryLaws::areChosen),
                Law.ofTurns("A stream is flushed once after a turn's deliveries.", seen -> {
                    Set<Connection> served =
                            seen.handovers().stream().map(Handover::connection).collect(Collectors.toSet());
                    return served.size() == seen.flushed().size() && served.containsAll(seen.flushed());
                }),
                Law.ofTurns(
                        "A turn delivers no more than its limit.",
                        seen -> seen.handovers().size() <= model.limits().deliveriesPerTurn()),
                Law.ofDeliveries(
                        "While a throttle key is held no message with it is delivered, also after a restart.",
                        (handover, message) -> message.throttles().stream()
                                .noneMatch(key -> model.config().heldUntilNanos(key) > model.nowNanos())),
                Law.ofDeliveries(
                        "For every throttle key tokens spent are at most burst and rate over time, one for each delivery.",
                        (handover, message) -> message.throttles().stream().allMatch(key -> {
                            KnownBucket bucket = model.config().bucket(key);
                            return bucket == null || bucket.tokens(model.nowNanos()) >= 1 - KnownBucket.TOLERANCE;
                        })),
                Law.ofDeliveries(
                        "A delivery carries the accepted envelope, and counts exactly its nacks and expiries as attempts.",
                        (handover, message) -> isWhole(handover.delivery(), message, model.nowNanos())),
                new BodiesAreKept());
    }

    private static boolean areChosen(Observation seen) {
        List<MessageId> leased = new ArrayList<>();
        String chosen = "";
        for (Step step : seen.steps()) {
            switch (step) {
                case Step.Chosen choice -> chosen = choice.queue() + choice.fairnessKey() + "/" + choice.lane();
                case Step.Moved move
                when move.cause() == Cause.LEASED -> {
                    if (!(move.from() instanceof Place.Ready at)
                            || !chosen.equals(at.queue() + at.fairnessKey() + "/" + at.lane())) {
                        return false;
                    }
                    leased.add(move.id());
                    chosen = "";
                }
                default -> {}
            }
        }
        return leased.equals(seen.handovers().stream()
                .map(handover -> handover.delivery().envelope().id())
                .toList());
    }

    private static boolean isWhole(Delivery delivery, KnownMessage message, long nowNanos) {
        return delivery.envelope().equals(message.envelope())
                && delivery.attempts() == message.attempts()
                && delivery.leasedAtNanos() == nowNanos;
    }

    private final class BodiesAreKept extends Law {
        BodiesAreKept() {
            super(
                    "A body arrives as it was accepted: carried along by a message just accepted, readable while it is stored.");
        }

        @Override
        protected void delivers(Handover handover, KnownMessage message) {
            Body body = handover.delivery().body();
            boolean right = body == null ? !model.isNew(message) : body.equals(message.body());
            require(right, () -> handover);
        }

        @Override
        protected void readsBody(Delivery delivery, @Nullable Body body, KnownMessage message) {
            boolean stored = message.isStored() && message.queue().id().equals(delivery.queueId());
            require(Objects.equals(body, stored ? message.body() : null), () -> body + " of " + message);
        }
    }
}
