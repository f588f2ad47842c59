package io.fila.e2e.crash;

import io.fila.e2e.wire.Leased;
import io.fila.proto.v1.Message;
import java.time.Duration;
import java.time.Instant;

/** One delivery of a message: who has it, since when, and after how many failed attempts. */
record Lease(String consumer, Instant enqueuedAt, Instant leasedAt, long attempts) {
    static Lease of(Message message, String consumer) {
        return new Lease(
                consumer,
                Leased.instant(message.getTimestamps().getEnqueuedAt()),
                Leased.at(message),
                Integer.toUnsignedLong(message.getMetadata().getAttemptCount()));
    }

    Instant endsAt(Duration visibilityTimeout) {
        return leasedAt.plus(visibilityTimeout);
    }
}
