package io.fila.server.grpc.forward;

import io.fila.server.port.TlsContext;
import io.fila.server.settings.ListenAddress;
import io.fila.server.tls.TlsMaterial;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NegotiationType;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The way from this node to the one that leads: one connection, which all forwarded calls share. It is made anew when another
 * node leads. Any thread.
 */
final class LeaderChannel implements AutoCloseable {
    /** How much either side may send on a call before it hears from the other; as on the port. */
    private static final int FLOW_CONTROL_WINDOW_BYTES = 4 * 1024 * 1024;

    /** A leader that is silent is asked for a sign of life; no more often than a port permits. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(6);

    private static final Duration KEEP_ALIVE_PATIENCE = Duration.ofSeconds(3);

    /** How often a leader that can't be reached is tried, while calls wait for it. */
    private static final Duration RETRY = Duration.ofMillis(100);

    private final @Nullable TlsMaterial tls;
    private final int messageBytes;
    private final Runnable onReady;

    // Under the lock.
    private @Nullable ListenAddress address;
    private @Nullable ManagedChannel channel;
    private long triedNanos = System.nanoTime();
    private boolean closed;

    /**
     * @param tls what the ports of all nodes speak; null for plaintext
     * @param messageBytes the largest message that is passed on
     * @param onReady runs whenever the connection may have become ready
     */
    LeaderChannel(@Nullable TlsMaterial tls, int messageBytes, Runnable onReady) {
        this.tls = tls;
        this.messageBytes = messageBytes;
        this.onReady = onReady;
    }

    /** The connection to this address if it is ready; otherwise null, and it is under way. */
    synchronized @Nullable ManagedChannel at(ListenAddress leader) {
        if (closed) {
            return null;
        }
        ManagedChannel known = channel;
        if (known == null || !leader.equals(address)) {
            drop();
            known = connect(leader);
            address = leader;
            channel = known;
            watch(known);
        }
        ConnectivityState state = known.getState(true);
        if (state == ConnectivityState.TRANSIENT_FAILURE && System.nanoTime() - triedNanos > RETRY.toNanos()) {
            triedNanos = System.nanoTime();
            known.resetConnectBackoff();
        }
        return state == ConnectivityState.READY ? known : null;
    }

    /** Leaves the leader there was. */
    synchronized void drop() {
        ManagedChannel left = channel;
        if (left != null) {
            left.shutdownNow();
        }
        channel = null;
        address = null;
    }

    @Override
    public synchronized void close() {
        closed = true;
        drop();
    }

    /** Tells of every change for as long as the connection is the one in use. */
    private void watch(ManagedChannel watched) {
        ConnectivityState state = watched.getState(true);
        if (state != ConnectivityState.SHUTDOWN) {
            watched.notifyWhenStateChanged(state, () -> {
                onReady.run();
                watch(watched);
            });
        }
    }

    private ManagedChannel connect(ListenAddress leader) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(leader.host(), leader.port())
                .directExecutor()
                .maxInboundMessageSize(messageBytes)
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                .keepAliveTime(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEP_ALIVE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .disableRetry();
        if (tls == null) {
            return builder.usePlaintext().build();
        }
        try {
            return builder.negotiationType(NegotiationType.TLS)
                    .sslContext(TlsContext.forNodes(tls))
                    .build();
        } catch (SSLException unusable) {
            throw new IllegalStateException("TLS that serves clients can't be spoken to another node.", unusable);
        }
    }
}
