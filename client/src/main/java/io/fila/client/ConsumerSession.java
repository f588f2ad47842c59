package io.fila.client;

import io.fila.client.connection.Callback;
import io.fila.client.connection.Connection;
import io.fila.client.connection.Guard;
import io.fila.client.connection.Outage;
import io.fila.client.connection.Reply;
import io.fila.client.connection.Subject;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.FilaException;
import io.fila.client.wire.Timestamps;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.SettlementResult;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's deliveries between the broker and whoever takes them: asks for no more than there is room for, sends
 * settlements back, and finds a new way when the old one breaks. Safe for use by many threads; promises are kept after the
 * lock is released.
 */
final class ConsumerSession implements Subscription.Receiver {
    private final Connection connection;
    private final String queue;
    private final Prefetch prefetch;
    private final Guard guard = new Guard();
    private final CompletableFuture<@Nullable Void> opened = new CompletableFuture<>();

    private final Deque<Delivery> arrived = new ArrayDeque<>();
    private final Settlements settlements = new Settlements();

    /** What becomes of what was said with calls at the end. */
    private final List<CompletableFuture<?>> lastWords = new ArrayList<>();

    private @Nullable Subscription subscription;
    private boolean withoutStreams;

    /** Messages that may still come, ever; and those of them that the subscription was opened for. */
    private long wanted;

    private long wantedOfFeed;

    /** Threads that wait for a message, and a pool's workers that would if each had a thread; null without a pool. */
    private int waiting;

    private @Nullable IntSupplier freeWorkers;

    private int failures;
    private boolean resting;
    private boolean watchingDeadlines;
    private boolean closed;
    private boolean ended;
    private @Nullable FilaException failure;

    /** @param wanted messages to receive at most */
    ConsumerSession(Connection connection, String queue, long wanted) {
        this.connection = connection;
        this.queue = queue;
        ClientOptions options = connection.options();
        prefetch = new Prefetch(options.prefetchMessages(), options.prefetchTime(), System.nanoTime());
        this.wanted = wanted;
    }

    /** Opens the first stream; completes when the broker has accepted it. */
    CompletableFuture<@Nullable Void> open() {
        guard.enter();
        try {
            pump();
        } finally {
            guard.leave();
        }
        return opened;
    }

    /** The next delivery; null if the time passed or there will be no more. */
    @Nullable Delivery take(long nanos) throws InterruptedException {
        long left = nanos;
        guard.enterInterruptibly();
        try {
            while (true) {
                if (!hasNews()) {
                    left = await(left);
                }
                Delivery next = arrived.poll();
                if (next == null) {
                    if (ended && failure != null) {
                        throw failure;
                    }
                    return null;
                }
                long nowNanos = System.nanoTime();
                prefetch.taken(idle(), nowNanos);
                boolean lapsed = lapsed(next, nowNanos);
                if (lapsed) {
                    // Whoever wants so many messages has not got this one.
                    wanted++;
                }
                pump();
                if (!lapsed) {
                    return next;
                }
            }
        } finally {
            guard.leave();
        }
    }

    private long await(long nanos) throws InterruptedException {
        // Workers of a pool look for more without waiting; who waits for them has not worked.
        prefetch.missed(nanos <= 0 || freeWorkers == null);
        if (nanos <= 0) {
            return nanos;
        }
        Callback.refuseToWait();
        waiting++;
        try {
            pump();
            return guard.await(this::hasNews, nanos);
        } finally {
            waiting--;
        }
    }

    private static boolean lapsed(Delivery delivery, long nowNanos) {
        long leaseNanos = delivery.lease().toNanos();
        return leaseNanos > 0 && nowNanos - delivery.arrivedNanos() >= leaseNanos;
    }

    /** Asks from now on for a message for each free worker of a pool, besides those for the threads that wait here. */
    void serve(IntSupplier workers) {
        guard.enter();
        try {
            freeWorkers = workers;
            pump();
        } finally {
            guard.leave();
        }
    }

    /** There are more free workers than there were. */
    void workersCameFree() {
        guard.enter();
        try {
            pump();
        } finally {
            guard.leave();
        }
    }

    private int idle() {
        return waiting + (freeWorkers == null ? 0 : freeWorkers.getAsInt());
    }

    private boolean hasNews() {
        return !arrived.isEmpty() || closed || ended || wanted == 0;
    }

