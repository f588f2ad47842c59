package io.fila.benchmarks.fairness;

/**
 * How long messages of quiet tenants dwelt in one workload on one broker.
 *
 * @param judged whether the workload's goal is meant for this broker
 * @param perSecond messages a second that the consumers handled, of all tenants
 */
record Dwelling(Workload workload, String contender, boolean judged, Dwell dwell, double perSecond) {
    private static final double P99 = 99;

    Dwell.Time p99() {
        return dwell.percentile(P99);
    }

    /** What one tenant may send a second. */
    double share() {
        return perSecond / (workload.busyTenants() + workload.quietTenants());
    }

    /** What one quiet tenant sent a second. */
    double rate() {
        return workload.quietPerSecond() / workload.quietTenants();
    }

    /** Whether the goal applies at all: it is for tenants that send less than they may. */
    boolean belowShare() {
        return rate() <= share();
    }

    boolean hasGoal() {
        return judged && workload.goalMillis().isPresent();
    }

    boolean met() {
        return hasGoal()
                && !p99().atLeast()
                && p99().millis() <= workload.goalMillis().orElseThrow();
    }
}
