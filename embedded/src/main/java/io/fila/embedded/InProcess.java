package io.fila.embedded;

import io.fila.client.Address;
import io.fila.client.ClientOptions;
import io.fila.client.FilaClient;
import io.fila.core.reply.Refusal;
import io.fila.server.config.Config;
import io.fila.server.config.ConfigSources;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Rest;
import io.fila.server.settings.ConfigException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A broker and its client, joined by gRPC's transport inside one process. */
final class InProcess implements AutoCloseable {
    private final BrokerHost host;
    private final GrpcServices services;
    private final GrpcPort port;
    private final ClientThread clientThread = new ClientThread();
    private final FilaClient client;
    private final AtomicReference<@Nullable Throwable> failure;
    private final AtomicReference<@Nullable GrpcPort> outside;

    private InProcess(
            BrokerHost host,
            GrpcServices services,
            GrpcPort port,
            String name,
            Duration prefetchTime,
            AtomicReference<@Nullable Throwable> failure,
            AtomicReference<@Nullable GrpcPort> outside) {
        this.host = host;
        this.services = services;
        this.port = port;
        this.failure = failure;
        this.outside = outside;
        this.client = FilaClient.over(
                InProcessChannelBuilder.forName(name).executor(clientThread).build(),
                ClientOptions.of(new Address("this-process", Address.DEFAULT_PORT, false))
                        .withPrefetchTime(prefetchTime));
    }

    /** The defaults with some settings by key; every one must mean something. */
    static Config config(Map<String, String> settings) {
        try {
            ConfigSources.Outcome read = ConfigSources.of(settings);
            if (!read.warnings().isEmpty()) {
                throw new IllegalArgumentException(read.warnings().getFirst());
            }
            if (read.config().auth().on() || read.config().tls().isPresent()) {
                throw new IllegalArgumentException(
                        "Expected no setting of [auth] or [tls] because a broker inside a program has neither; remove it.");
            }
            return read.config();
        } catch (ConfigException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }

    /**
     * Opens a broker and connects a client to it.
     *
     * @param opening opens the broker, given whom to tell if it can't go on: its calls then fail, and this process lives
     */
    static InProcess open(
            Function<Consumer<Throwable>, BrokerHost> opening, Config.EnqueuePath intake, Duration prefetchTime) {
        AtomicReference<@Nullable GrpcPort> opened = new AtomicReference<>();
        AtomicReference<@Nullable GrpcPort> outside = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        BrokerHost host = opening.apply(failure -> {
            failed.set(failure);
            end(outside.get());
            end(opened.get());
        });
        try {
            String name = InProcessServerBuilder.generateName();
            GrpcServices services = new GrpcServices(host, intake);
            GrpcPort port = GrpcPort.open(InProcessServerBuilder.forName(name), services);
            opened.set(port);
            return new InProcess(host, services, port, name, prefetchTime, failed, outside);
        } catch (IOException impossible) {
            host.close();
            throw new UncheckedIOException("Expected a transport inside the process but there is none", impossible);
        }
    }

    private static void end(@Nullable GrpcPort port) {
        if (port != null) {
            port.close(Refusal.unavailable("The broker failed; start another."));
        }
    }

    /** Lets a port on which others reach the broker end with it, should it fail. */
    void serveAlso(GrpcPort port) {
        outside.set(port);
        if (failure.get() != null) {
            end(port);
        }
    }

    FilaClient client() {
        return client;
    }

    /** What a port of another transport has to offer. */
    GrpcServices services() {
        return services;
    }

    /** How the broker rests after its client has heard everything, or null if one of the two is at work. */
    @Nullable Rest rest() {
        Throwable broken = failure.get();
        if (broken != null) {
            throw new IllegalStateException("The broker failed", broken);
        }
        Rest before = host.rest();
        return before != null && clientThread.isIdle() && before.equals(host.rest()) ? before : null;
    }

    /** Makes the broker look at its clock again. */
    void wake() {
        host.wake();
    }

    @Override
    public void close() {
        client.close();
        port.close();
        host.close();
        clientThread.close();
    }
}
