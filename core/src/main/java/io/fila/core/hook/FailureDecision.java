package io.fila.core.hook;

import java.time.Duration;

/** What happens to a message that failed. */
public sealed interface FailureDecision {
    FailureDecision RETRY_AT_ONCE = new Retry(Duration.ZERO);

    /** Try again, after a while. */
    record Retry(Duration delay) implements FailureDecision {
        /** Longer delays are cut to this. */
        public static final Duration MAX_DELAY = Duration.ofDays(365);
    }

    /** Give up and keep it in the dead letter queue. */
    record Bury() implements FailureDecision {}
}
