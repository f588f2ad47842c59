package io.fila.server.grpc.message;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.journal.DamagedException;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.access.Caller;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.wire.Frame;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer's connection. The broker delivers no more than the stream's credit. The stream grants more when the transport has
 * accepted the deliveries, so a client that does not read holds a bounded number of messages and bytes.
 *
 * <p>Deliveries come on the broker thread, readiness and cancellation on the connection's event loop, stored bodies on a
 * reader thread. Each signals the worker; only the worker touches the call, so writes stay in order.
 */
final class ConsumerStream implements DeliverySink, Reply<Done>, StreamWatch.Watched {
    private static final Logger log = LoggerFactory.getLogger(ConsumerStream.class);

    /** Bytes the transport may queue for a stream before it counts as not ready. */
    static final int TRANSPORT_BYTES = 256 * 1024;

    /** Bytes of deliveries gathered before the end of the turn is not waited for. */
    private static final int GATHERED_BYTES = 256 * 1024;

    /** Bodies read from disk, and their bytes, before another stream has its turn at the reader. */
    private static final int READ_BATCH = 256;

    private static final int READ_BYTES = 256 * 1024;

    private final ServerCall<byte[], Frame> call;
    private final Caller caller;
    private final QueueName queue;
    private final ConsumerId id;
    private final ConsumerStreams streams;
    private final FrameLimit frameLimit;
    private final DeliveryFrames frames;
    private final PendingDeliveries pending;
    private final Worker worker = new Worker(this::advance, this::giveUp);
    private final AtomicLong raised = new AtomicLong();
    private volatile boolean attached;
    private volatile boolean cancelled;
    private volatile @Nullable Refusal ending;

    /** Why the stream ends when the client has been told what became of all it said. */
    private volatile @Nullable Refusal lastWord;

    // Worker only.
    private final Allowance allowance;
    private boolean headersSent;
    private boolean over;

    ConsumerStream(
            ServerCall<byte[], Frame> call,
            Caller caller,
            QueueName queue,
            Allowance allowance,
            FrameLimit frameLimit,
            DeliveryFrames frames,
            ConsumerId id,
            ConsumerStreams streams) {
        this.call = call;
        this.caller = caller;
        this.queue = queue;
        this.allowance = allowance;
        this.frameLimit = frameLimit;
        this.frames = frames;
        this.id = id;
        this.streams = streams;
        this.pending = new PendingDeliveries(streams.held());
    }

    Command attachment() {
        return new Command.Attach(queue, id, this, frames.grantsCredit(), allowance.renew(), this);
    }

    Caller caller() {
        return caller;
    }

    QueueName queue() {
        return queue;
    }

    // ---- what the watch says ----

    @Override
    public @Nullable Refusal objection(long nowMillis) {
        return streams.objection(caller, queue.value(), nowMillis);
    }

    @Override
    public void expel(Refusal why) {
        endFromHere(why);
    }

    // ---- what the broker says ----

    @Override
    public void accept(Done value) {
        attached = true;
        worker.signal();
    }

    @Override
    public void refuse(Refusal refusal) {
        end(refusal);
    }

    @Override
    public void deliver(Delivery delivery) {
        if (pending.add(delivery) >= GATHERED_BYTES) {
            worker.signal();
        }
    }

    @Override
    public void flush() {
        worker.signal();
    }

    @Override
    public void end(Refusal why) {
        ending = why;
        worker.signal();
    }

    // ---- what the connection says ----

    /** Something has changed that the worker should see: the transport is ready, or there is more to send. */
    void signal() {
        worker.signal();
    }

    /** Lets so many more messages come. */
    void raise(long credit) {
        raised.addAndGet(credit);
        worker.signal();
    }

    void cancelled() {
        cancelled = true;
        detach(Reply.unheard());
        worker.signal();
    }

    /** Ends the stream for a reason of the edge's own. */
    void endFromHere(Refusal why) {
        detach(Reply.unheard());
        end(why);
    }

    /** Ends the stream because of what the client said, after it has been told what became of all it said before. */
    void endWhenSettled(Refusal why) {
        lastWord = why;
        detach(Reply.unheard());
        worker.signal();
    }

    /** Lets no more deliveries come; those that have come by the time of the answer are the last. */
    void detach(Reply<Done> reply) {
        streams.inbox().put(new Command.Detach(queue, id, reply));
    }

