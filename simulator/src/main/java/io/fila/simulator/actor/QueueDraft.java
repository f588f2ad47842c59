package io.fila.simulator.actor;

import io.fila.core.queue.Backoff;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.throttle.Rate;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.world.Workload;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a queue might be asked to behave. */
final class QueueDraft {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Chance chance;
    private final Workload workload;

    QueueDraft(Chance chance, Workload workload) {
        this.chance = chance;
        this.workload = workload;
    }

    QueueConfig whole() {
        return new QueueConfig(
                        Duration.ofSeconds(chance.pick(List.of(1, 2, 5, 30))),
                        script(),
                        script(),
                        chance.pick(List.of(0, 0, 1, 3)),
                        chance.pick(List.of(QueueConfig.ScriptFallback.values())),
                        Duration.ZERO,
                        0)
                .with(capacity())
                .with(lifetimes())
                .with(deliveryPolicy())
                .with(backoff());
    }

    private Backoff backoff() {
        return chance.pick(
                List.of(Backoff.NONE, Backoff.DEFAULT, new Backoff(Duration.ofMillis(1), Duration.ofMillis(700))));
    }

    private String script() {
        return chance.percent(workload.scriptedPercent())
                ? chance.pick(List.of(FakeHooks.STEADY, FakeHooks.STEADY, FakeHooks.FLAKY))
                : "";
    }

    Capacity capacity() {
        return new Capacity(
                chance.pick(List.of(0L, 0L, 5L, 40L)), chance.pick(List.of(Capacity.Overflow.values())), admission());
    }

    /** Slower than producers are, most of the time. */
    private Capacity.@Nullable Admission admission() {
        double acts = NANOS_PER_SECOND / workload.pauseNanos();
        return chance.oneIn(3)
                ? new Capacity.Admission(
                        chance.pick(List.of(1, 50, 90, 100)),
                        new Rate(acts * chance.pick(List.of(0.1, 0.5, 2.0)), chance.between(1, 5)))
                : null;
    }

    Lifetimes lifetimes() {
        long pauses = chance.pick(List.of(0L, 0L, 3L, 30L));
        return new Lifetimes(
                Duration.ofNanos(pauses * workload.pauseNanos()), Duration.ofSeconds(chance.pick(List.of(0, 0, 3))));
    }

    DeliveryPolicy deliveryPolicy() {
        return new DeliveryPolicy(
                chance.pick(List.of(0L, 0L, 0L, 2L)),
                chance.pick(List.of(0L, 0L, 1L, 4L)),
                chance.pick(List.of(0, 0, 1, 7)),
                chance.pick(List.of(-1, -1, 0, 2)));
    }
}
