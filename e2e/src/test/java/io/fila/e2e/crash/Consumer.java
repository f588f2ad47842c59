package io.fila.e2e.crash;

import io.fila.e2e.wire.Leased;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Semaphore;

/**
 * Takes messages and acks most of them; some it nacks, some it forgets, and some it keeps until the broker has been killed
 * and is back, because a lease must outlive the broker's process.
 */
final class Consumer implements Runnable {
    private static final int READ_AHEAD = 64;
    private static final int AT_WORK_LIMIT = 64;
    private static final Duration POLL = Duration.ofMillis(100);

    private final String name;
    private final Load load;
    private final PlainClient client;
    private final Random random;
    private final Semaphore atWork = new Semaphore(AT_WORK_LIMIT);

    Consumer(String name, Load load, PlainClient client, long seed) {
        this.name = name;
        this.load = load;
        this.client = client;
        this.random = new Random(seed);
    }

    @Override
    public void run() {
        while (load.isConsuming()) {
            long process = load.process();
            try (PlainStream stream = client.consume(Load.QUEUE, READ_AHEAD)) {
                follow(stream);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
            load.awaitBroker(process);
        }
    }

    private void follow(PlainStream stream) throws InterruptedException {
        while (load.isConsuming()) {
            Message message = stream.poll(POLL);
            if (message != null) {
                take(message);
                stream.request(1);
            } else if (stream.isOver()) {
                return;
            }
        }
    }

    private void take(Message message) throws InterruptedException {
        try {
            Account account = load.ledger().account(message);
            Lease lease = account.delivered(message, name);
            if (lease.leasedAt().isAfter(Instant.now().plus(Leased.CLOCK_TOLERANCE))) {
                throw new Violation("Expected leases that begin now but one begins in the future: " + account);
            }
            handle(message, account, lease);
        } catch (Violation violation) {
            load.ledger().report(violation);
        }
    }

    private void handle(Message message, Account account, Lease lease) throws InterruptedException {
        int fate = load.isProducing() ? random.nextInt(100) : 99;
        if (fate < 3) {
            return;
        }
        long process = load.process();
        atWork.acquire();
        Thread.ofVirtual().start(() -> {
            try {
                if (fate < 10) {
                    settle(message, account, lease, false, false);
                } else if (fate < 13) {
                    load.awaitProcessAfter(process, lease.endsAt(Load.VISIBILITY_TIMEOUT));
                    ackUntilAnswered(message, account, lease, true);
                } else {
                    ackUntilAnswered(message, account, lease, false);
                }
            } catch (RuntimeException failure) {
                load.ledger().report(failure);
            } finally {
                atWork.release();
            }
        });
    }

    /** An ack that got no answer is sent again while the lease lasts: the broker may be back by then. */
    private void ackUntilAnswered(Message message, Account account, Lease lease, boolean acrossACrash) {
        long process = load.process();
        Outcome outcome = settle(message, account, lease, true, acrossACrash);
        while (outcome == Outcome.UNKNOWN
                && load.isConsuming()
                && Instant.now().isBefore(lease.endsAt(Load.VISIBILITY_TIMEOUT))) {
            load.awaitBroker(process);
            process = load.process();
            outcome = settle(message, account, lease, true, acrossACrash);
        }
    }

    private Outcome settle(Message message, Account account, Lease lease, boolean ack, boolean acrossACrash) {
        Outcome outcome = Outcome.CONFIRMED;
        try {
            if (ack) {
                client.ack(Load.QUEUE, message.getId());
            } else {
                client.nack(Load.QUEUE, message.getId(), "chosen to fail");
            }
        } catch (StatusRuntimeException failure) {
            outcome = Outcome.of(failure.getStatus());
        }
        load.ledger().settled(account, lease, ack, outcome, acrossACrash);
        return outcome;
    }
}
