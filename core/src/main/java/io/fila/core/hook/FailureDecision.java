package io.fila.core.hook;

import java.time.Duration;

/** What happens to a message that failed. */
public sealed interface FailureDecision {
    FailureDecision RETRY_AT_ONCE = new Retry(Duration.ZERO);
    FailureDecision BACK_OFF = new BackOff();

    /** Try again, after a while. */
    record Retry(Duration delay) implements FailureDecision {
        /** Longer delays are cut to this. */
        public static final Duration MAX_DELAY = Duration.ofDays(365);
    }

    /** Try again after the queue's own backoff: nobody has said otherwise. */
    record BackOff() implements FailureDecision {}

    /** Give up and keep it in the dead letter queue. */
    record Bury() implements FailureDecision {}
}
