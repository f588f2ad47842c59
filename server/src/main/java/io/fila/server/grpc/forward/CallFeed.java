package io.fila.server.grpc.forward;

import io.grpc.ServerCall;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a caller says to whoever answers, one event at a time and in order. It is kept until it is known who answers, and messages
 * until they are asked for. Any thread.
 */
final class CallFeed {
    private final Queue<Event> said = new ConcurrentLinkedQueue<>();
    private final AtomicLong asked = new AtomicLong();
    private final AtomicInteger work = new AtomicInteger();
    private final AtomicInteger messagesKept = new AtomicInteger();
    private final Runnable onHunger;
    private volatile ServerCall.@Nullable Listener<byte[]> destination;

    private record Event(boolean isMessage, Consumer<ServerCall.Listener<byte[]>> telling) {}

    /** @param onHunger runs whenever more messages are asked for than there are */
    CallFeed(Runnable onHunger) {
        this.onHunger = onHunger;
    }

    /** It is known who answers. */
    void connect(ServerCall.Listener<byte[]> listener) {
        destination = listener;
        deliver();
    }

    boolean isConnected() {
        return destination != null;
    }

    /** Whoever answers asks for messages; may be said before it is known who does. */
    void ask(int messages) {
        asked.addAndGet(messages);
        deliver();
        if (isHungry()) {
            onHunger.run();
        }
    }

    /** Whether everything that was said has been delivered, and more is asked for. */
    boolean isHungry() {
        return messagesKept.get() == 0 && asked.get() > 0;
    }

    void message(byte[] message) {
        messagesKept.incrementAndGet();
        say(true, at -> at.onMessage(message));
    }

    void tell(Consumer<ServerCall.Listener<byte[]>> event) {
        say(false, event);
    }

    private void say(boolean isMessage, Consumer<ServerCall.Listener<byte[]>> event) {
        said.add(new Event(isMessage, event));
        deliver();
    }

    private void deliver() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int seen;
        do {
            seen = work.get();
            deliverAll();
        } while (!work.compareAndSet(seen, 0));
    }

    private void deliverAll() {
        ServerCall.Listener<byte[]> at = destination;
        if (at == null) {
            return;
        }
        for (Event next = said.peek(); next != null; next = said.peek()) {
            if (next.isMessage()) {
                if (asked.get() == 0) {
                    return;
                }
                asked.decrementAndGet();
                messagesKept.decrementAndGet();
            }
            said.remove();
            next.telling().accept(at);
        }
    }
}
