package io.fila.e2e.crash;

import io.fila.e2e.wire.Leased;
import io.fila.proto.v1.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything the clients know about one message. Any thread. */
final class Account {
    private final String name;
    private final List<Lease> leases = new ArrayList<>(1);
    private final List<Settlement> settlements = new ArrayList<>(1);
    private Outcome enqueue = Outcome.UNDER_WAY;
    private @Nullable String id;

    Account(String name) {
        this.name = name;
    }

    synchronized void enqueued(Outcome outcome, @Nullable String confirmedId) {
        enqueue = outcome;
        if (confirmedId != null) {
            if (id != null && !id.equals(confirmedId)) {
                throw new Violation("Expected one id of " + this + " but its producer was told " + confirmedId);
            }
            id = confirmedId;
        }
    }

    synchronized Lease delivered(Message message, String consumer) {
        if (id != null && !id.equals(message.getId())) {
            throw new Violation("Expected one id of " + this + " but it was delivered as " + message.getId());
        }
        id = message.getId();
        Lease lease = Lease.of(message, consumer);
        leases.add(lease);
        return lease;
    }

    synchronized void settled(Settlement settlement) {
        settlements.add(settlement);
    }

    synchronized boolean isConfirmed() {
        return enqueue == Outcome.CONFIRMED;
    }

    /** Whether an ack was confirmed, or may have reached the broker. */
    synchronized boolean isDone() {
        return settlements.stream()
                .anyMatch(settlement -> settlement.ack() && settlement.outcome().mayHaveHappened());
    }

    /** What the broker did wrong, in sentences. */
    synchronized List<String> violations(Duration visibilityTimeout) {
        List<String> wrongs = new ArrayList<>();
        if (enqueue == Outcome.REFUSED && !leases.isEmpty()) {
            wrongs.add("It was refused, yet delivered.");
        }
        if (enqueue == Outcome.CONFIRMED && !isDone()) {
            wrongs.add("It was confirmed, yet it was not delivered and acked, and nothing is pending any more.");
        }
        leases.sort(Comparator.comparing(Lease::leasedAt));
        for (int i = 1; i < leases.size(); i++) {
            checkSuccession(leases.get(i - 1), leases.get(i), visibilityTimeout, wrongs);
        }
        for (Lease lease : leases) {
            checkAttempts(lease, visibilityTimeout, wrongs);
        }
        for (Settlement settlement : settlements) {
            checkSettlement(settlement, visibilityTimeout, wrongs);
        }
        return wrongs.stream().map(wrong -> wrong + " " + this).toList();
    }

    /** A lease begins when the one before is over: expired, or nacked. */
    private void checkSuccession(Lease before, Lease after, Duration visibilityTimeout, List<String> wrongs) {
        boolean expired =
                !after.leasedAt().isBefore(before.endsAt(visibilityTimeout).minus(Leased.CLOCK_TOLERANCE));
        boolean nacked = settlements.stream()
                .anyMatch(other -> !other.ack()
                        && other.outcome().mayHaveHappened()
                        && !other.endedAt().isBefore(before.leasedAt().minus(Leased.CLOCK_TOLERANCE)));
        if (!expired && !nacked) {
            wrongs.add("It was leased to " + after.consumer() + " while " + before.consumer() + " had it.");
        }
        if (after.attempts() <= before.attempts()) {
            wrongs.add("Its attempts went from " + before.attempts() + " to " + after.attempts() + ".");
        }
    }

    /** Each attempt is a nack or an expiry, so there can't be more of them than of these. */
    private void checkAttempts(Lease lease, Duration visibilityTimeout, List<String> wrongs) {
        long nacks = settlements.stream()
                .filter(settlement -> !settlement.ack() && settlement.outcome().mayHaveHappened())
                .count();
        Duration age = Duration.between(lease.enqueuedAt(), lease.leasedAt()).plus(Leased.CLOCK_TOLERANCE);
        long expiries = age.dividedBy(visibilityTimeout);
        if (lease.attempts() > nacks + expiries) {
            wrongs.add("It says " + lease.attempts() + " attempts after at most " + nacks + " nacks and " + expiries
                    + " expiries.");
        }
    }

    private void checkSettlement(Settlement settlement, Duration visibilityTimeout, List<String> wrongs) {
        if (settlement.ack() && settlement.outcome() == Outcome.CONFIRMED) {
            Instant gone = settlement.endedAt().plus(Leased.CLOCK_TOLERANCE);
            if (leases.stream().anyMatch(lease -> lease.leasedAt().isAfter(gone))) {
                wrongs.add("It came back after its ack was confirmed.");
            }
        }
        if (settlement.outcome() == Outcome.REFUSED && !mayBeRefused(settlement, visibilityTimeout)) {
            wrongs.add("A settlement was refused although its lease was not over: " + settlement + ".");
        }
    }

    /** A settlement may be refused if the lease was over by then, or if another may have ended it. */
    private boolean mayBeRefused(Settlement refused, Duration visibilityTimeout) {
        Instant surely = refused.lease().endsAt(visibilityTimeout).minus(Leased.CLOCK_TOLERANCE);
        Instant given = refused.lease().leasedAt().minus(Leased.CLOCK_TOLERANCE);
        return !refused.endedAt().isBefore(surely)
                || settlements.stream()
                        .anyMatch(other -> other.outcome().mayHaveHappened()
                                && !other.endedAt().isBefore(given));
    }

    @Override
    public synchronized String toString() {
        return "[" + name + ", id " + id + ", enqueue " + enqueue + ", leases " + leases + ", settlements "
                + settlements + "]";
    }
}