    // ---- the worker ----

    private void giveUp(RuntimeException failure) {
        log.warn("The stream of a consumer of queue {} failed and was closed.", queue, failure);
        detach(Reply.unheard());
        finish();
        Statuses.closeFailed(call);
    }

    /** Does what can be done; false if a reader thread is the worker from now on. */
    private boolean advance() {
        if (over || cancelled) {
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
        allowance.raise(raised.getAndSet(0));
        grant();
        Runnable slow = frames.takeMore();
        if (slow != null && worker.handOver(streams.readers(), slow)) {
            return false;
        }
        Refusal tooMuch = frames.objection();
        if (tooMuch != null) {
            endFromHere(tooMuch);
            return true;
        }
        return headersSent ? writePending() : true;
    }

    private boolean writePending() {
        Delivery next;
        while (ending == null && (next = pending.peek()) != null && call.isReady()) {
            Body body = next.body();
            if (body == null) {
                frames.flush();
                return !worker.handOver(streams.readers(), this::readAndWrite);
            }
            pending.take();
            write(next, body);
        }
        frames.flush();
        Refusal why = lastWord;
        if (why != null && frames.isSettled()) {
            Statuses.close(call, why);
            finish();
        } else if (frames.isComplete() && pending.isEmpty()) {
            detach(Reply.unheard());
            call.close(Status.OK, new Metadata());
            finish();
        }
        return true;
    }

    private void write(Delivery delivery, Body body) {
        if (!frameLimit.holds(delivery, body)) {
            giveBack(delivery);
            endFromHere(frameLimit.tooLarge(delivery));
            return;
        }
        frames.write(delivery, body);
        allowance.wrote();
        grant();
    }

    /** Its lease ends at once, so that a consumer that can read it has it next. */
    private void giveBack(Delivery delivery) {
        streams.inbox()
                .put(new Command.Extend(queue, delivery.envelope().id(), delivery.leaseId(), 1, Reply.unheard()));
    }

    private void grant() {
        int credit = allowance.renew();
        if (credit > 0) {
            streams.inbox().put(new Command.Grant(queue, id, credit));
        }
    }

    private void finish() {
        over = true;
        streams.closed(this);
        pending.discard();
        frames.closed();
    }

    // ---- bodies that are on disk ----

    private void readAndWrite() {
        try {
            List<Delivery> unread = pending.withoutBody(READ_BATCH);
            List<MessageId> ids =
                    unread.stream().map(each -> each.envelope().id()).toList();
            List<@Nullable Body> bodies = unread.isEmpty()
                    ? List.of()
                    : streams.archive().bodies(unread.getFirst().queueId(), ids, READ_BYTES);
            for (int i = 0; i < bodies.size() && !cancelled && ending == null; i++) {
                pending.take();
                writeRead(unread.get(i), bodies.get(i));
            }
        } catch (RuntimeException failure) {
            log.error(
                    "The stream of a consumer of queue {} ends because a stored message cannot be read.",
                    queue,
                    failure);
            detach(Reply.unheard());
            ending = Refusal.unavailable("Expected to read a stored message of queue " + queue
                    + " but storage failed; see the broker's log. Try again later.");
        }
    }

    private void writeRead(Delivery delivery, @Nullable Body read) {
        try {
            Body body = read != null
                    ? read
                    : streams.archive()
                            .body(delivery.queueId(), delivery.envelope().id());
            if (body == null) {
                // The lease is over already: somebody else has the message, or nobody needs it. If it is not, the body
                // was
                // lost, and the message would come back for ever.
                setAside(delivery, "its body is missing");
            } else {
                write(delivery, body);
            }
        } catch (DamagedException damaged) {
            log.error(
                    "Message {} of queue {} is damaged and was moved to quarantine: {}",
                    delivery.envelope().id(),
                    queue,
                    damaged.getMessage());
            setAside(delivery, String.valueOf(damaged.getMessage()));
        }
    }

    private void setAside(Delivery delivery, String reason) {
        streams.inbox()
                .put(new Command.SetAside(
                        delivery.queueId(), delivery.envelope().id(), delivery.leaseId(), reason));
        skip();
    }

    private void skip() {
        allowance.skipped();
        grant();
    }
}