    /** Says something of a delivery, on the stream if there is one or will be, else with a call. */
    CompletableFuture<@Nullable Instant> settle(Settlement settlement) {
        return settle(settlement, Duration.ZERO);
    }

    /** @param patience how long to try on the stream if that is longer than a call may take */
    CompletableFuture<@Nullable Instant> settle(Settlement settlement, Duration patience) {
        guard.enter();
        try {
            boolean byStream = !closed && !ended && !withoutStreams && (subscription != null || resting);
            if (byStream) {
                Settlements.Entry entry = settlements.add(settlement, deadlineNanos(patience));
                pump();
                return entry.outcome;
            }
        } finally {
            guard.leave();
        }
        return settlement.call(connection);
    }

    /** Wants no more, gives back what was not taken, and waits until the broker has heard everything. */
    void close() {
        guard.enter();
        try {
            if (!closed) {
                closed = true;
                giveBack();
                guard.changed();
                if (subscription == null) {
                    end(null);
                    // It may have ended by itself before: then what is given back has not been said with the rest.
                    sayWithCalls();
                } else {
                    sayAgain(subscription);
                    subscription.end();
                    var unused = connection.alarm().after(connection.options().callTimeout(), this::abandon);
                }
            }
            awaitEnd();
        } finally {
            guard.leave();
        }
        connection.awaitLast(lastWords());
    }

    /** Ends without waiting for anybody. */
    void abandon() {
        guard.enter();
        try {
            closed = true;
            if (!opened.isDone()) {
                failure = new CallCancelled("The client was closed", null);
            }
            end(failure);
        } finally {
            guard.leave();
        }
    }

    @Override
    public void opened(Subscription from) {
        opened.complete(null);
    }

    @Override
    public void received(Subscription from, ConsumeBatch batch) {
        guard.enter();
        try {
            if (!from.equals(subscription)) {
                return;
            }
            failures = 0;
            long nowNanos = System.nanoTime();
            for (Message message : batch.getMessagesList()) {
                wanted--;
                wantedOfFeed--;
                prefetch.arrived(message.getSerializedSize(), nowNanos);
                arrived.add(new Delivery(this, queue, message, nowNanos));
            }
            for (SettlementResult result : batch.getSettledList()) {
                settled(result, nowNanos);
            }
            if (closed) {
                giveBack();
            }
            guard.changed();
            pump();
        } finally {
            guard.leave();
        }
    }

    @Override
    public void lost(Subscription from, Status status, Metadata trailers) {
        guard.enter();
        try {
            if (!from.equals(subscription)) {
                return;
            }
            subscription = null;
            prefetch.lost();
            settlements.turnBack();
            goOn(status, trailers);
            guard.changed();
        } finally {
            guard.leave();
        }
    }

    /** After the end of a subscription: opens the next one, now or later, or ends. */
    private void goOn(Status status, Metadata trailers) {
        Subject subject = new Subject.Queue(queue);
        if (status.getCode() == Status.Code.UNIMPLEMENTED && !withoutStreams) {
            withoutStreams = true;
            pump();
        } else if (closed || (wanted == 0 && arrived.isEmpty())) {
            end(null);
        } else if (wanted == 0) {
            // One of those that wait may lapse before it is taken: then another is wanted.
            sayWithCalls();
        } else if (status.isOk() && wantedOfFeed == 0) {
            pump();
        } else if (connection.goesElsewhere(status, trailers, subject) && failures < Reply.MAX_REDIRECTS) {
            failures++;
            pump();
        } else if (opened.isDone() && passes(status) && connection.options().reconnect() != null) {
            rest(connection.options().reconnect());
        } else {
            end(status.isOk() ? null : connection.failure(status, trailers, subject));
        }
    }

    /** A broker that has too much to do has less to do later. */
    private static boolean passes(Status status) {
        return Outage.is(status) || status.getCode() == Status.Code.RESOURCE_EXHAUSTED;
    }

    /** Sends what may leave: credit and settlements. Opens a subscription if there is none. */
    private void pump() {
        watchDeadlines();
        if (ended || closed || resting) {
            return;
        }
        Subscription current = subscription;
        if (current == null) {
            if (wanted > 0) {
                openFeed();
            }
            return;
        }
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        long nowNanos = System.nanoTime();
        boolean settles = settlements.addTo(command, false, nowNanos);
        int credit = prefetch.ask(idle(), wanted, settles, nowNanos);
        if (settles || credit > 0) {
            current.send(command.setCredit(credit).build());
        }
    }

