package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Measures the shares of five busy tenants with weights 1 to 5 in windows of one second. */
record ShareRun(String name, Duration handling, Duration ignored, int windows) {
    private static final List<Tenant> TENANTS = IntStream.rangeClosed(1, 5)
            .mapToObj(weight -> new Tenant("weight-" + weight, weight))
            .toList();
    private static final long BACKLOG = 20_000;
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final double GOAL_POINTS = 2;

    List<Finding> on(Broker broker) throws Exception {
        broker.createQueue(name);
        try (Noise noise = Noise.steady(broker, name, TENANTS::get)) {
            noise.fill(BACKLOG, TENANTS.size());
            Shares shares = new Shares(TENANTS, System.nanoTime() + ignored.toNanos(), WINDOW, windows);
            Work work = new Work(handling, (stamp, nowNanos) -> {
                shares.served(stamp.index(), nowNanos);
                noise.handled(stamp.index());
            });
            try (Closing _ = broker.consumers(name, 1, work)) {
                Pause.of(ignored.plus(WINDOW.multipliedBy(windows)));
            }
            double points = shares.largestDifferencePoints();
            return List.of(
                    Finding.plain(name, broker, "shares over 1 s, largest difference", points, "points")
                            .judged("≤ 2", points <= GOAL_POINTS),
                    Finding.plain(name, broker, "the same, of the share due", shares.largestDifferencePercent(), "%"),
                    Finding.plain(name, broker, "throughput meanwhile", shares.perSecond(), "/s"));
        } finally {
            broker.deleteQueue(name);
        }
    }
}
