package io.fila.benchmarks.fairness;

import java.time.Duration;
import java.util.List;

/** Who was served in each of a row of windows of time, beside what the weights promise. */
final class Shares {
    private final List<Tenant> tenants;
    private final long beginNanos;
    private final long windowNanos;
    private final long[][] served;

    Shares(List<Tenant> tenants, long beginNanos, Duration window, int windows) {
        this.tenants = List.copyOf(tenants);
        this.beginNanos = beginNanos;
        windowNanos = window.toNanos();
        served = new long[windows][tenants.size()];
    }

    synchronized void served(int tenant, long nowNanos) {
        long window = Math.floorDiv(nowNanos - beginNanos, windowNanos);
        if (window >= 0 && window < served.length) {
            served[(int) window][tenant]++;
        }
    }

    /** The largest difference between a share and what it should have been, in percentage points. */
    synchronized double largestDifferencePoints() {
        double largest = 0;
        for (long[] window : served) {
            for (int tenant = 0; tenant < tenants.size(); tenant++) {
                largest = Math.max(largest, Math.abs(share(window, tenant) - due(tenant)) * 100);
            }
        }
        return largest;
    }

    /** The same as a percentage of the share it should have been. */
    synchronized double largestDifferencePercent() {
        double largest = 0;
        for (long[] window : served) {
            for (int tenant = 0; tenant < tenants.size(); tenant++) {
                largest = Math.max(largest, Math.abs(share(window, tenant) / due(tenant) - 1) * 100);
            }
        }
        return largest;
    }

    /** Messages a second, of all tenants. */
    synchronized double perSecond() {
        long all = 0;
        for (long[] window : served) {
            all += sum(window);
        }
        return all * 1e9 / (windowNanos * served.length);
    }

    private double due(int tenant) {
        return (double) tenants.get(tenant).weight()
                / tenants.stream().mapToInt(Tenant::weight).sum();
    }

    private static double share(long[] window, int tenant) {
        long all = sum(window);
        return all == 0 ? 0 : (double) window[tenant] / all;
    }

    private static long sum(long[] window) {
        long all = 0;
        for (long each : window) {
            all += each;
        }
        return all;
    }
}
