package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Measures a healthy consumer beside many that are stuck, and alone right before and after. */
record StuckRun(String name, String address, boolean reading, Duration counted) {
    private static final int STUCK = 500;
    private static final int TENANTS = 10;

    /** More than all of the stuck could hold if they were given as much as a whole queue may have in flight. */
    private static final long BACKLOG = 300_000;

    /** Time for the stuck to take what they are given. */
    private static final Duration HEAD_START = Duration.ofSeconds(2);

    private static final double GOAL_RATIO = 0.8;
    private static final double GOAL_FIRST_MILLIS = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NOTHING_YET = -1;

    /** @param firstMillis from its start to its first message, or as long as it was waited for */
    private record Healthy(double perSecond, double firstMillis, boolean served) {}

    List<Finding> on(Broker broker) throws Exception {
        double before = alone(broker).perSecond();
        Healthy beside = beside(broker);
        double alone = (before + alone(broker).perSecond()) / 2;
        double ratio = beside.perSecond() / alone;
        String stuck = STUCK + (reading ? " that never settle" : " that never read");
        return List.of(
                Finding.plain(name, broker, "throughput beside " + stuck, ratio * 100, "% of alone")
                        .judged("≥ 80", ratio >= GOAL_RATIO),
                Finding.plain(name, broker, "first message beside " + stuck, beside.firstMillis(), "ms")
                        .orMore(!beside.served())
                        .judged("≤ 100", beside.firstMillis() <= GOAL_FIRST_MILLIS),
                Finding.plain(name, broker, "throughput alone", alone, "/s"));
    }

    private Healthy alone(Broker broker) throws Exception {
        return healthy(broker, () -> () -> {});
    }

    private Healthy beside(Broker broker) throws Exception {
        return healthy(broker, () -> {
            StuckConsumers stuck = new StuckConsumers(address, name, STUCK, reading);
            Pause.of(HEAD_START);
            return stuck;
        });
    }

    /** Opens what a consumer has beside it. */
    private interface Company {
        Closing open() throws Exception;
    }

    private Healthy healthy(Broker broker, Company company) throws Exception {
        broker.createQueue(name);
        try (Noise noise = Noise.steady(broker, name, Noise::busy)) {
            noise.fill(BACKLOG, TENANTS);
            AtomicLong firstNanos = new AtomicLong(NOTHING_YET);
            try (Closing _ = company.open()) {
                long beginNanos = System.nanoTime();
                Work work = new Work(Duration.ZERO, (stamp, nowNanos) -> {
                    firstNanos.compareAndSet(NOTHING_YET, nowNanos - beginNanos);
                    noise.handled(stamp.index());
                });
                try (Closing _ = broker.consumers(name, 1, work)) {
                    Pause.of(counted);
                    boolean served = firstNanos.get() != NOTHING_YET;
                    return new Healthy(
                            work.handled() * NANOS_PER_SECOND / (System.nanoTime() - beginNanos),
                            served ? firstNanos.get() / NANOS_PER_MILLI : counted.toMillis(),
                            served);
                }
            }
        } finally {
            broker.deleteQueue(name);
        }
    }
}
