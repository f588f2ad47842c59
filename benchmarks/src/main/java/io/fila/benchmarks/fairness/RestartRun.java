package io.fila.benchmarks.fairness;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures a quiet tenant through {@code kill -9} and a restart in the middle of a backlog. */
record RestartRun(Workload workload, Duration ignored, Duration counted) {
    /** Starting again takes less. */
    private static final Duration LONGEST_OUTAGE = Duration.ofSeconds(60);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** @param dwellings before it was killed, and after it was ready again */
    record Outcome(List<Dwelling> dwellings, List<Finding> findings) {}

    /** @param entrant a broker that nobody else uses */
    Outcome on(Entrant entrant) throws Exception {
        Broker broker = entrant.broker();
        Quiet.Plan plan = workload.plan(ignored, counted.multipliedBy(2).plus(LONGEST_OUTAGE));
        try (Scene scene = new Scene(broker, workload, plan)) {
            long startNanos = System.nanoTime();
            Pause.of(ignored.plus(counted));
            long before = scene.handled();
            entrant.process().kill();
            long killedNanos = System.nanoTime();
            entrant.process().restart();
            long readyNanos = System.nanoTime();
            long between = scene.handled();
            Pause.of(counted);
            long after = scene.handled() - between;
            long stopNanos = System.nanoTime();
            Quiet quiet = scene.quiet();
            Dwell second = settled(quiet, readyNanos, stopNanos);
            Dwell first = quiet.dwell(startNanos + ignored.toNanos(), killedNanos, killedNanos);
            long servedNanos = Math.min(System.nanoTime(), quiet.firstHandledNanos(killedNanos));
            return new Outcome(
                    List.of(
                            dwelling(broker, "before", first, before, killedNanos - startNanos),
                            dwelling(broker, "after", second, after, stopNanos - readyNanos)),
                    List.of(
                            finding(broker, "kill -9 to ready", readyNanos - killedNanos),
                            finding(broker, "ready to the first message of a quiet tenant", servedNanos - readyNanos)));
        }
    }

    /** Waits for the last messages that were due in a span of time. */
    private static Dwell settled(Quiet quiet, long fromNanos, long untilNanos) {
        long endNanos = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            long nowNanos = System.nanoTime();
            Dwell dwell = quiet.dwell(fromNanos, untilNanos, nowNanos);
            if (dwell.undelivered() == 0 || nowNanos > endNanos) {
                return dwell;
            }
            Pause.until(nowNanos + LOOK_NANOS);
        }
    }

    private Finding finding(Broker broker, String what, long nanos) {
        return Finding.plain(workload.name(), broker, what, nanos / NANOS_PER_MILLI, "ms");
    }

    private Dwelling dwelling(Broker broker, String when, Dwell dwell, long handled, long nanos) {
        return new Dwelling(
                workload.named(workload.name() + "-" + when),
                broker.name(),
                broker.fair(),
                dwell,
                handled * NANOS_PER_SECOND / nanos);
    }
}
