package io.fila.server.grpc.message;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.journal.Archive;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.Inbox;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.server.access.Caller;
import io.fila.server.enqueue.BytesUnderWay;
import io.fila.server.grpc.access.AccessTable;
import io.fila.server.grpc.access.Requirement;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.wire.Frame;
import io.grpc.ServerCall;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The open consumer streams, and what they share. Thread-safe. */
public final class ConsumerStreams {
    /** Bytes of bodies that wait in all streams together for consumers that are not ready; beyond it they are read again. */
    private static final long HELD_BYTES = 64L << 20;

    private final Requirement need = AccessTable.of(FilaServiceGrpc.getConsumeMethod());
    private final Inbox inbox;
    private final Clock clock;
    private final Archive archive;
    private final Executor readers;
    private final int limit;
    private final StreamMemory memory;
    private final BytesUnderWay held = new BytesUnderWay(HELD_BYTES);
    private final AtomicLong lastId = new AtomicLong();
    private final Set<ConsumerStream> open = ConcurrentHashMap.newKeySet();

    public ConsumerStreams(
            Inbox inbox, Clock clock, Archive archive, Executor readers, int limit, StreamMemory memory) {
        this.inbox = inbox;
        this.clock = clock;
        this.archive = archive;
        this.readers = readers;
        this.limit = limit;
        this.memory = memory;
    }

    /** What speaks against consuming from a queue, or null if nothing does. */
    @Nullable Refusal objection(Caller caller, String queue) {
        return objection(caller, queue, TimeUnit.NANOSECONDS.toMillis(clock.nowNanos()));
    }

    @Nullable Refusal objection(Caller caller, String queue, long nowMillis) {
        return need.objection(caller, queue, nowMillis);
    }

    public ConsumerStream open(
            ServerCall<byte[], Frame> call,
            Caller caller,
            QueueName queue,
            Allowance allowance,
            FrameLimit frameLimit,
            DeliveryFrames frames) {
        ConsumerId id = new ConsumerId(lastId.incrementAndGet());
        ConsumerStream stream = new ConsumerStream(call, caller, queue, allowance, frameLimit, frames, id, this);
        open.add(stream);
        Refusal tooMany = caller.openStream();
        if (tooMany != null) {
            stream.refuse(tooMany);
        } else if (open.size() > limit) {
            stream.refuse(Refusal.exhausted("Expected at most " + limit
                    + " open consumer streams but there are that many; close one, or raise limits.consumers."));
        } else if (!inbox.offer(stream.attachment())) {
            stream.refuse(CommandGateway.full(inbox));
        }
        return stream;
    }

    public Set<ConsumerStream> open() {
        return open;
    }

    void closed(ConsumerStream stream) {
        if (open.remove(stream)) {
            stream.caller().closeStream();
        }
    }

    /** Ends every stream; consumers are told why. */
    public void endAll(Refusal why) {
        for (ConsumerStream stream : open) {
            stream.endFromHere(why);
        }
    }

    Inbox inbox() {
        return inbox;
    }

    Archive archive() {
        return archive;
    }

    Executor readers() {
        return readers;
    }

    StreamMemory memory() {
        return memory;
    }

    BytesUnderWay held() {
        return held;
    }
}
