package io.fila.server.grpc;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.journal.DamagedException;
import io.fila.core.message.Body;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.wire.Frame;
import io.fila.server.wire.Frames;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer's connection. The broker delivers as far as the stream has granted credit; the stream grants more when the
 * transport has taken what was delivered, so a client that does not read holds a bounded number of messages and bytes.
 *
 * <p>Deliveries come on the broker thread, readiness and cancellation on the connection's event loop, stored bodies on a
 * reader thread. Each leaves a signal; whoever finds no other at work does the work, with the signals that come meanwhile,
 * and nobody waits. Only the worker touches the call, so writes stay in order.
 */
final class ConsumerStream implements DeliverySink, Reply<Done> {
    private static final Logger log = LoggerFactory.getLogger(ConsumerStream.class);

    /** Messages a consumer may be sent ahead of what its transport has taken. */
    static final int CREDIT = 256;

    /** Written messages after which credit is renewed: few commands, and never a dry spell. */
    static final int RENEWAL = CREDIT / 4;

    /** Bytes the transport may queue for a stream before it counts as not ready. */
    static final int TRANSPORT_BYTES = 256 * 1024;

    /** Bytes of bodies kept for a stream that is not ready; further bodies are dropped and read again in time. */
    private static final int HELD_BYTES = 1024 * 1024;

    /** Bodies read from disk before another stream has its turn at the reader. */
    private static final int READ_BATCH = 64;

    private final ServerCall<byte[], Frame> call;
    private final QueueName queue;
    private final ConsumerId id;
    private final ConsumerStreams streams;
    private final Queue<Delivery> pending = new ConcurrentLinkedQueue<>();
    private final AtomicInteger heldBytes = new AtomicInteger();
    private final AtomicInteger signals = new AtomicInteger();
    private volatile boolean attached;
    private volatile boolean cancelled;
    private volatile @Nullable Refusal ending;

    // Worker only.
    private boolean headersSent;
    private boolean over;
    private final Allowance allowance;

    ConsumerStream(
            ServerCall<byte[], Frame> call, QueueName queue, long maxMessages, ConsumerId id, ConsumerStreams streams) {
        this.call = call;
        this.queue = queue;
        this.id = id;
        this.streams = streams;
        allowance = new Allowance(CREDIT, RENEWAL, maxMessages);
    }

    Command attachment() {
        return new Command.Attach(queue, id, this, allowance.first(), this);
    }

    // ---- what the broker says ----

    @Override
    public void accept(Done value) {
        attached = true;
        signal();
    }

    @Override
    public void refuse(Refusal refusal) {
        end(refusal);
    }

    @Override
    public void deliver(Delivery delivery) {
        pending.add(held(delivery));
        signal();
    }

    /** Nothing waits for the end of a turn: the transport gathers writes by itself. */
    @Override
    public void flush() {}

    @Override
    public void end(Refusal why) {
        ending = why;
        signal();
    }

    // ---- what the connection says ----

    void transportReady() {
        signal();
    }

    void cancelled() {
        cancelled = true;
        detach();
        signal();
    }

    /** Ends the stream for a reason of the edge's own. */
    void endFromHere(Refusal why) {
        detach();
        end(why);
    }

    private void detach() {
        streams.inbox().put(new Command.Detach(queue, id));
    }

    // ---- the worker ----

    private void signal() {
        if (signals.getAndIncrement() == 0) {
            work();
        }
    }

    private void work() {
        int seen = signals.get();
        while (seen != 0) {
            if (!workOnce()) {
                return;
            }
            seen = signals.addAndGet(-seen);
        }
    }

    /** Does what can be done; false if a reader thread is the worker from now on. */
    private boolean workOnce() {
        try {
            return advance();
        } catch (RuntimeException failure) {
            log.warn("The stream of a consumer of queue {} is given up.", queue, failure);
            detach();
            finish();
            closeIfPossible();
            return true;
        }
    }

