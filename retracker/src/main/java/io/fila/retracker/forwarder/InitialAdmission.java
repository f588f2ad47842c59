package io.fila.retracker.forwarder;

import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;
import java.time.Duration;

/** Limits how many new clients are accepted while the queue is nearly full. Any thread may call it. */
final class InitialAdmission {
    private static final long NANOS_PER_MILLI = Duration.ofMillis(1).toNanos();

    private final int thresholdPercent;
    private final TokenBucket bucket;

    /**
     * @param thresholdPercent how full the queue is when it begins to count; 0 for never
     */
    InitialAdmission(int thresholdPercent, int perSecond, int burst, long nowMillis) {
        this.thresholdPercent = thresholdPercent;
        bucket = new TokenBucket(new Rate(perSecond, burst), nowMillis * NANOS_PER_MILLI);
    }

    synchronized boolean admits(double fillPercent, long nowMillis) {
        return thresholdPercent == 0
                || fillPercent < thresholdPercent
                || bucket.tryConsume(1, nowMillis * NANOS_PER_MILLI);
    }
}
