package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.server.config.Config;
import io.fila.server.host.BrokerHost;
import io.fila.server.intake.BytesUnderWay;
import io.fila.server.intake.MessageIds;
import io.fila.server.intake.MessageLimits;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.util.ResourceLeakDetector;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The port on which a broker is reached over gRPC. */
public final class GrpcPort implements AutoCloseable {
    /** How much a peer may send on a stream before it hears from us: enough for a payload of the default limit. */
    private static final int FLOW_CONTROL_WINDOW_BYTES = 4 * 1024 * 1024;

    /** Calls under way on one connection; a client waits with further ones. */
    private static final int CALLS_PER_CONNECTION = 10_000;

    /** Room above the payload limit, so that a payload somewhat too large still gets a sentence, not a reset. */
    private static final int ROOM_TO_REFUSE_BYTES = 16 * 1024 * 1024;

    /** A silent connection is asked for a sign of life, and closed without one. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(20);

    private static final Duration KEEP_ALIVE_PATIENCE = Duration.ofSeconds(10);

    /** How often a client may ask for a sign of life. */
    private static final Duration CLIENT_KEEP_ALIVE = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Server server;
    private final ConsumerStreams streams;
    private final HealthStatusManager health;

    private GrpcPort(Server server, ConsumerStreams streams, HealthStatusManager health) {
        this.server = server;
        this.streams = streams;
        this.health = health;
    }

    public static GrpcPort open(InetSocketAddress address, BrokerHost host, Config.Intake intake) throws IOException {
        // It watches buffers that we never hold, at a price for each.
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        MessageLimits limits = intake.message();
        Door door = new Door(host.inbox());
        ConsumerStreams streams = new ConsumerStreams(host.inbox(), host.archive(), host.readers(), intake.consumers());
        HealthStatusManager health = new HealthStatusManager();
        MessageService messages = new MessageService(
                door, new MessageIds(host.clock()), limits, new BytesUnderWay(intake.bytesUnderWay()), streams, host);
        Server server = NettyServerBuilder.forAddress(address)
                .directExecutor()
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
                .maxInboundMessageSize(limits.payloadBytes() + ROOM_TO_REFUSE_BYTES)
                .keepAliveTime(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEP_ALIVE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveTime(CLIENT_KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addService(messages.definition())
                .addService(new AdminService(door, host).definition())
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .build()
                .start();
        health.setStatus(FilaServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
        health.setStatus(FilaAdminGrpc.SERVICE_NAME, ServingStatus.SERVING);
        return new GrpcPort(server, streams, health);
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
        health.enterTerminalState();
        server.shutdown();
        streams.endAll(why);
        try {
            if (!server.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
