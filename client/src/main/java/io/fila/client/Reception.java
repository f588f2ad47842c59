package io.fila.client;

import io.fila.client.error.CallCancelled;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.FilaException;
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
import org.jspecify.annotations.Nullable;

/**
 * A consumer's deliveries between the broker and whoever takes them: asks for no more than there is room for, sends
 * settlements back, and finds a new way when the old one breaks. Safe for use by many threads; promises are kept after the
 * lock is released.
 */
final class Reception implements Feed.Receiver {
    private final Connection connection;
    private final String queue;
    private final Appetite appetite;
    private final Guard guard = new Guard();
    private final CompletableFuture<@Nullable Void> opened = new CompletableFuture<>();

    private final Deque<Delivery> arrived = new ArrayDeque<>();
    private final Settlements settlements = new Settlements();

    /** What becomes of what was said with calls at the end. */
    private final List<CompletableFuture<?>> lastWords = new ArrayList<>();

    private @Nullable Feed feed;
    private boolean withoutStreams;

    /** Messages that may still come, ever; and those of them that the feed may send now. */
    private long wanted;

    private long credit;
    private int failures;
    private boolean resting;
    private boolean watchingDeadlines;
    private boolean closed;
    private boolean ended;
    private @Nullable FilaException failure;

    /** @param wanted messages to receive at most */
    Reception(Connection connection, String queue, int prefetchMessages, long wanted) {
        this.connection = connection;
        this.queue = queue;
        appetite = new Appetite(prefetchMessages);
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
                if (left > 0 && !hasNews()) {
                    Callback.refuseToWait();
                }
                left = guard.await(this::hasNews, left);
                Delivery next = arrived.poll();
                if (next == null) {
                    if (ended && failure != null) {
                        throw failure;
                    }
                    return null;
                }
                long waitedNanos = System.nanoTime() - next.arrivedNanos();
                long leaseNanos = next.lease().toNanos();
                appetite.taken(waitedNanos, leaseNanos);
                pump();
                if (leaseNanos == 0 || waitedNanos < leaseNanos) {
                    return next;
                }
            }
        } finally {
            guard.leave();
        }
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
            boolean byStream = !closed && !ended && !withoutStreams && (feed != null || resting);
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
                if (feed == null) {
                    end(null);
                    // It may have ended by itself before: then what is given back has not been said with the rest.
                    sayWithCalls();
                } else {
                    sayAgain(feed);
                    feed.end();
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
    public void opened(Feed from) {
        opened.complete(null);
    }

    @Override
    public void received(Feed from, ConsumeBatch batch) {
        guard.enter();
        try {
            if (!from.equals(feed)) {
                return;
            }
            failures = 0;
            for (Message message : batch.getMessagesList()) {
                credit--;
                wanted--;
                appetite.fed(arrived.isEmpty(), message.getSerializedSize());
                arrived.add(new Delivery(this, queue, message, System.nanoTime()));
            }
            for (SettlementResult result : batch.getSettledList()) {
                settled(result);
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
    public void lost(Feed from, Status status, Metadata trailers) {
        guard.enter();
        try {
            if (!from.equals(feed)) {
                return;
            }
            feed = null;
            credit = 0;
            settlements.turnBack();
            goOn(status, trailers);
            guard.changed();
        } finally {
            guard.leave();
        }
    }

    /** After the end of a feed: opens the next one, now or later, or ends. */
    private void goOn(Status status, Metadata trailers) {
        Subject subject = new Subject.Queue(queue);
        if (status.getCode() == Status.Code.UNIMPLEMENTED && !withoutStreams) {
            withoutStreams = true;
            pump();
        } else if (closed || wanted == 0) {
            end(null);
        } else if (connection.redirected(status, trailers, subject) && failures < Reply.MAX_REDIRECTS) {
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

    /** Sends what may leave: credit and settlements. Opens a feed if there is none. */
    private void pump() {
        watchDeadlines();
        if (ended || closed || resting) {
            return;
        }
        Feed current = feed;
        int ahead = appetite.messages();
        long room = Math.min(ahead - arrived.size(), wanted) - credit;
        if (current == null) {
            credit = Math.max(0, room);
            current = withoutStreams
                    ? new PlainFeed(connection, queue, wanted > Integer.MAX_VALUE ? 0 : (int) wanted, this)
                    : new StreamFeed(connection, queue, this);
            feed = current;
            current.open((int) credit);
            sayAgain(current);
            return;
        }
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        boolean worthSending = room >= Math.max(1, ahead / 2) || (room > 0 && room + credit == wanted);
        if (worthSending) {
            credit += room;
            command.setCredit((int) room);
        }
        if (settlements.addTo(command, false) || worthSending) {
            current.send(command.build());
        }
    }

    /**
     * What an earlier feed could not say is not left waiting for a message that may never come; unless this one is gone as
     * soon as it was opened.
     */
    private void sayAgain(Feed current) {
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        while (current.equals(feed) && current.settles() && settlements.addTo(command, true)) {
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

    private void settled(SettlementResult result) {
        Settlements.Entry entry = settlements.answered(result);
        if (entry == null) {
            return;
        }
        guard.promise(
                result.hasRefusal()
                        ? () -> entry.outcome.completeExceptionally(
                                connection.failure(result.getRefusal(), entry.settlement.subject()))
                        : () -> entry.outcome.complete(
                                result.hasExpiresAt() ? Settlement.instant(result.getExpiresAt()) : null));
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
        if (feed != null) {
            feed.abort();
            feed = null;
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
                        "The broker did not say in time what became of message " + entry.settlement.messageId(),
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
