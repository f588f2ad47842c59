package io.fila.server.grpc.message;

import io.fila.core.access.Grants;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Accepted;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.access.Caller;
import io.fila.server.grpc.audit.AuditTrail;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.wire.EncodedBatch;
import io.fila.server.wire.EncodedEnqueue;
import io.fila.server.wire.EnqueueOutcome;
import io.fila.server.wire.Frame;
import io.fila.server.wire.MalformedException;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One producer's stream: batches in, results out. Each message is handled like an Enqueue; the results of one turn of the broker
 * share a frame.
 *
 * <p>Batches come on the connection's event loop, results on the broker thread or where a message was refused. Only the
 * worker touches the call.
 */
final class EnqueueStream extends ServerCall.Listener<byte[]> implements StreamWatch.Watched, IncomingBytes.Receiver {
    private static final Logger log = LoggerFactory.getLogger(EnqueueStream.class);

    /** Results in one frame at most. */
    private static final int RESULTS_PER_FRAME = 1024;

    private final ServerCall<byte[], Frame> call;
    private final AuditTrail trail;
    private final Caller caller;
    private final EnqueueStreams streams;
    private final CommandGateway gateway;
    private final Inflow inflow;
    private final Worker worker = new Worker(this::advance, this::giveUp);
    private final Queue<EnqueueOutcome> outcomes = new ConcurrentLinkedQueue<>();
    private volatile boolean cancelled;
    private volatile boolean expelled;
    private volatile @Nullable Refusal ending;

    // Worker only.
    private boolean over;

    EnqueueStream(ServerCall<byte[], Frame> call, AuditTrail trail, EnqueueStreams streams) {
        this.call = call;
        this.trail = trail;
        this.caller = trail.caller();
        this.streams = streams;
        this.gateway = streams.intake().forStream();
        this.inflow = new Inflow(call, streams.intake()::room, streams.memory());
    }

    Caller caller() {
        return caller;
    }

    void start() {
        call.setOnReadyThreshold(ConsumerStream.TRANSPORT_BYTES);
        call.sendHeaders(new Metadata());
        inflow.start();
    }

    // ---- what the connection says ----

    @Override
    public void onMessage(byte[] message) {
        try {
            inflow.takeIn(new Messages(EncodedBatch.read(message)));
        } catch (MalformedException malformed) {
            end(Refusal.invalid("Expected an EnqueueBatch but it cannot be parsed: " + malformed.getMessage()));
        }
        worker.signal();
    }

    @Override
    public void onHalfClose() {
        inflow.halfClosed();
        worker.signal();
    }

    @Override
    public void onReady() {
        worker.signal();
    }

    @Override
    public void onCancel() {
        cancelled = true;
        inflow.stop();
        worker.signal();
    }

    /** Takes nothing more in; when what is under way has its results, the stream ends. */
    void end(Refusal why) {
        ending = why;
        inflow.stop();
        worker.signal();
    }

    /** A stream without any queue left to produce to has to end; a message for one of several is refused by itself. */
    @Override
    public @Nullable Refusal objection(long nowMillis) {
        if (caller.isBeyondKeys()) {
            return null;
        }
        Grants grants = caller.grants(nowMillis);
        if (grants == null) {
            return Refusal.unauthenticated();
        }
        return grants.maySomewhere(PermissionKind.PRODUCE)
                ? null
                : Refusal.denied("key does not have produce permission on any queue");
    }

    @Override
    public void expel(Refusal why) {
        expelled = true;
        end(why);
    }

    @Override
    public void giveUp(Refusal why) {
        end(why);
    }

    @Override
    public void unreadable(Refusal why) {
        expel(why);
    }

    // ---- the worker ----

    private void giveUp(RuntimeException failure) {
        log.warn("The stream of a producer failed and was closed.", failure);
        inflow.stop();
        finish();
        Statuses.closeFailed(call);
    }

    private boolean advance() {
        if (over || cancelled) {
            finish();
            return true;
        }
        writeOutcomes();
        if (inflow.canResume()) {
            return !worker.handOver(streams.readers(), inflow::resume);
        }
        inflow.requestIfIdle();
        Refusal tooMuch = inflow.objection();
        if (tooMuch != null) {
            ending = tooMuch;
            inflow.stop();
        }
        Refusal why = ending;
        // Results that the client does not read are not waited for if there is no room for them.
        if (inflow.isDone() || ((tooMuch != null || expelled) && !call.isReady())) {
            if (why != null) {
                Statuses.close(call, why);
            } else {
                call.close(Status.OK, new Metadata());
            }
            finish();
        }
        return true;
    }

    private void writeOutcomes() {
        while (!outcomes.isEmpty() && call.isReady()) {
            List<EnqueueOutcome> taken = new ArrayList<>();
            EnqueueOutcome next;
            while (taken.size() < RESULTS_PER_FRAME && (next = outcomes.poll()) != null) {
                taken.add(next);
            }
            call.sendMessage(EnqueueOutcome.frame(taken));
            inflow.written(taken.size());
        }
    }

    private void finish() {
        over = true;
        streams.closed(this);
        outcomes.clear();
        inflow.close();
    }

    // ---- messages ----

    /** The messages of a batch on their way in. */
    private final class Messages implements Inflow.Batch {
        private final EncodedBatch batch;

        Messages(EncodedBatch batch) {
            this.batch = batch;
        }

        @Override
        public int bytes() {
            return batch.bytes();
        }

        @Override
        public boolean hasNext() {
            return batch.hasNext();
        }

        @Override
        public void takeNext() {
            long sequence = batch.nextSequence();
            try {
                EncodedEnqueue request = batch.next();
                int size = request.body().size();
                inflow.take(size);
                streams.intake().take(request, caller, gateway, new Item(sequence, size, request.queue()));
            } catch (MalformedException malformed) {
                inflow.take(0);
                new Item(sequence, 0, "").refuse(Refusal.invalid(String.valueOf(malformed.getMessage())));
            }
        }
    }

    /** One message of the stream, waiting for its result. */
    private final class Item implements Reply<Accepted> {
        private final long sequence;
        private final int size;
        private final String queue;

        Item(long sequence, int size, String queue) {
            this.sequence = sequence;
            this.size = size;
            this.queue = queue;
        }

        @Override
        public void accept(Accepted accepted) {
            trail.uses(queue);
            answer(new EnqueueOutcome(sequence, accepted, null));
        }

        @Override
        public void refuse(Refusal refusal) {
            trail.denied(queue, refusal);
            answer(new EnqueueOutcome(sequence, null, Statuses.encoded(refusal)));
        }

        private void answer(EnqueueOutcome outcome) {
            inflow.answered(size);
            outcomes.add(outcome);
        }

        @Override
        public void flush() {
            if (!outcomes.isEmpty()) {
                worker.signal();
            }
        }
    }
}
