package io.fila.server.grpc.admin;

import io.fila.core.explain.Barrier;
import io.fila.core.explain.DeliveryRate;
import io.fila.core.explain.ExpectedWait;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.History;
import io.fila.core.explain.Holder;
import io.fila.core.explain.Standing;
import io.fila.core.explain.Wording;
import io.fila.core.history.RecordedStep;
import io.fila.core.message.MessageId;
import io.fila.proto.v1.BarrierKind;
import io.fila.proto.v1.ExplainResponse;
import io.fila.proto.v1.StandingGone;
import io.fila.proto.v1.StandingInFlight;
import io.fila.proto.v1.StandingNothing;
import io.fila.proto.v1.StandingReady;
import io.fila.proto.v1.StandingScheduled;
import io.fila.server.grpc.call.Timestamps;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Why something waits, as clients read it. */
final class ExplainAnswer {
    private ExplainAnswer() {}

    /** How many steps of a message are told, the last ones. */
    private static final int MOST_STEPS = 100;

    /**
     * Where it stands, and what happened before.
     *
     * @param rate how fast its queue goes on
     */
    static ExplainResponse of(Explanation said, DeliveryRate rate, History history, RecordedSteps steps) {
        return withHistory(response(said, rate), history, said.nowNanos(), steps);
    }

    /** Of a message that stands behind all that is in memory: it waits for whatever the first of its key waits for. */
    static ExplainResponse farBack(Explanation ofItsKey, MessageId id, History history, RecordedSteps steps) {
        ExplainResponse.Builder response = response(ofItsKey, DeliveryRate.UNKNOWN);
        response.setMessageId(id.toString())
                .setSentence("Message " + id + " is further back in its queue than the messages in memory. "
                        + response.getSentence());
        if (response.hasReady()) {
            // What is expected is expected of the first of its key.
            response.getReadyBuilder().setFarBack(true).clearExpectedWaitMs().clearSufficientRatePerSecond();
        }
        return withHistory(response, history, ofItsKey.nowNanos(), steps);
    }

    private static ExplainResponse withHistory(
            ExplainResponse.Builder response, History history, long nowNanos, RecordedSteps steps) {
        String past = history.sentence(nowNanos);
        if (!past.isEmpty()) {
            response.setSentence(response.getSentence() + " " + past);
        }
        List<RecordedStep> all = history.steps();
        all.subList(Math.max(0, all.size() - MOST_STEPS), all.size())
                .forEach(step -> response.addHistory(steps.of(step)));
        return response.build();
    }

    private static ExplainResponse.Builder response(Explanation said, DeliveryRate rate) {
        Wording wording = new Wording(said, rate);
        MessageId id = said.id();
        ExplainResponse.Builder response = ExplainResponse.newBuilder()
                .setSentence(wording.sentence())
                .setChange(wording.change())
                .setQueue(said.queue().value())
                .setFairnessKey(said.fairnessKey())
                .setMessageId(id == null ? "" : id.toString());
        switch (said.standing()) {
            case Standing.Ready at -> response.setReady(ready(at, rate, said.nowNanos()));
            case Standing.Scheduled at ->
                response.setScheduled(StandingScheduled.newBuilder()
                        .setUntil(Timestamps.of(at.untilNanos()))
                        .setAttempts(at.attempts()));
            case Standing.InFlight at ->
                response.setInFlight(StandingInFlight.newBuilder()
                        .setConsumer(at.consumer() == null ? 0 : at.consumer().value())
                        .setSince(Timestamps.of(at.sinceNanos()))
                        .setUntil(Timestamps.of(at.untilNanos()))
                        .setAttempts(at.attempts()));
            case Standing.NothingReady none ->
                response.setNothing(StandingNothing.newBuilder()
                        .setInFlight(none.inFlight())
                        .setScheduled(none.scheduled()));
            case Standing.Gone gone ->
                response.setGone(StandingGone.newBuilder()
                        .setHow(RecordedSteps.kind(gone.how()))
                        .setAt(Timestamps.of(gone.atNanos()))
                        .setTargetQueue(gone.target())
                        .setReason(gone.reason()));
            case Standing.NotInMemory absent -> {}
        }
        return response;
    }

