package io.fila.client.produce;

import io.fila.client.Backoff;
import io.fila.client.ProducerOptions;
import io.fila.client.Receipt;
import io.fila.client.connection.Callback;
import io.fila.client.connection.Connection;
import io.fila.client.connection.Guard;
import io.fila.client.connection.Outage;
import io.fila.client.connection.Reply;
import io.fila.client.connection.Subject;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.FilaException;
import io.fila.client.error.ProducerFull;
import io.fila.client.error.Unavailable;
import io.fila.client.error.Unconfirmed;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.StreamRefusal;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A producer's messages between their outbox and the broker: sends them when they may leave, hears the answers, and finds a
 * new way when the old one breaks. Safe for use by many threads; promises are kept after the lock is released.
 */
public final class ProducerSession implements SendPath.Sender {
    private final Connection connection;
    private final ProducerOptions options;
    private final Guard guard = new Guard();

    private final Outbox outbox;
    private @Nullable SendPath path;
    private boolean withoutStreams;

    /** Attempts that failed in a row, and the last one's failure. */
    private int failures;

    private @Nullable FilaException trouble;

    /** Whether nothing is sent before an alarm rings. */
    private boolean resting;

    private boolean lingering;
    private boolean watchingDeadlines;
    private @Nullable FilaException ended;

    public ProducerSession(Connection connection, ProducerOptions options) {
        this.connection = connection;
        this.options = options;
        outbox = new Outbox(options);
    }

    /** Takes a message in, waiting for room or refusing it as the options say. */
    public CompletableFuture<Receipt> accept(EnqueueRequest request) throws InterruptedException {
        long nowNanos = System.nanoTime();
        PendingSend send = new PendingSend(
                request, nowNanos, nowNanos + options.deliveryTimeout().toNanos());
        guard.enterInterruptibly();
        try {
            if (!hasRoomFor(send)) {
                if (options.whenFull() == ProducerOptions.WhenFull.REFUSE || Callback.inside()) {
                    throw new ProducerFull("Expected room for " + send.bytes + " bytes but "
                            + options.maxOutstandingMessages() + " messages or " + options.maxOutstandingBytes()
                            + " bytes are unconfirmed. Wait for some of them, or raise the limit.");
                }
                guard.await(() -> hasRoomFor(send), Guard.FOR_EVER_NANOS);
            }
            if (ended != null) {
                throw ended;
            }
            outbox.add(send);
            pump();
            return send.receipt;
        } finally {
            guard.leave();
        }
    }

    /** The receipts of whatever is not confirmed yet. */
    public List<CompletableFuture<Receipt>> outstanding() {
        guard.enter();
        try {
            return outbox.all().stream().map(send -> send.receipt).toList();
        } finally {
            guard.leave();
        }
    }

    /** Ends with this reason for whatever is outstanding and whoever comes later. */
    public void end(FilaException reason) {
        guard.enter();
        try {
            if (ended == null) {
                ended = reason;
                outbox.clear().forEach(send -> fail(send, unsure(send, reason)));
                guard.changed();
                if (path != null) {
                    path.end();
                    path = null;
                }
            }
        } finally {
            guard.leave();
        }
    }

    @Override
    public void hear(Runnable answers) {
        guard.enter();
        try {
            answers.run();
            guard.changed();
            pump();
        } finally {
            guard.leave();
        }
    }

    @Override
    public void delivered(long sequence, Receipt receipt) {
        failures = 0;
        PendingSend send = outbox.answered(sequence);
        if (send != null) {
            guard.promise(() -> send.receipt.complete(receipt));
        }
    }

    @Override
    public void refused(long sequence, StreamRefusal refusal) {
        PendingSend send = outbox.answered(sequence);
        if (send == null) {
            return;
        }
        FilaException reason = connection.failure(refusal, new Subject.Queue(send.request.getQueue()));
        if (reason instanceof Unavailable && connection.options().reconnect() != null) {
            trouble = reason;
            outbox.again(send);
            rest();
        } else {
            failures = 0;
            fail(send, reason);
        }
    }

    @Override
    public void failed(long sequence, FilaException failure) {
        PendingSend send = outbox.answered(sequence);
        if (send == null) {
            return;
        }
        if (!(failure instanceof Unavailable || failure instanceof CallTimedOut)) {
            fail(send, failure);
        } else if (comesAgain(send)) {
            trouble = failure;
            outbox.again(send);
            rest();
        } else {
            fail(send, unsure(send, failure));
        }
    }

