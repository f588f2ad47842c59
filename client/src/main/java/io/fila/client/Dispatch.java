package io.fila.client;

import io.fila.client.error.CallTimedOut;
import io.fila.client.error.FilaException;
import io.fila.client.error.ProducerFull;
import io.fila.client.error.Unavailable;
import io.fila.client.error.Unconfirmed;
import io.fila.proto.v1.StreamRefusal;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A producer's letters between their outbox and the broker: sends them as they may leave, hears the answers, and finds a
 * new way when the old one breaks. Safe for use by many threads; promises are kept after the lock is released.
 */
final class Dispatch implements Post.Sender {
    private static final long FOR_EVER_NANOS = Long.MAX_VALUE;

    private final Connection connection;
    private final ProducerOptions options;
    private final Guard guard = new Guard();

    private final Outbox outbox;
    private @Nullable Post post;
    private boolean withoutStreams;

    /** Attempts that failed in a row, and the last one's failure. */
    private int failures;

    private @Nullable FilaException trouble;

    /** Whether nothing is sent before an alarm rings. */
    private boolean resting;

    private boolean lingering;
    private boolean watchingDeadlines;
    private @Nullable FilaException ended;

    Dispatch(Connection connection, ProducerOptions options) {
        this.connection = connection;
        this.options = options;
        outbox = new Outbox(options);
    }

    /** Takes a letter in, waiting for room or refusing it as the options say. */
    void accept(Letter letter) throws InterruptedException {
        guard.enterInterruptibly();
        try {
            if (!hasRoomFor(letter)) {
                if (options.whenFull() == ProducerOptions.WhenFull.REFUSE || Callback.inside()) {
                    throw new ProducerFull("Expected room for " + letter.bytes + " bytes but "
                            + options.maxOutstandingMessages() + " messages or " + options.maxOutstandingBytes()
                            + " bytes are unconfirmed. Wait for some of them, or raise the limit.");
                }
                guard.await(() -> hasRoomFor(letter), FOR_EVER_NANOS);
            }
            if (ended != null) {
                throw ended;
            }
            outbox.add(letter);
            pump();
        } finally {
            guard.leave();
        }
    }

    List<Letter> outstanding() {
        guard.enter();
        try {
            return outbox.all();
        } finally {
            guard.leave();
        }
    }

    /** Ends with this reason for whatever is outstanding and whoever comes later. */
    void end(FilaException reason) {
        guard.enter();
        try {
            if (ended == null) {
                ended = reason;
                outbox.clear().forEach(letter -> fail(letter, unsure(letter, reason)));
                guard.changed();
                if (post != null) {
                    post.end();
                    post = null;
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
        Letter letter = outbox.answered(sequence);
        if (letter != null) {
            guard.promise(() -> letter.receipt.complete(receipt));
        }
    }

    @Override
    public void refused(long sequence, StreamRefusal refusal) {
        Letter letter = outbox.answered(sequence);
        if (letter == null) {
            return;
        }
        FilaException reason = connection.failure(refusal, new Subject.Queue(letter.request.getQueue()));
        if (reason instanceof Unavailable && connection.options().reconnect() != null) {
            trouble = reason;
            outbox.again(letter);
            rest();
        } else {
            failures = 0;
            fail(letter, reason);
        }
    }

    @Override
    public void failed(long sequence, FilaException failure) {
        Letter letter = outbox.answered(sequence);
        if (letter == null) {
            return;
        }
        if (!(failure instanceof Unavailable || failure instanceof CallTimedOut)) {
            fail(letter, failure);
        } else if (comesAgain(letter)) {
            trouble = failure;
            outbox.again(letter);
            rest();
        } else {
            fail(letter, unsure(letter, failure));
        }
    }

    @Override
    public void lost(Post from, Status status, Metadata trailers) {
        guard.enter();
        try {
            if (!from.equals(post)) {
                return;
            }
            post = null;
            FilaException reason = connection.failure(status, trailers, new Subject.Broker());
            if (status.getCode() == Status.Code.UNIMPLEMENTED) {
                withoutStreams = true;
                outbox.turnBack(letter -> true);
            } else if (Outage.is(status) || (from.accepted() && status.getCode() == Status.Code.RESOURCE_EXHAUSTED)) {
                trouble = reason;
                outbox.turnBack(this::comesAgain).forEach(letter -> fail(letter, unsure(letter, reason)));
                if (connection.options().reconnect() == null) {
                    outbox.clear().forEach(letter -> fail(letter, reason));
                } else if (connection.goesElsewhere(status, trailers, new Subject.Broker())
                        && failures < Reply.MAX_REDIRECTS) {
                    failures++;
                } else {
                    rest();
                }
            } else {
                outbox.turnBack(letter -> false)
                        .forEach(letter -> fail(letter, from.accepted() ? unsure(letter, reason) : reason));
            }
            guard.changed();
            pump();
        } finally {
            guard.leave();
        }
    }

    /** Whether there is no reason to wait; also once it is over. */
    private boolean hasRoomFor(Letter letter) {
        return ended != null || outbox.hasRoomFor(letter.bytes);
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
        if (post == null && outbox.hasWaiting()) {
            Post opened = withoutStreams ? new PlainPost(connection, this) : new StreamPost(connection, this);
            post = opened;
            opened.open();
        }
        long nowNanos = System.nanoTime();
        for (List<Letter> frame = nextFrame(nowNanos); frame != null && post != null; frame = nextFrame(nowNanos)) {
            post.send(frame);
        }
        linger(outbox.nanosToNextFrame(nowNanos));
    }

    /** Null also if the post was lost meanwhile. */
    private @Nullable List<Letter> nextFrame(long nowNanos) {
        return post == null || resting ? null : outbox.nextFrame(nowNanos);
    }

    private boolean comesAgain(Letter letter) {
        return connection.options().reconnect() != null && letter.canBeRepeated(options.resend());
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
        long nanos = outbox.expire(System.nanoTime(), letter -> fail(letter, overdue(letter)));
        if (nanos != Long.MAX_VALUE) {
            watchingDeadlines = true;
            alarm(Duration.ofNanos(nanos), () -> watchingDeadlines = false);
        }
    }

    private void alarm(Duration delay, Runnable change) {
        var unused = connection.alarm().after(delay, () -> hear(change));
    }

    /** The letter is out of the outbox, so there is room for another. */
    private void fail(Letter letter, FilaException reason) {
        guard.promise(() -> letter.receipt.completeExceptionally(reason));
        guard.changed();
    }

    private FilaException overdue(Letter letter) {
        FilaException last = trouble;
        String why = "No confirmation within " + options.deliveryTimeout().toMillis() + " ms"
                + (last == null ? "" : "; last error: " + last.getMessage());
        return letter.sent
                ? new Unconfirmed(why + ". The message may or may not be stored.", last)
                : new Unavailable(why + ". The message is not stored.", last);
    }

    private static FilaException unsure(Letter letter, FilaException reason) {
        return letter.sent
                ? new Unconfirmed(
                        "The connection broke before the message was confirmed: " + reason.getMessage()
                                + ". It may or may not be stored.",
                        reason)
                : reason;
    }
}