    private void closeIfPossible() {
        try {
            call.close(
                    Status.INTERNAL.withDescription("The stream failed; the broker's log tells why."), new Metadata());
        } catch (RuntimeException closedAlready) {
            log.debug("The stream of a consumer of queue {} was closed before it was given up.", queue, closedAlready);
        }
    }

    private boolean advance() {
        if (over) {
            discardPending();
            return true;
        }
        if (cancelled) {
            finish();
            return true;
        }
        if (attached && !headersSent) {
            headersSent = true;
            call.sendHeaders(new Metadata());
        }
        Refusal why = ending;
        if (why != null) {
            Statuses.close(call, why);
            finish();
            return true;
        }
        return writePending();
    }

    private boolean writePending() {
        Delivery next;
        while (!over && (next = pending.peek()) != null && call.isReady()) {
            Body body = next.body();
            if (body == null) {
                return !handOverToReader();
            }
            take();
            write(next, body);
        }
        return true;
    }

    private void write(Delivery delivery, Body body) {
        call.sendMessage(Frames.delivered(delivery, body));
        grant(allowance.wrote());
        if (allowance.usedUp()) {
            detach();
            call.close(Status.OK, new Metadata());
            finish();
        }
    }

    private void grant(int credit) {
        if (credit > 0) {
            streams.inbox().put(new Command.Grant(queue, id, credit));
        }
    }

    private void finish() {
        over = true;
        streams.closed(this);
        discardPending();
    }

    // ---- bodies that are on disk ----

    private boolean handOverToReader() {
        try {
            streams.readers().execute(this::readAndWork);
            return true;
        } catch (RejectedExecutionException closing) {
            return false;
        }
    }

    private void readAndWork() {
        try {
            for (int i = 0; i < READ_BATCH && !over && !cancelled && ending == null && call.isReady(); i++) {
                Delivery next = pending.peek();
                if (next == null || next.body() != null) {
                    break;
                }
                take();
                readAndWrite(next);
            }
        } catch (RuntimeException failure) {
            log.error(
                    "The stream of a consumer of queue {} ends because a stored message can't be read.",
                    queue,
                    failure);
            detach();
            ending = Refusal.unavailable("Expected to read a stored message of queue " + queue
                    + " but storage failed; the broker's log tells more. Try again later.");
        }
        work();
    }

    private void readAndWrite(Delivery delivery) {
        try {
            Body body = streams.archive()
                    .body(delivery.queueId(), delivery.envelope().id());
            if (body == null) {
                // The lease is over already: somebody else has the message, or nobody needs it.
                grant(allowance.skipped());
            } else {
                write(delivery, body);
            }
        } catch (DamagedException damaged) {
            log.error(
                    "Message {} of queue {} is damaged and set aside: {}",
                    delivery.envelope().id(),
                    queue,
                    damaged.getMessage());
            streams.inbox()
                    .put(new Command.SetAside(
                            delivery.queueId(), delivery.envelope().id(), String.valueOf(damaged.getMessage())));
            grant(allowance.skipped());
        }
    }

    // ---- what is held in memory ----

    private Delivery held(Delivery delivery) {
        Body body = delivery.body();
        if (body == null) {
            return delivery;
        }
        int size = body.size();
        int before = heldBytes.getAndAdd(size);
        if ((before > 0 && before + size > HELD_BYTES) || !streams.held().take(size)) {
            heldBytes.addAndGet(-size);
            return new Delivery(
                    delivery.queueId(),
                    delivery.queue(),
                    delivery.envelope(),
                    delivery.attempts(),
                    delivery.leasedAtNanos(),
                    null);
        }
        return delivery;
    }

    private @Nullable Delivery take() {
        Delivery delivery = pending.poll();
        Body body = delivery == null ? null : delivery.body();
        if (body != null) {
            heldBytes.addAndGet(-body.size());
            streams.held().giveBack(body.size());
        }
        return delivery;
    }

    private void discardPending() {
        while (take() != null) {}
    }
}
