package io.fila.benchmarks.fairness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The workloads that are measured: a base case, and each of its dimensions varied by itself.
 *
 * @param time in which each is measured, and so what a quiet tenant sends at all
 * @param large whether those with millions of messages are among them
 */
record Cases(Duration time, boolean large) {
    static final String FILA = "Fila";
    static final String OLDER = "Fila before";
    static final String BASE = "handler-5ms";
    static final String COLD = "cold";

    private static final Duration HANDLING = Duration.ofMillis(5);
    private static final int BASE_NOISE = 100;

    /** What a consumer of the plain contract may have in hand. */
    private static final Duration PLAIN_WINDOW = Duration.ofMillis(100);

    static String handler(int millis) {
        return "handler-" + millis + "ms";
    }

    static String noise(int times) {
        return "noise-" + times;
    }

    static String keys(int count) {
        return "keys-" + count;
    }

    List<Workload> workloads() {
        List<Workload> all = new ArrayList<>();
        for (int millis : new int[] {0, 1, 5, 50}) {
            all.add(Workload.beside(handler(millis), backlog(BASE_NOISE), Duration.ofMillis(millis)));
        }
        all.add(base().named(noise(10)).withBacklog(backlog(10)));
        all.add(base().named(noise(1000)).withBacklog(backlog(1000)).withoutComparison());
        all.add(idleHanded().named(keys(100)).withBusyTenants(100));
        all.add(idleHanded()
                .named(keys(10_000))
                .withBusyTenants(10_000)
                .withBacklog(200_000)
                .withGoal(10));
        all.add(base().named("consumers-10").withConsumers(10));
        all.add(base().named("consumers-100").withConsumers(100));
        all.add(idleHanded().named("plain-0ms").withPlainClient(PLAIN_WINDOW));
        all.add(base().named("plain-5ms").withPlainClient(PLAIN_WINDOW));
        if (large) {
            all.add(base().named(noise(10_000)).withBacklog(backlog(10_000)).withoutComparison());
            all.add(idleHanded()
                    .named(keys(1_000_000))
                    .withBusyTenants(1_000_000)
                    .withBacklog(2_000_000)
                    .withGoal(25)
                    .withoutComparison());
        }
        return all;
    }

    /** The base case with a freshly started broker. */
    Workload cold() {
        return base().named(COLD).withoutGoal();
    }

    Workload warmUp() {
        return idleHanded().named("warm-up");
    }

    Workload restart() {
        return base().named("restart").withoutGoal();
    }

    private Workload base() {
        return Workload.beside(BASE, backlog(BASE_NOISE), HANDLING);
    }

    private Workload idleHanded() {
        return Workload.beside(handler(0), backlog(BASE_NOISE), Duration.ZERO);
    }

    /** How many messages for each one that the quiet tenants send. */
    private long backlog(int noise) {
        return (long) (noise * Workload.QUIET_PER_SECOND * time.toSeconds());
    }
}
