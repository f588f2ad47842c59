package io.fila.client.wire;

import io.fila.client.admin.Explanation;
import io.fila.client.admin.RecordedStep;
import io.fila.proto.v1.Barrier;
import io.fila.proto.v1.ExplainResponse;
import io.fila.proto.v1.StepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads explanations off the wire. */
public final class Explanations {
    private static final String KIND_PREFIX = "STEP_KIND_";

    private Explanations() {}

    public static Explanation of(ExplainResponse response) {
        return new Explanation(
                response.getSentence(),
                response.getChange(),
                response.getQueue(),
                response.getFairnessKey(),
                response.getMessageId(),
                standing(response),
                until(response),
                expectedWait(response),
                sufficientRate(response),
                response.getReady().getBarriersList().stream()
                        .map(Explanations::barrier)
                        .toList(),
                response.getHistoryList().stream().map(Explanations::step).toList());
    }

    public static RecordedStep step(io.fila.proto.v1.RecordedStep step) {
        return new RecordedStep(
                Timestamps.instant(step.getAt()),
                step.getKind() == StepKind.UNRECOGNIZED
                        ? "unknown"
                        : step.getKind().name().substring(KIND_PREFIX.length()).toLowerCase(Locale.ROOT),
                step.getQueue(),
                step.getMessageId(),
                step.getFairnessKey(),
                step.getAttempts(),
                step.getConsumer(),
                step.getTargetQueue(),
                step.getDetail());
    }

    private static Explanation.Standing standing(ExplainResponse response) {
        return switch (response.getStandingCase()) {
            case READY -> Explanation.Standing.READY;
            case SCHEDULED -> Explanation.Standing.SCHEDULED;
            case IN_FLIGHT -> Explanation.Standing.IN_FLIGHT;
            case GONE -> Explanation.Standing.GONE;
            case NOTHING, STANDING_NOT_SET -> Explanation.Standing.NOTHING;
        };
    }

    private static Optional<Instant> until(ExplainResponse response) {
        if (response.hasScheduled()) {
            return Optional.of(Timestamps.instant(response.getScheduled().getUntil()));
        }
        return response.hasInFlight()
                ? Optional.of(Timestamps.instant(response.getInFlight().getUntil()))
                : Optional.empty();
    }

    private static Optional<Duration> expectedWait(ExplainResponse response) {
        return response.getReady().hasExpectedWaitMs()
                ? Optional.of(Duration.ofMillis(response.getReady().getExpectedWaitMs()))
                : Optional.empty();
    }

    private static OptionalLong sufficientRate(ExplainResponse response) {
        return response.getReady().hasSufficientRatePerSecond()
                ? OptionalLong.of(response.getReady().getSufficientRatePerSecond())
                : OptionalLong.empty();
    }

    private static Explanation.Barrier barrier(Barrier barrier) {
        return new Explanation.Barrier(
                kind(barrier),
                barrier.getThrottleKey(),
                barrier.hasOpensAt() ? Optional.of(Timestamps.instant(barrier.getOpensAt())) : Optional.empty());
    }

    private static Explanation.Kind kind(Barrier barrier) {
        return switch (barrier.getKind()) {
            case BARRIER_KIND_QUEUE_PAUSED -> Explanation.Kind.QUEUE_PAUSED;
            case BARRIER_KIND_NO_CONSUMER -> Explanation.Kind.NO_CONSUMER;
            case BARRIER_KIND_CONSUMERS_FULL -> Explanation.Kind.CONSUMERS_FULL;
            case BARRIER_KIND_QUEUE_LIMIT -> Explanation.Kind.QUEUE_LIMIT;
            case BARRIER_KIND_KEY_PAUSED -> Explanation.Kind.KEY_PAUSED;
            case BARRIER_KIND_KEY_LIMIT -> Explanation.Kind.KEY_LIMIT;
            case BARRIER_KIND_ON_DISK -> Explanation.Kind.ON_DISK;
            case BARRIER_KIND_THROTTLE -> Explanation.Kind.THROTTLE;
            case BARRIER_KIND_UNSPECIFIED, UNRECOGNIZED -> Explanation.Kind.OTHER;
        };
    }
}
