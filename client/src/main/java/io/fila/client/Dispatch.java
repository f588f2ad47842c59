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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A producer's letters between their outbox and the broker: sends them as they may leave, hears the answers, and finds a
 * new way when the old one breaks. Safe for use by many threads; promises are kept after the lock is released.
 */
final class Dispatch implements Post.Sender {
    private final Connection connection;
    private final ProducerOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Queue<Runnable> promisesToKeep = new ConcurrentLinkedQueue<>();

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
        lock.lockInterruptibly();
        try {
            while (ended == null && !outbox.hasRoomFor(letter.bytes)) {
                if (options.whenFull() == ProducerOptions.WhenFull.REFUSE || Callback.inside()) {
                    throw new ProducerFull("Expected room for " + letter.bytes + " bytes but "
                            + options.maxOutstandingMessages() + " messages or " + options.maxOutstandingBytes()
                            + " bytes are unconfirmed. Wait for some of them, or raise the limit.");
                }
                room.await();
            }
            if (ended != null) {
                throw ended;
            }
            outbox.add(letter);
            pump();
        } finally {
            release();
        }
    }

    List<Letter> outstanding() {
        lock.lock();
        try {
            return outbox.all();
        } finally {
            lock.unlock();
        }
    }

    /** Ends with this reason for whatever is outstanding and whoever comes later. */
    void end(FilaException reason) {
        lock.lock();
        try {
            if (ended == null) {
                ended = reason;
                outbox.clear().forEach(letter -> fail(letter, unsure(letter, reason)));
                room.signalAll();
                if (post != null) {
                    post.end();
                    post = null;
                }
            }
        } finally {
            release();
        }
    }

    @Override
    public void hear(Runnable answers) {
        lock.lock();
        try {
            answers.run();
            if (lock.hasWaiters(room)) {
                room.signalAll();
            }
            pump();
        } finally {
            release();
        }
    }

    @Override
    public void delivered(long sequence, Receipt receipt) {
        failures = 0;
        Letter letter = outbox.answered(sequence);
        if (letter != null) {
            promisesToKeep.add(() -> letter.receipt.complete(receipt));
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
        lock.lock();
        try {
            if (!from.equals(post)) {
                return;
            }
            post = null;
            FilaException reason = connection.failure(status, trailers, new Subject.Broker());
            if (status.getCode() == Status.Code.UNIMPLEMENTED) {
                withoutStreams = true;
                outbox.turnBack(letter -> true);
            } else if (Outage.is(status)) {
                trouble = reason;
                outbox.turnBack(this::comesAgain).forEach(letter -> fail(letter, unsure(letter, reason)));
                if (connection.options().reconnect() == null) {
                    outbox.clear().forEach(letter -> fail(letter, reason));
                } else if (!connection.redirected(status, trailers, new Subject.Broker())) {
                    rest();
                }
            } else {
                outbox.turnBack(letter -> false).forEach(letter -> fail(letter, reason));
            }
            room.signalAll();
            pump();
        } finally {
            release();
        }
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

    private void fail(Letter letter, FilaException reason) {
        promisesToKeep.add(() -> letter.receipt.completeExceptionally(reason));
    }

    private FilaException overdue(Letter letter) {
        FilaException last = trouble;
        String why = "No confirmation came in " + options.deliveryTimeout().toMillis() + " ms"
                + (last == null ? "" : ", last because: " + last.getMessage());
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

    /** Unlocks, and keeps the promises that are due: their continuations may call back. */
    private void release() {
        lock.unlock();
        if (lock.isHeldByCurrentThread()) {
            return;
        }
        for (Runnable promise = promisesToKeep.poll(); promise != null; promise = promisesToKeep.poll()) {
            promise.run();
        }
    }
}
