package io.fila.server.telemetry;

/** How long something has been so, over all the times it was. For one thread. */
final class Stopwatch {
    private long totalNanos;
    private long sinceNanos;
    private boolean running;

    void start(long nowNanos) {
        if (!running) {
            running = true;
            sinceNanos = nowNanos;
        }
    }

    void stop(long nowNanos) {
        totalNanos = readNanos(nowNanos);
        running = false;
    }

    long readNanos(long nowNanos) {
        return running ? totalNanos + nowNanos - sinceNanos : totalNanos;
    }
}
