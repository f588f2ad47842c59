package io.fila.server.grpc.message;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.audit.AuditTrail;
import io.fila.server.grpc.call.CallHandler;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.wire.Frame;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The open producer streams, and what they share. Thread-safe. */
public final class EnqueueStreams implements CallHandler<Frame> {
    private final EnqueuePath intake;
    private final Executor readers;
    private final int limit;
    private final StreamMemory memory;
    private final Set<EnqueueStream> open = ConcurrentHashMap.newKeySet();

    public EnqueueStreams(EnqueuePath intake, Executor readers, int limit, StreamMemory memory) {
        this.intake = intake;
        this.readers = readers;
        this.limit = limit;
        this.memory = memory;
    }

    @Override
    public ServerCall.Listener<byte[]> start(ServerCall<byte[], Frame> call, Metadata headers, AuditTrail trail) {
        EnqueueStream stream = new EnqueueStream(call, trail, this);
        open.add(stream);
        Refusal tooMany = trail.caller().openStream();
        if (tooMany == null && open.size() > limit) {
            tooMany = Refusal.exhausted("Expected at most " + limit
                    + " open producer streams but there are that many; close one, or raise limits.producers.");
        }
        if (tooMany != null) {
            closed(stream);
            Statuses.close(call, tooMany);
            return new ServerCall.Listener<>() {};
        }
        stream.start();
        return stream;
    }

    public Set<EnqueueStream> open() {
        return open;
    }

    void closed(EnqueueStream stream) {
        if (open.remove(stream)) {
            stream.caller().closeStream();
        }
    }

    /** Ends every stream after the results of what is under way; producers are told why. */
    public void endAll(Refusal why) {
        open.forEach(stream -> stream.end(why));
    }

    EnqueuePath intake() {
        return intake;
    }

    Executor readers() {
        return readers;
    }

    StreamMemory memory() {
        return memory;
    }
}
