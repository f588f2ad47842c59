package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The open connections. One too many is kept open, so that its calls can be told why they are refused; they are served
 * as soon as another connection is closed. Any thread.
 */
final class Connections extends ServerTransportFilter implements ServerInterceptor {
    /** Whether a connection is one of those that are served. */
    private static final Attributes.Key<AtomicBoolean> ADMITTED = Attributes.Key.create("admitted");

    private final int limit;
    private final AtomicInteger admitted = new AtomicInteger();

    Connections(int limit) {
        this.limit = limit;
    }

    @Override
    public Attributes transportReady(Attributes transport) {
        return transport.toBuilder()
                .set(ADMITTED, new AtomicBoolean(takePlace()))
                .build();
    }

    @Override
    public void transportTerminated(Attributes transport) {
        AtomicBoolean place = transport.get(ADMITTED);
        if (place != null && place.get()) {
            admitted.decrementAndGet();
        }
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        AtomicBoolean place = call.getAttributes().get(ADMITTED);
        if (place == null || place.get() || admit(place)) {
            return next.startCall(call, headers);
        }
        Statuses.close(
                call,
                Refusal.exhausted("Expected at most " + limit
                        + " connections but there are that many; share one among calls, close some, or raise"
                        + " limits.connections."));
        return new ServerCall.Listener<>() {};
    }

    /** Calls of a connection come on its event loop, one after the other. */
    private boolean admit(AtomicBoolean place) {
        boolean taken = takePlace();
        place.set(taken);
        return taken;
    }

    private boolean takePlace() {
        if (admitted.incrementAndGet() <= limit) {
            return true;
        }
        admitted.decrementAndGet();
        return false;
    }
}