    private static StandingReady ready(Standing.Ready at, DeliveryRate rate, long nowNanos) {
        StandingReady.Builder ready = StandingReady.newBuilder()
                .setBefore(at.before())
                .setDeficit(at.deficit())
                .setWeight(at.weight())
                .setOthersAhead(at.othersAhead())
                .setDeliveriesPerSecond(rate.perSecond())
                .setDeadLetterReason(
                        at.deadLetter() == null ? "" : at.deadLetter().reason());
        ExpectedWait.nanos(at, rate, nowNanos)
                .ifPresent(nanos -> ready.setExpectedWaitMs(TimeUnit.NANOSECONDS.toMillis(nanos)));
        at.sufficientRate().ifPresent(ready::setSufficientRatePerSecond);
        at.barriers().forEach(barrier -> ready.addBarriers(barrier(barrier)));
        return ready.build();
    }

    private static io.fila.proto.v1.Barrier barrier(Barrier barrier) {
        return switch (barrier) {
            case Barrier.QueuePaused paused -> paused(BarrierKind.BARRIER_KIND_QUEUE_PAUSED, paused.sinceNanos());
            case Barrier.NoConsumer none ->
                of(BarrierKind.BARRIER_KIND_NO_CONSUMER).build();
            case Barrier.ConsumersFull full ->
                of(BarrierKind.BARRIER_KIND_CONSUMERS_FULL)
                        .setConsumers(full.consumers())
                        .setFullConsumers(full.full())
                        .setInFlight(full.held())
                        .build();
            case Barrier.QueueLimit limit ->
                limit(BarrierKind.BARRIER_KIND_QUEUE_LIMIT, limit.inFlight(), limit.limit(), limit.holders());
            case Barrier.KeyPaused paused -> paused(BarrierKind.BARRIER_KIND_KEY_PAUSED, paused.sinceNanos());
            case Barrier.KeyLimit limit ->
                limit(BarrierKind.BARRIER_KIND_KEY_LIMIT, limit.inFlight(), limit.limit(), limit.holders());
            case Barrier.OnDisk onDisk -> of(BarrierKind.BARRIER_KIND_ON_DISK).build();
            case Barrier.Throttle at -> throttle(at);
        };
    }

    private static io.fila.proto.v1.Barrier limit(BarrierKind kind, long inFlight, long limit, List<Holder> holders) {
        io.fila.proto.v1.Barrier.Builder barrier =
                of(kind).setInFlight(inFlight).setLimit(limit);
        holders.forEach(holder -> barrier.addHolders(io.fila.proto.v1.Holder.newBuilder()
                .setConsumer(holder.consumer())
                .setMessages(holder.messages())));
        return barrier.build();
    }

    private static io.fila.proto.v1.Barrier paused(BarrierKind kind, long sinceNanos) {
        io.fila.proto.v1.Barrier.Builder barrier = of(kind);
        if (sinceNanos != 0) {
            barrier.setSince(Timestamps.of(sinceNanos));
        }
        return barrier.build();
    }

    private static io.fila.proto.v1.Barrier throttle(Barrier.Throttle at) {
        io.fila.proto.v1.Barrier.Builder barrier = of(BarrierKind.BARRIER_KIND_THROTTLE)
                .setThrottleKey(at.key())
                .setTokens(at.tokens())
                .setRatePerSecond(at.perSecond())
                .setBurst(at.burst())
                .setHeld(at.held())
                .setWaitingBefore(at.before())
                .addAllKeysBefore(at.keysBefore());
        if (at.opensAtNanos() != Long.MAX_VALUE) {
            barrier.setOpensAt(Timestamps.of(at.opensAtNanos()));
        }
        return barrier.build();
    }

    private static io.fila.proto.v1.Barrier.Builder of(BarrierKind kind) {
        return io.fila.proto.v1.Barrier.newBuilder().setKind(kind);
    }
}
