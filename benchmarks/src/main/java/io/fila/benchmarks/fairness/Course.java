package io.fila.benchmarks.fairness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Who was served when, to see how shares change over time. */
final class Course {
    private final List<Service> services = new ArrayList<>();

    private record Service(int tenant, long atNanos) {}

    synchronized void served(int tenant, long nowNanos) {
        services.add(new Service(tenant, nowNanos));
    }

    /**
     * How long after a moment a tenant's share, looked at over a window from there on, is what it should be.
     *
     * @param tolerance difference between shares that is as good as none
     * @return empty if that did not happen as long as services are known
     */
    synchronized OptionalLong nanosUntilShare(
            int tenant, double share, double tolerance, long fromNanos, Duration window) {
        int end = 0;
        long ofTenant = 0;
        for (int begin = 0; begin < services.size(); begin++) {
            long endNanos = services.get(begin).atNanos() + window.toNanos();
            while (end < services.size() && services.get(end).atNanos() < endNanos) {
                ofTenant += services.get(end).tenant() == tenant ? 1 : 0;
                end++;
            }
            if (end == services.size()) {
                return OptionalLong.empty();
            }
            Service first = services.get(begin);
            double found = (double) ofTenant / (end - begin);
            if (first.atNanos() >= fromNanos && Math.abs(found - share) <= tolerance) {
                return OptionalLong.of(first.atNanos() - fromNanos);
            }
            ofTenant -= first.tenant() == tenant ? 1 : 0;
        }
        return OptionalLong.empty();
    }
}
