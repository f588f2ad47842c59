package io.fila.client;

/** How many workers are busy, now and on average over a time. Time is a parameter; guarded by the pool. */
final class Occupancy {
    private int busy;
    private long changedNanos;
    private long measuredNanos;

    /** The sum over time of how many were busy, since the last measure. */
    private double busyNanos;

    Occupancy(long nowNanos) {
        changedNanos = nowNanos;
        measuredNanos = nowNanos;
    }

    int busy() {
        return busy;
    }

    void change(int by, long nowNanos) {
        busyNanos += (double) busy * (nowNanos - changedNanos);
        changedNanos = nowNanos;
        busy += by;
    }

    /** The part of so many workers that was busy since this was last asked; 1 is all of them all the time. */
    double measure(int workers, long nowNanos) {
        change(0, nowNanos);
        long nanos = nowNanos - measuredNanos;
        double fill = nanos == 0 ? (double) busy / workers : busyNanos / nanos / workers;
        busyNanos = 0;
        measuredNanos = nowNanos;
        return fill;
    }
}
