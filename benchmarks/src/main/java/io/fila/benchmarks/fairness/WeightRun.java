package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.client.FilaClient;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;

/** Measures how long shares take to follow when one of two busy tenants is given four times its weight. */
record WeightRun(String name, String address, Duration before, Duration after) {
    private static final Duration HANDLING = Duration.ofMillis(5);
    private static final long BACKLOG = 20_000;
    private static final int TENANTS = 2;
    private static final int CHANGED = 1;
    private static final int NEW_WEIGHT = 4;
    private static final double NEW_SHARE = 0.8;
    private static final double TOLERANCE = 0.02;
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final double NANOS_PER_MILLI = 1e6;

    List<Finding> on(Broker broker) throws Exception {
        broker.createQueue(name);
        AtomicReference<Tenant> changed = new AtomicReference<>(Noise.busy(CHANGED));
        try (FilaClient operator = FilaClient.connect(address);
                Noise noise = Noise.steady(broker, name, i -> i == CHANGED ? changed.get() : Noise.busy(i))) {
            noise.fill(BACKLOG, TENANTS);
            Course course = new Course();
            Work work = new Work(HANDLING, (stamp, nowNanos) -> {
                course.served(stamp.index(), nowNanos);
                noise.handled(stamp.index());
            });
            long changedNanos;
            try (Closing _ = broker.consumers(name, 1, work)) {
                Pause.of(before);
                changedNanos = System.nanoTime();
                changed.set(new Tenant(changed.get().key(), NEW_WEIGHT));
                operator.admin().setKeyWeight(name, changed.get().key(), NEW_WEIGHT);
                Pause.of(after.plus(WINDOW));
            }
            OptionalLong followed = course.nanosUntilShare(CHANGED, NEW_SHARE, TOLERANCE, changedNanos, WINDOW);
            return List.of(Finding.plain(
                            name,
                            broker,
                            "weight 1 to 4 in a backlog, 5 ms: until shares follow",
                            followed.orElse(after.toNanos()) / NANOS_PER_MILLI,
                            "ms")
                    .orMore(followed.isEmpty()));
        } finally {
            broker.deleteQueue(name);
        }
    }
}
