package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import java.time.Duration;
import java.util.List;

/**
 * Measures how regularly tenants are served that have messages waiting all the time, and so get exactly their share: in units
 * of the time in which everybody would be served once.
 */
record GapRun(String name, int tenants, Duration ignored, Duration counted) {
    private static final int BACKLOG_EACH = 4;
    private static final double GOAL = 3;
    private static final double P99 = 99;
    private static final double ALL = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    List<Finding> on(Broker broker) throws Exception {
        broker.createQueue(name);
        try (Noise noise = Noise.steady(broker, name, Noise::busy)) {
            noise.fill((long) tenants * BACKLOG_EACH, tenants);
            Gaps gaps = new Gaps(tenants, System.nanoTime() + ignored.toNanos());
            Work work = new Work(Duration.ZERO, (stamp, nowNanos) -> {
                gaps.served(stamp.index(), nowNanos);
                noise.handled(stamp.index());
            });
            try (Closing _ = broker.consumers(name, 1, work)) {
                Pause.of(ignored.plus(counted));
                gaps.end(System.nanoTime());
            }
            double perSecond = gaps.served() * NANOS_PER_SECOND / counted.toNanos();
            double roundNanos = tenants * NANOS_PER_SECOND / perSecond;
            double largest = gaps.percentileNanos(ALL) / roundNanos;
            return List.of(
                    Finding.plain(name, broker, "largest gap of any tenant at its share", largest, "× keys/rate")
                            .judged("≤ 3", largest <= GOAL),
                    Finding.plain(
                            name, broker, "p99 of the gaps", gaps.percentileNanos(P99) / roundNanos, "× keys/rate"),
                    Finding.plain(name, broker, "throughput meanwhile", perSecond, "/s"));
        } finally {
            broker.deleteQueue(name);
        }
    }
}
