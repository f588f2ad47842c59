package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.server.enqueue.MessageLimits;
import io.fila.server.grpc.call.ClientConnection;
import io.fila.server.port.ConnectionLimit;
import io.fila.server.port.ControlFrameLimit;
import io.fila.server.port.EventLoops;
import io.fila.server.port.PlaintextWatch;
import io.fila.server.port.SilenceLimit;
import io.fila.server.port.TlsContext;
import io.fila.server.tls.TlsMaterial;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A gRPC port of a broker. */
public final class GrpcPort implements AutoCloseable {
    /** How much a peer may send on a stream before it hears from us: enough for a payload of the default limit. */
    private static final int FLOW_CONTROL_WINDOW_BYTES = 4 * 1024 * 1024;

    /** Calls under way on one connection; a client waits with further ones. */
    private static final int CALLS_PER_CONNECTION = 10_000;

    /** Room above the payload limit, so that a payload somewhat too large still gets a sentence, not a reset. */
    private static final int ROOM_TO_REFUSE_BYTES = 16 * 1024 * 1024;

    /**
     * How often a connection is read, 64 KiB at most each time, before its thread turns to the next. What one client has sent in
     * bulk keeps others waiting for so long.
     */
    private static final int READS_A_TURN = 1;

    /** The last part of the silence that a connection may keep: a client that was asked for a sign of life has so long for it. */
    private static final int PING_PART = 3;

    /** How often a client may ask for a sign of life. */
    private static final Duration CLIENT_KEEP_ALIVE = Duration.ofSeconds(5);

    /**
     * Resets in a while, ours and the client's, after which a client is sent away. Whatever comes for a call that we have ended is
     * answered with a reset, and a window full of frames may still come: 256 of them.
     */
    private static final int RESETS = 1_000;

    private static final Duration RESETS_WITHIN = Duration.ofSeconds(10);

    /** How long calls on a connection that has become too old may go on. */
    private static final Duration AGE_GRACE = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Server server;
    private final GrpcServices services;
    private final Runnable endThreads;

    private GrpcPort(Server server, GrpcServices services, Runnable endThreads) {
        this.server = server;
        this.services = services;
        this.endThreads = endThreads;
    }

    /** A port that speaks plaintext. */
    public static GrpcPort open(InetSocketAddress address, GrpcServices services) throws IOException {
        return serve(builder(address, services), services, ControlFrameLimit.forEveryConnection());
    }

    /** A port that speaks TLS. */
    public static GrpcPort open(InetSocketAddress address, GrpcServices services, TlsMaterial tls) throws IOException {
        return serve(
                builder(address, services).sslContext(TlsContext.forGrpc(tls)),
                services,
                new PlaintextWatch(),
                ControlFrameLimit.forEveryConnection());
    }

    private static GrpcPort serve(NettyServerBuilder transport, GrpcServices services, ChannelHandler... more)
            throws IOException {
        EventLoops loops = new EventLoops("fila-grpc", EventLoops.AS_MANY_AS_FIT);
        List<ChannelHandler> watches = new ArrayList<>();
        watches.add(SilenceLimit.forEveryConnection(services.config().maxConnectionSilence()));
        watches.addAll(List.of(more));
        ConnectionLimit connections =
                new ConnectionLimit(services.config().connections(), "limits.connections", watches);
        services.traffic().count(connections);
        loops.serve(transport, connections);
        try {
            return new GrpcPort(services.serve(transport.directExecutor()), services, loops::close);
        } catch (IOException | RuntimeException refused) {
            loops.close();
            throw refused;
        }
    }

    /** The largest message that is received, and passed on to another node. */
    static int messageBytes(MessageLimits limits) {
        return limits.payloadBytes() + ROOM_TO_REFUSE_BYTES;
    }

    private static NettyServerBuilder builder(InetSocketAddress address, GrpcServices services) {
        // It watches buffers that we never hold, at a price for each.
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        long silenceMillis = services.config().maxConnectionSilence().toMillis();
        long answerMillis = silenceMillis / PING_PART;
        NettyServerBuilder transport = NettyServerBuilder.forAddress(address)
                .withChildOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(READS_A_TURN))
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
                .maxRstFramesPerWindow(RESETS, (int) RESETS_WITHIN.toSeconds())
                .addStreamTracerFactory(services.incoming())
                .addTransportFilter(ClientConnection.filter())
                .maxInboundMessageSize(messageBytes(services.limits()))
                .keepAliveTime(silenceMillis - answerMillis, TimeUnit.MILLISECONDS)
                .keepAliveTimeout(answerMillis, TimeUnit.MILLISECONDS)
                .permitKeepAliveTime(CLIENT_KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true);
        long maxAgeMillis = services.config().maxConnectionAge().toMillis();
        return maxAgeMillis == 0
                ? transport
                : transport
                        .maxConnectionAge(maxAgeMillis, TimeUnit.MILLISECONDS)
                        .maxConnectionAgeGrace(AGE_GRACE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Opens a port on a transport of the caller's, such as gRPC's own inside one process. */
    public static GrpcPort open(ServerBuilder<?> transport, GrpcServices services) throws IOException {
        return new GrpcPort(services.serve(transport.directExecutor()), services, () -> {});
    }

    /** The port itself, of use when the address left it to the system. */
    public int number() {
        return server.getPort();
    }

    /** Takes no more calls and ends the streams; what the broker still answers goes out if it comes soon. */
    @Override
    public void close() {
        close(Refusal.unavailable("The broker is stopping; connect again later."));
    }

    /** Closes the port, unless it is closed, and tells consumers why. */
    public void close(Refusal why) {
        if (server.isShutdown()) {
            return;
        }
        services.retire();
        server.shutdown();
        services.endStreams(why);
        try {
            if (!server.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        endThreads.run();
    }
}
