package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.server.wire.Frame;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The open producer streams, and what they share. Any thread. */
final class EnqueueStreams implements ServerCallHandler<byte[], Frame> {
    private final Intake intake;
    private final Executor readers;
    private final int limit;
    private final StreamMemory memory;
    private final Set<EnqueueStream> open = ConcurrentHashMap.newKeySet();

    EnqueueStreams(Intake intake, Executor readers, int limit, StreamMemory memory) {
        this.intake = intake;
        this.readers = readers;
        this.limit = limit;
        this.memory = memory;
    }

    @Override
    public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], Frame> call, Metadata headers) {
        EnqueueStream stream = new EnqueueStream(call, this);
        open.add(stream);
        if (open.size() > limit) {
            open.remove(stream);
            Statuses.close(
                    call,
                    Refusal.exhausted("Expected at most " + limit
                            + " open producer streams but there are that many; close one, or raise limits.producers."));
            return new ServerCall.Listener<>() {};
        }
        stream.start();
        return stream;
    }

    void closed(EnqueueStream stream) {
        open.remove(stream);
    }

    /** Ends every stream after the results of what is under way; producers are told why. */
    void endAll(Refusal why) {
        open.forEach(stream -> stream.end(why));
    }

    Intake intake() {
        return intake;
    }

    Executor readers() {
        return readers;
    }

    StreamMemory memory() {
        return memory;
    }
}