    private void openFeed() {
        Subscription next = withoutStreams
                ? new PlainSubscription(connection, queue, wanted > Integer.MAX_VALUE ? 0 : (int) wanted, this)
                : new StreamSubscription(connection, queue, this);
        subscription = next;
        wantedOfFeed = wanted;
        next.open(prefetch.ask(idle(), wanted, true, System.nanoTime()));
        sayAgain(next);
    }

    /**
     * What an earlier subscription could not say is not left waiting for a message that may never come; unless this one is gone as
     * soon as it was opened.
     */
    private void sayAgain(Subscription current) {
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        while (current.equals(subscription)
                && current.settles()
                && settlements.addTo(command, true, System.nanoTime())) {
            current.send(command.build());
            command = ConsumeCommand.newBuilder();
        }
    }

    private void giveBack() {
        for (Delivery delivery = arrived.poll(); delivery != null; delivery = arrived.poll()) {
            settlements.add(delivery.givenBack(), deadlineNanos(Duration.ZERO));
        }
    }

    private long deadlineNanos(Duration patience) {
        Duration callTimeout = connection.options().callTimeout();
        return System.nanoTime() + (patience.compareTo(callTimeout) > 0 ? patience : callTimeout).toNanos();
    }

    private void settled(SettlementResult result, long nowNanos) {
        Settlements.Entry entry = settlements.answered(result);
        if (entry == null) {
            return;
        }
        prefetch.settled(entry.sentNanos(), nowNanos);
        guard.promise(
                result.hasRefusal()
                        ? () -> entry.outcome.completeExceptionally(
                                connection.failure(result.getRefusal(), entry.settlement.subject()))
                        : () -> entry.outcome.complete(
                                result.hasExpiresAt() ? Timestamps.instant(result.getExpiresAt()) : null));
    }

    private void rest(Backoff backoff) {
        resting = true;
        failures++;
        var unused = connection.alarm().after(connection.backoff(backoff, failures), this::wake);
    }

    private void wake() {
        guard.enter();
        try {
            resting = false;
            pump();
        } finally {
            guard.leave();
        }
    }

    /** Nothing comes or leaves here any more; what could not be said on the stream is said with calls. */
    private void end(@Nullable FilaException reason) {
        if (ended) {
            return;
        }
        ended = true;
        failure = reason;
        if (subscription != null) {
            subscription.abort();
            subscription = null;
        }
        settlements.turnBack();
        sayWithCalls();
        guard.promise(() -> {
            if (reason == null) {
                opened.complete(null);
            } else {
                opened.completeExceptionally(reason);
            }
        });
        guard.changed();
    }

    private void sayWithCalls() {
        for (Settlements.Entry entry : settlements.clearWaiting()) {
            lastWords.add(entry.outcome);
            guard.promise(() -> sayWithACall(entry));
        }
    }

    private List<CompletableFuture<?>> lastWords() {
        guard.enter();
        try {
            return List.copyOf(lastWords);
        } finally {
            guard.leave();
        }
    }

    private void sayWithACall(Settlements.Entry entry) {
        var unused = entry.settlement.call(connection).whenComplete((expiresAt, refusal) -> {
            if (refusal == null) {
                entry.outcome.complete(expiresAt);
            } else {
                entry.outcome.completeExceptionally(refusal);
            }
        });
    }

    private void awaitEnd() {
        if (Callback.inside()) {
            return;
        }
        boolean interrupted = false;
        try {
            guard.await(() -> ended, connection.options().callTimeout().toNanos());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        end(null);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watchDeadlines() {
        if (watchingDeadlines || settlements.isEmpty()) {
            return;
        }
        long nanos = settlements.expire(
                System.nanoTime(),
                entry -> guard.promise(() -> entry.outcome.completeExceptionally(new CallTimedOut(
                        "The broker did not confirm in time what happened to message " + entry.settlement.messageId(),
                        null))));
        if (nanos != Long.MAX_VALUE) {
            watchingDeadlines = true;
            var unused = connection.alarm().after(Duration.ofNanos(nanos), this::deadline);
        }
    }

    private void deadline() {
        guard.enter();
        try {
            watchingDeadlines = false;
            watchDeadlines();
        } finally {
            guard.leave();
        }
    }
}
