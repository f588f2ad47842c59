package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.server.config.Config;
import io.fila.server.host.BrokerHost;
import io.fila.server.intake.BytesUnderWay;
import io.fila.server.intake.MessageLimits;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** What one broker offers over gRPC, on whatever ports: its services, and the streams that are open on them. Any thread. */
public final class GrpcServices {
    private final MessageLimits limits;
    private final Connections connections;
    private final ConsumerStreams consumers;
    private final EnqueueStreams producers;
    private final ServerServiceDefinition messages;
    private final ServerServiceDefinition admin;
    private final HealthStatusManager health = new HealthStatusManager();
    private final AtomicBoolean retired = new AtomicBoolean();

    public GrpcServices(BrokerHost host, Config.Intake config) {
        limits = config.message();
        connections = new Connections(config.connections());
        Door door = new Door(host.inbox());
        Intake intake = new Intake(door, limits, new BytesUnderWay(config.bytesUnderWay()), host);
        StreamMemory memory = new StreamMemory(config.bytesWaiting());
        consumers = new ConsumerStreams(host.inbox(), host.archive(), host.readers(), config.consumers(), memory);
        producers = new EnqueueStreams(intake, host.readers(), config.producers(), memory);
        messages = new MessageService(intake, door, consumers, producers).definition();
        admin = new AdminService(door, host).definition();
    }

    /** Serves on a port of any transport; it must run calls on the thread that brings them. */
    Server serve(ServerBuilder<?> port) throws IOException {
        Server server = port.addTransportFilter(connections)
                .intercept(connections)
                .addService(messages)
                .addService(admin)
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .build()
                .start();
        health.setStatus(FilaServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
        health.setStatus(FilaAdminGrpc.SERVICE_NAME, ServingStatus.SERVING);
        return server;
    }

    MessageLimits limits() {
        return limits;
    }

    /** Says that nothing is served any more; the first of several ports to close does. */
    void retire() {
        if (retired.compareAndSet(false, true)) {
            health.enterTerminalState();
        }
    }

    void endStreams(Refusal why) {
        producers.endAll(why);
        consumers.endAll(why);
    }
}
