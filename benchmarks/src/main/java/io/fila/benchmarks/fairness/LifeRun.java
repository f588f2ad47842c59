package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import java.time.Duration;

/** Measures whole lives of messages a second: enqueued, delivered and acked, of tenants that take turns (W2). */
record LifeRun(String name, int tenants, Duration ignored, Duration counted) {
    private static final int ALIVE = 5000;
    private static final int PAYLOAD_BYTES = 1024;
    private static final double NANOS_PER_SECOND = 1e9;

    double on(Broker broker) throws Exception {
        broker.createQueue(name);
        try (Noise noise = new Noise(broker, name, Noise::busy, tenant -> (tenant + ALIVE) % tenants, PAYLOAD_BYTES)) {
            noise.fill(ALIVE, tenants);
            Work work = new Work(Duration.ZERO, (stamp, nowNanos) -> noise.handled(stamp.index()));
            try (Closing _ = broker.consumers(name, 1, work)) {
                Pause.of(ignored);
                long before = work.handled();
                long beginNanos = System.nanoTime();
                Pause.of(counted);
                return (work.handled() - before) * NANOS_PER_SECOND / (System.nanoTime() - beginNanos);
            }
        } finally {
            broker.deleteQueue(name);
        }
    }
}
