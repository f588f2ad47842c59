package io.fila.server.grpc.message;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.reply.Refusal;
import io.fila.server.wire.Frame;
import io.fila.server.wire.Frames;
import io.fila.server.wire.SettlementOutcome;
import io.grpc.ServerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a ConsumeStream: what one turn of the broker delivered and settled goes into one frame, unless that would
 * become too large.
 */
final class BatchFrames implements DeliveryFrames {
    /** Messages a consumer may be sent ahead of what its transport has taken, however much credit it gives. */
    static final int WINDOW = 1024;

    /** Written messages after which credit is passed on. */
    static final int RENEWAL = WINDOW / 4;

    /** Messages in a frame at most. */
    private static final int MESSAGES = 1024;

    /** Bytes of bodies in a frame at most, unless one alone has more. */
    private static final int BYTES = 256 * 1024;

    /** Results in a frame at most. */
    private static final int RESULTS = 1024;

    private final ServerCall<byte[], Frame> call;
    private final Inflow inflow;
    private final Queue<SettlementOutcome> settled = new ConcurrentLinkedQueue<>();
    private volatile boolean detached;

    // Worker only.
    private List<Delivery> deliveries = new ArrayList<>();
    private List<Body> bodies = new ArrayList<>();
    private int bytes;

    BatchFrames(ServerCall<byte[], Frame> call, Inflow inflow) {
        this.call = call;
        this.inflow = inflow;
    }

    /** Something that the consumer said is settled; any thread. */
    void add(SettlementOutcome outcome) {
        settled.add(outcome);
    }

    boolean hasSettled() {
        return !settled.isEmpty();
    }

    /** The consumer wants no more, and the broker knows it; any thread. */
    void detached() {
        detached = true;
    }

    @Override
    public boolean grantsCredit() {
        return true;
    }

    @Override
    public void write(Delivery delivery, Body body) {
        if (deliveries.size() == MESSAGES || (bytes > 0 && bytes + body.size() > BYTES)) {
            send();
        }
        deliveries.add(delivery);
        bodies.add(body);
        bytes += body.size();
    }

    @Override
    public void flush() {
        while ((hasSettled() || !deliveries.isEmpty()) && call.isReady()) {
            send();
        }
    }

    private void send() {
        List<SettlementOutcome> outcomes = new ArrayList<>();
        SettlementOutcome next;
        // A message that fills a frame has it for itself: it fits into what the consumer reads, and not much more does.
        while (bytes <= BYTES && outcomes.size() < RESULTS && (next = settled.poll()) != null) {
            outcomes.add(next);
        }
        call.sendMessage(Frames.batch(deliveries, bodies, outcomes));
        inflow.written(outcomes.size());
        deliveries = new ArrayList<>();
        bodies = new ArrayList<>();
        bytes = 0;
    }

    @Override
    public @Nullable Runnable takeMore() {
        if (inflow.canResume()) {
            return inflow::resume;
        }
        inflow.requestIfIdle();
        return null;
    }

    @Override
    public boolean isSettled() {
        return deliveries.isEmpty() && inflow.isDone();
    }

    @Override
    public boolean isComplete() {
        return detached && isSettled();
    }

    @Override
    public @Nullable Refusal objection() {
        return inflow.objection();
    }

    @Override
    public void closed() {
        settled.clear();
        inflow.close();
    }
}
