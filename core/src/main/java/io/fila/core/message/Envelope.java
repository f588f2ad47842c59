package io.fila.core.message;

/** What is fixed about a message from the moment it is accepted. */
public record Envelope(MessageId id, Scheduling scheduling, long enqueuedAtNanos) {
    public String fairnessKey() {
        return scheduling.fairnessKey();
    }
}
