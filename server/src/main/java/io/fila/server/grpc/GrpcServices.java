package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.server.config.Config;
import io.fila.server.host.BrokerHost;
import io.fila.server.intake.BytesUnderWay;
import io.fila.server.intake.MessageLimits;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one broker offers over gRPC, on whatever ports: its services, and the streams that are open on them. Ports may be open
 * before the broker is. Any thread.
 */
public final class GrpcServices {
    private final Config.Intake config;
    private final Connections connections;
    private final Offer offer = new Offer();
    private final Health health = new Health();
    private volatile @Nullable Streams streams;

    private record Streams(ConsumerStreams consumers, EnqueueStreams producers) {}

    /** The services of a broker that is not there yet: health says so, and every call is UNAVAILABLE. */
    public GrpcServices(Config.Intake config) {
        this.config = config;
        this.connections = new Connections(config.connections());
    }

    public GrpcServices(BrokerHost host, Config.Intake config) {
        this(config);
        attach(host);
    }

    /** The broker is there, and answers from now on. */
    public void attach(BrokerHost host) {
        Door door = new Door(host.inbox());
        Intake intake = new Intake(door, limits(), new BytesUnderWay(config.bytesUnderWay()), host);
        StreamMemory memory = new StreamMemory(config.bytesWaiting());
        ConsumerStreams consumers =
                new ConsumerStreams(host.inbox(), host.archive(), host.readers(), config.consumers(), memory);
        EnqueueStreams producers = new EnqueueStreams(intake, host.readers(), config.producers(), memory);
        streams = new Streams(consumers, producers);
        offer.open(List.of(
                new MessageService(intake, door, host, consumers, producers).definition(),
                new AdminService(door, host).definition()));
        health.recovered();
        host.onRoomChange(health::room);
    }

    /** Serves on a port of any transport; it must run calls on the thread that brings them. */
    Server serve(ServerBuilder<?> port) throws IOException {
        return port.addTransportFilter(connections)
                .intercept(connections)
                .addService(health.service())
                .addService(ProtoReflectionServiceV1.newInstance())
                .fallbackHandlerRegistry(offer)
                .build()
                .start();
    }

    MessageLimits limits() {
        return config.message();
    }

    /** Says that nothing is served any more; the first of several ports to close does. */
    void retire() {
        health.retire();
    }

    void endStreams(Refusal why) {
        Streams open = streams;
        if (open != null) {
            open.producers().endAll(why);
            open.consumers().endAll(why);
        }
    }
}
