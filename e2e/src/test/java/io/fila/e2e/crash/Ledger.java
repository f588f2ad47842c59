package io.fila.e2e.crash;

import io.fila.proto.v1.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The books about every message that was sent: what was confirmed, delivered and settled. Any thread. */
public final class Ledger {
    private final Duration visibilityTimeout;
    private final ConcurrentMap<String, Account> accounts = new ConcurrentHashMap<>();
    private final Queue<String> seenAtOnce = new ConcurrentLinkedQueue<>();
    private final AtomicLong confirmed = new AtomicLong();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong acked = new AtomicLong();
    private final AtomicLong ackedAcrossACrash = new AtomicLong();

    Ledger(Duration visibilityTimeout) {
        this.visibilityTimeout = visibilityTimeout;
    }

    Account sent(String name) {
        Account account = new Account(name);
        accounts.put(name, account);
        return account;
    }

    void enqueued(Account account, Outcome outcome, @Nullable String id) {
        account.enqueued(outcome, id);
        if (outcome == Outcome.CONFIRMED) {
            confirmed.incrementAndGet();
        }
    }

    /** Books a delivery and returns whose it is. */
    Account account(Message message) {
        delivered.incrementAndGet();
        String name = Parcel.name(message.getPayload());
        Account account = accounts.get(name);
        if (account == null) {
            throw new Violation("Expected a message that was sent but found " + name);
        }
        return account;
    }

    void settled(Account account, Lease lease, boolean ack, Outcome outcome, boolean acrossACrash) {
        account.settled(new Settlement(lease, ack, Instant.now(), outcome));
        if (ack && outcome == Outcome.CONFIRMED) {
            acked.incrementAndGet();
            if (acrossACrash) {
                ackedAcrossACrash.incrementAndGet();
            }
        }
    }

    void report(Throwable failure) {
        seenAtOnce.add(failure.toString());
    }

    /** Confirmed messages that are not acked yet, more or less. */
    long outstanding() {
        return confirmed.get() - acked.get();
    }

    public long confirmed() {
        return confirmed.get();
    }

    public long acked() {
        return acked.get();
    }

    public long delivered() {
        return delivered.get();
    }

    /** Acks that were confirmed by a later process of the broker than the one that gave the lease. */
    public long ackedAcrossACrash() {
        return ackedAcrossACrash.get();
    }

    public boolean isClean() {
        return seenAtOnce.isEmpty();
    }

    /** Everything the broker did wrong; to be asked when nothing is pending or under way any more. */
    public List<String> violations() {
        List<String> wrongs = new ArrayList<>(seenAtOnce);
        for (Account account : accounts.values()) {
            wrongs.addAll(account.violations(visibilityTimeout));
        }
        return wrongs;
    }
}
