package io.fila.core.hook;

import java.time.Duration;

/** What happens to a message that failed. */
public sealed interface FailureDecision {
    FailureDecision RETRY_AT_ONCE = new Retry(Duration.ZERO);
    FailureDecision BACK_OFF = new BackOff();

    /** Retry after a delay. */
    record Retry(Duration delay) implements FailureDecision {
        /** Longer delays are cut to this. */
        public static final Duration MAX_DELAY = Duration.ofDays(365);
    }

    /** Retry after the queue's backoff. */
    record BackOff() implements FailureDecision {}

    /** Move it to the dead letter queue. */
    record Bury() implements FailureDecision {}
}