    @Override
    public void lost(SendPath from, Status status, Metadata trailers) {
        guard.enter();
        try {
            if (!from.equals(path)) {
                return;
            }
            path = null;
            FilaException reason = connection.failure(status, trailers, new Subject.Broker());
            if (status.getCode() == Status.Code.UNIMPLEMENTED) {
                withoutStreams = true;
                outbox.turnBack(send -> true);
            } else if (Outage.is(status) || (from.accepted() && status.getCode() == Status.Code.RESOURCE_EXHAUSTED)) {
                trouble = reason;
                outbox.turnBack(this::comesAgain).forEach(send -> fail(send, unsure(send, reason)));
                if (connection.options().reconnect() == null) {
                    outbox.clearWaiting().forEach(send -> fail(send, reason));
                } else if (connection.goesElsewhere(status, trailers, new Subject.Broker())
                        && failures < Reply.MAX_REDIRECTS) {
                    failures++;
                } else {
                    rest();
                }
            } else {
                outbox.turnBack(send -> false)
                        .forEach(send -> fail(send, from.accepted() ? unsure(send, reason) : reason));
            }
            guard.changed();
            pump();
        } finally {
            guard.leave();
        }
    }

    /** Whether there is no reason to wait; also once it is over. */
    private boolean hasRoomFor(PendingSend send) {
        return ended != null || outbox.hasRoomFor(send.bytes);
    }

    /** Sends what may leave. */
    private void pump() {
        if (ended != null || outbox.isEmpty()) {
            return;
        }
        watchDeadlines();
        if (resting) {
            return;
        }
        if (path == null && outbox.hasWaiting()) {
            SendPath opened =
                    withoutStreams ? new UnarySendPath(connection, this) : new StreamSendPath(connection, this);
            path = opened;
            opened.open();
        }
        long nowNanos = System.nanoTime();
        for (List<PendingSend> frame = nextFrame(nowNanos);
                frame != null && path != null;
                frame = nextFrame(nowNanos)) {
            path.send(frame);
        }
        linger(outbox.nanosToNextFrame(nowNanos));
    }

    /** Null also if the path was lost meanwhile. */
    private @Nullable List<PendingSend> nextFrame(long nowNanos) {
        return path == null || resting ? null : outbox.nextFrame(nowNanos);
    }

    private boolean comesAgain(PendingSend send) {
        return connection.options().reconnect() != null && send.canBeRepeated(options.resend());
    }

    private void rest() {
        Backoff backoff = connection.options().reconnect();
        if (!resting && backoff != null) {
            resting = true;
            failures++;
            alarm(connection.backoff(backoff, failures), () -> resting = false);
        }
    }

    private void linger(long nanos) {
        if (!lingering && nanos != Long.MAX_VALUE) {
            lingering = true;
            alarm(Duration.ofNanos(nanos), () -> lingering = false);
        }
    }

    private void watchDeadlines() {
        if (watchingDeadlines) {
            return;
        }
        long nanos = outbox.expire(System.nanoTime(), send -> fail(send, overdue(send)));
        if (nanos != Long.MAX_VALUE) {
            watchingDeadlines = true;
            alarm(Duration.ofNanos(nanos), () -> watchingDeadlines = false);
        }
    }

    private void alarm(Duration delay, Runnable change) {
        var unused = connection.alarm().after(delay, () -> hear(change));
    }

    /** The send is out of the outbox, so there is room for another. */
    private void fail(PendingSend send, FilaException reason) {
        guard.promise(() -> send.receipt.completeExceptionally(reason));
        guard.changed();
    }

    private FilaException overdue(PendingSend send) {
        FilaException last = trouble;
        String why = "No confirmation within " + options.deliveryTimeout().toMillis() + " ms"
                + (last == null ? "" : "; last error: " + last.getMessage());
        return send.sent
                ? new Unconfirmed(why + ". The message may or may not be stored.", last)
                : new Unavailable(why + ". The message is not stored.", last);
    }

    private static FilaException unsure(PendingSend send, FilaException reason) {
        return send.sent
                ? new Unconfirmed(
                        "The connection broke before the message was confirmed: " + reason.getMessage()
                                + ". It may or may not be stored.",
                        reason)
                : reason;
    }
}
