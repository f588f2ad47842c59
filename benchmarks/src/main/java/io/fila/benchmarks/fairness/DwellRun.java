package io.fila.benchmarks.fairness;

import java.time.Duration;

/** Measures how long quiet tenants' messages dwell, with a queue of its own. */
record DwellRun(Workload workload, Duration ignored, Duration counted) {
    /** How long the last messages may take with a broker that distinguishes tenants. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Where they are not, the backlog decides; the end of a longer one is not waited for. */
    private static final Duration LONGEST_BACKLOG = Duration.ofSeconds(25);

    /** A message not handled by then counts with its age. */
    private static final Duration HOPELESS = Duration.ofSeconds(15);

    private static final double NANOS_PER_SECOND = 1e9;

    Dwelling on(Broker broker) throws Exception {
        try (Scene scene = new Scene(broker, workload, workload.plan(ignored, counted))) {
            long beginNanos = System.nanoTime();
            scene.quiet().awaitSent();
            double perSecond = scene.handled() * NANOS_PER_SECOND / (System.nanoTime() - beginNanos);
            Dwell dwell = scene.quiet().finish(patience(broker));
            return new Dwelling(workload, broker.name(), broker.fair(), dwell, perSecond);
        }
    }

    private Duration patience(Broker broker) {
        if (broker.fair()) {
            return PATIENCE;
        }
        Duration backlog = workload.backlogTime();
        return backlog.compareTo(LONGEST_BACKLOG) > 0 ? HOPELESS : backlog.plus(PATIENCE);
    }
}
