package io.fila.benchmarks.fairness;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Quiet tenants beside busy ones.
 *
 * @param busyTenants each of which has messages waiting all the time
 * @param backlog messages that wait all the time
 * @param handling how long a consumer is busy with a message
 * @param plain whether consumers use the plain contract instead of the Java client
 * @param compared whether brokers without fairness have to do it too
 * @param goalMillis what 99 of 100 messages of a quiet tenant should take at most
 */
record Workload(
        String name,
        int busyTenants,
        long backlog,
        Duration handling,
        int consumers,
        boolean plain,
        boolean compared,
        OptionalDouble goalMillis) {
    /** Messages a second that all quiet tenants send, if their shares allow it. */
    static final double QUIET_PER_SECOND = 20;

    /** How much of its share a quiet tenant uses at most. */
    private static final double PART_OF_SHARE = 0.4;

    /** Busy tenants for each quiet one: beside many, a tenant's share is so small that several have to take turns. */
    private static final int BUSY_PER_QUIET = 500;

    /** What a consumer that has nothing to do takes a second at the very least. */
    private static final double IDLE_HANDED_PER_SECOND = 20_000;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double SLACK_MILLIS = 5;

    /** One noisy tenant, one consumer with the Java client. */
    static Workload beside(String name, long backlog, Duration handling) {
        return new Workload(name, 1, backlog, handling, 1, false, true, goal(handling, 1));
    }

    /** The general goal: two turns of the consumers, the message's own, and a little. */
    private static OptionalDouble goal(Duration handling, int consumers) {
        double millis = handling.toNanos() / NANOS_PER_MILLI;
        return OptionalDouble.of(2 * millis / consumers + millis + SLACK_MILLIS);
    }

    Workload named(String newName) {
        return new Workload(newName, busyTenants, backlog, handling, consumers, plain, compared, goalMillis);
    }

    Workload withBacklog(long messages) {
        return new Workload(name, busyTenants, messages, handling, consumers, plain, compared, goalMillis);
    }

    Workload withBusyTenants(int count) {
        return new Workload(name, count, backlog, handling, consumers, plain, compared, goalMillis);
    }

    Workload withConsumers(int count) {
        return new Workload(name, busyTenants, backlog, handling, count, plain, compared, goal(handling, count));
    }

    /** With consumers of the plain contract, which may have a window of so much work in hand. */
    Workload withPlainClient(Duration window) {
        OptionalDouble goal = OptionalDouble.of(goalMillis.orElse(0) + window.toMillis());
        return new Workload(name, busyTenants, backlog, handling, consumers, true, false, goal);
    }

    Workload withGoal(double millis) {
        return new Workload(
                name, busyTenants, backlog, handling, consumers, plain, compared, OptionalDouble.of(millis));
    }

    Workload withoutGoal() {
        return new Workload(name, busyTenants, backlog, handling, consumers, plain, compared, OptionalDouble.empty());
    }

    Workload withoutComparison() {
        return new Workload(name, busyTenants, backlog, handling, consumers, plain, false, goalMillis);
    }

    /** Whether consumers never rest: then the processors do not either, and whoever waits also waits for them. */
    boolean saturating() {
        return handling.isZero() && !plain;
    }

    int quietTenants() {
        return Math.max(1, busyTenants / BUSY_PER_QUIET);
    }

    /** Messages a second that all consumers together handle, as far as that is known beforehand. */
    double capacityPerSecond() {
        return handling.isZero() ? IDLE_HANDED_PER_SECOND : consumers * NANOS_PER_SECOND / handling.toNanos();
    }

    double quietPerSecond() {
        double share = capacityPerSecond() / (busyTenants + quietTenants());
        return Math.min(QUIET_PER_SECOND, PART_OF_SHARE * share * quietTenants());
    }

    Quiet.Plan plan(Duration ignored, Duration counted) {
        double perSecond = quietPerSecond();
        return new Quiet.Plan(
                quietTenants(),
                Duration.ofNanos((long) (NANOS_PER_SECOND / perSecond)),
                (int) Math.ceil(perSecond * ignored.toMillis() / 1000),
                (int) Math.ceil(perSecond * ignored.plus(counted).toMillis() / 1000));
    }

    /** How long the backlog lasts: what everybody waits where nobody is told apart. */
    Duration backlogTime() {
        return Duration.ofMillis((long) (1000 * backlog / capacityPerSecond()));
    }
}
