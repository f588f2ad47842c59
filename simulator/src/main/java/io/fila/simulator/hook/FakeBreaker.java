package io.fila.simulator.hook;

/** Bypasses the scripts of a queue for a while after they have failed several times in a row. */
final class FakeBreaker {
    private static final int THRESHOLD = 3;
    private static final long COOLDOWN_NANOS = 10_000_000_000L;

    private int failuresInARow;
    private long closedAtNanos = Long.MIN_VALUE;

    boolean isOpen(long nowNanos) {
        return nowNanos < closedAtNanos;
    }

    void succeeded() {
        failuresInARow = 0;
    }

    void failed(long nowNanos) {
        failuresInARow++;
        if (failuresInARow >= THRESHOLD) {
            failuresInARow = 0;
            closedAtNanos = nowNanos + COOLDOWN_NANOS;
        }
    }
}
