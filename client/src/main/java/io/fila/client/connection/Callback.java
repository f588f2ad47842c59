package io.fila.client.connection;

import io.grpc.ClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.Status;

/**
 * Marks the client's own threads, which carry answers, deliveries and alarms. Code that they run, such as the continuation of a
 * future, must not wait for the client, because it would wait for itself.
 */
public final class Callback {
    private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

    private Callback() {}

    /** Whether the current thread is inside one. */
    public static boolean inside() {
        return INSIDE.get() != null;
    }

    /** For calls that are about to wait. */
    public static void refuseToWait() {
        if (inside()) {
            throw new IllegalStateException(
                    "Expected to wait on a thread of the caller but this is the client's own, which"
                            + " would wait for itself. Use the async form, or continue with thenApplyAsync.");
        }
    }

    static void run(Runnable news) {
        if (inside()) {
            news.run();
            return;
        }
        INSIDE.set(Boolean.TRUE);
        try {
            news.run();
        } finally {
            INSIDE.remove();
        }
    }

    static <R> ClientCall.Listener<R> of(ClientCall.Listener<R> listener) {
        return new SimpleForwardingClientCallListener<R>(listener) {
            @Override
            public void onMessage(R message) {
                run(() -> delegate().onMessage(message));
            }

            @Override
            public void onClose(Status status, Metadata trailers) {
                run(() -> delegate().onClose(status, trailers));
            }
        };
    }
}
