package io.fila.server.grpc.call;

import io.fila.core.reply.Refusal;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of incomplete messages over all connections. A client that announces a message and does not finish it wastes memory.
 * If there are too many such bytes, a message that has not grown for a while is dropped, or else the one that grows. Thread-safe.
 */
public final class IncomingBytes extends ServerStreamTracer.Factory {
    /** Bytes of a part below which it is not worth a lock; so much of a call is not counted. */
    private static final int UNCOUNTED = 16 * 1024;

    /** Bytes of a connection that are not counted; beyond it small parts are, too. */
    static final int UNCOUNTED_OF_A_CONNECTION = 256 * 1024;

    /** How long a part may not grow before it has to go first. */
    private static final Duration IDLE = Duration.ofSeconds(1);

    /** How long a part may grow before it has to go like an idle one. */
    private static final Duration OLD = Duration.ofSeconds(30);

    private static final Context.Key<Part> PART = Context.key("part");

    /** A connection may hold this part of the limit, so that one can't keep out all others. */
    private static final int SHARE = 2;

    /** What the transport says of bytes that are no message, or of one that is announced as too large. */
    private static final Set<Status.Code> UNREADABLE =
            EnumSet.of(Status.Code.INTERNAL, Status.Code.RESOURCE_EXHAUSTED, Status.Code.UNIMPLEMENTED);

    /** Whoever receives messages, and can be told that the next one will not come to its end. */
    public interface Receiver {
        void giveUp(Refusal why);

        /** What came is no message, and the transport is about to end the call without a word, unless that is said at once. */
        void unreadable(Refusal why);
    }

    private final long limit;
    private final LongSupplier nanoTime;
    private final Traffic traffic;
    private final AtomicLong held = new AtomicLong();

    /** Parts that are counted, the one that has not grown for longest first. */
    private final Map<Part, Boolean> parts = new LinkedHashMap<>(16, 0.75f, true);

    public IncomingBytes(long limit, LongSupplier nanoTime, Traffic traffic) {
        this.limit = limit;
        this.nanoTime = nanoTime;
        this.traffic = traffic;
    }

    /** What is held now; of small parts nothing is counted. */
    long held() {
        return held.get();
    }

    /** Lets the call that is being started hear if its message has to be given up. */
    public static void attach(Receiver receiver) {
        Part part = PART.get();
        if (part != null) {
            part.receiver = receiver;
        }
    }

    /**
     * Lets the message of the call that is being started count until it is taken, though it is complete: its call may never be.
     *
     * @return to be run when it is taken
     */
    public static Runnable countUntilTaken() {
        Part part = PART.get();
        if (part == null) {
            return () -> {};
        }
        part.countsUntilTaken = true;
        return part::taken;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        return new Part();
    }

    /** Notes that a part has grown; what is too much is given up after the lock is. */
    private void grew(Part part, long bytes) {
        Part victim = null;
        synchronized (parts) {
            held.addAndGet(bytes);
            part.counted += bytes;
            long now = nanoTime.getAsLong();
            part.grewAtNanos = now;
            parts.put(part, true);
            ClientConnection connection = part.connection;
            if (connection != null) {
                connection.incomingParts += part.counted == bytes ? 1 : 0;
                connection.incomingBytes += bytes;
            }
            if (held.get() > limit && parts.size() > 1) {
                victim = victim(null, part, now);
            } else if (connection != null && connection.incomingBytes > limit / SHARE && connection.incomingParts > 1) {
                victim = victim(connection, part, now);
            }
            if (victim != null) {
                forget(victim);
            }
        }
        if (victim != null) {
            victim.giveUp(limit);
        }
    }

    /** The part that has not grown for longest, of a connection or of all, if it has to go first; else the one that grows. */
    private Part victim(@Nullable ClientConnection connection, Part growing, long now) {
        for (Part part : parts.keySet()) {
            if (connection == null || part.connection == connection) {
                return part.mayHaveToGo(now) ? part : growing;
            }
        }
        return growing;
    }

    private void ended(Part part) {
        synchronized (parts) {
            forget(part);
        }
    }

    private void forget(Part part) {
        held.addAndGet(-part.counted);
        ClientConnection connection = part.connection;
        if (connection != null && part.counted > 0) {
            connection.incomingBytes -= part.counted;
            connection.incomingParts--;
        }
        part.counted = 0;
        parts.remove(part);
    }

    /** The message of a call that is being received. The event loop of its connection counts. */
    private final class Part extends ServerStreamTracer {
        private volatile @Nullable Receiver receiver;
        private volatile @Nullable ClientConnection connection;

        // The event loop.
        private long received;
        private long small;
        private boolean isCounted;
        private boolean countsUntilTaken;

        // Under the lock.
        private long counted;
        private long beganAtNanos;
        private long grewAtNanos;

        @Override
        public Context filterContext(Context context) {
            return context.withValue(PART, this);
        }

        @Override
        public void serverCallStarted(ServerCallInfo<?, ?> call) {
            connection = ClientConnection.of(call.getAttributes());
        }

        @Override
        public void inboundWireSize(long bytes) {
            traffic.received(bytes);
            received += bytes;
            if (isCounted) {
                grew(this, bytes);
            } else if (received < UNCOUNTED && mayBeSmall(bytes)) {
                small += bytes;
            } else {
                isCounted = true;
                forgetSmall();
                beganAtNanos = nanoTime.getAsLong();
                grew(this, received);
            }
        }

        private boolean mayBeSmall(long bytes) {
            ClientConnection from = connection;
            if (from == null) {
                return true;
            }
            if (from.smallBytes + bytes > UNCOUNTED_OF_A_CONNECTION) {
                return false;
            }
            from.smallBytes += bytes;
            return true;
        }

        private void forgetSmall() {
            ClientConnection from = connection;
            if (from != null) {
                from.smallBytes -= small;
            }
            small = 0;
        }

        @Override
        public void outboundWireSize(long bytes) {
            traffic.sent(bytes);
        }

        @Override
        public void inboundMessageRead(int number, long wireBytes, long bytes) {
            if (!countsUntilTaken) {
                taken();
            }
        }

        /** The message is there and somebody else counts it now, or there will be none. */
        private void taken() {
            received = 0;
            forgetSmall();
            if (isCounted) {
                isCounted = false;
                ended(this);
            }
        }

        @Override
        public void streamClosed(Status status) {
            taken();
            Receiver told = receiver;
            if (told != null && UNREADABLE.contains(status.getCode())) {
                told.unreadable(Refusal.invalid("Expected a gRPC message but it cannot be parsed: "
                        + String.valueOf(status.getDescription()) + "."));
            }
        }

        boolean mayHaveToGo(long now) {
            return now - grewAtNanos >= IDLE.toNanos() || now - beganAtNanos >= OLD.toNanos();
        }

        void giveUp(long bytes) {
            Receiver told = receiver;
            if (told != null) {
                told.giveUp(Refusal.exhausted("Expected at most " + bytes
                        + " bytes of messages that are still being received but there are that many; try again in a"
                        + " moment, or raise limits.bytes_under_way."));
            }
        }
    }
}
