package io.fila.core.hook;

/**
 * Why a consumer nacks a message.
 *
 * @param error what went wrong
 * @param retryAfterNanos no other try before so much time has passed, whatever a script says
 * @param holdThrottleKey one of the message's throttle keys that is to be held for that long; empty for none
 */
public record NackReason(String error, long retryAfterNanos, String holdThrottleKey) {
    public static NackReason of(String error) {
        return new NackReason(error, 0, "");
    }
}
