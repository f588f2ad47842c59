package io.fila.server.metrics;

/**
 * What happened to a key since it was first seen.
 *
 * @param key its name; empty for all the others together
 * @param passed deliveries
 * @param waits how often it had to wait for tokens
 * @param waitedNanos how long what was delivered had been in the queue, together
 * @param weight what it weighed at its last delivery; 0 for all the others together
 */
public record KeyCounts(String key, long passed, long waits, long waitedNanos, long weight) {
    KeyCounts plus(KeyCounts more) {
        return new KeyCounts(key, passed + more.passed, waits + more.waits, waitedNanos + more.waitedNanos, 0);
    }

    public boolean isRest() {
        return key.isEmpty();
    }
}
