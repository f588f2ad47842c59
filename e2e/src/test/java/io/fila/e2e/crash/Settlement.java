package io.fila.e2e.crash;

import java.time.Instant;

/** An ack or nack that a consumer sent for a lease, and what became of it. */
record Settlement(Lease lease, boolean ack, Instant endedAt, Outcome outcome) {
    @Override
    public String toString() {
        return outcome + (ack ? " ack" : " nack") + " by " + lease.consumer() + " at " + endedAt;
    }
}
