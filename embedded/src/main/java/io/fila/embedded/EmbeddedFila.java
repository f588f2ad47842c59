package io.fila.embedded;

import io.fila.client.ClientOptions;
import io.fila.client.FilaClient;
import io.fila.server.config.Config;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.host.BrokerHost;
import io.fila.server.wire.EncodedContent;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The whole broker inside this process, with the same storage and guarantees as a separate one. Code in this process uses
 * {@link #client()}, without a port; {@link EmbeddedOptions#withPort} lets other programs connect. Thread-safe.
 *
 * <pre>{@code
 * try (EmbeddedFila fila = EmbeddedFila.start()) {
 *     fila.client().admin().createQueue("orders");
 *     fila.client().enqueue("orders", Outgoing.of("one coffee"));
 * }
 * }</pre>
 */
public final class EmbeddedFila implements AutoCloseable {
    private final Path directory;
    private final InProcess broker;
    private final @Nullable GrpcPort port;
    private final @Nullable TemporaryDirectory temporary;

    private EmbeddedFila(
            Path directory, InProcess broker, @Nullable GrpcPort port, @Nullable TemporaryDirectory temporary) {
        this.directory = directory;
        this.broker = broker;
        this.port = port;
        this.temporary = temporary;
    }

    /** Starts a broker whose data is removed when it is closed. */
    public static EmbeddedFila start() {
        return start(EmbeddedOptions.DEFAULT);
    }

    /** Starts a broker with its data in a directory, which is created if it does not exist. */
    public static EmbeddedFila start(Path directory) {
        return start(EmbeddedOptions.DEFAULT.withDirectory(directory));
    }

    /**
     * Starts a broker; it is ready when this returns.
     *
     * @throws IllegalArgumentException if a setting is unknown or invalid
     * @throws UnusableDirectoryException if the directory cannot be used, for example because another broker uses it
     * @throws UncheckedIOException if it cannot listen on the port
     */
    public static EmbeddedFila start(EmbeddedOptions options) {
        Path given = options.directory();
        TemporaryDirectory temporary = given == null ? TemporaryDirectory.make() : null;
        Path directory = given == null ? Objects.requireNonNull(temporary).path() : given;
        InProcess broker = null;
        try {
            Map<String, String> settings = new TreeMap<>(options.settings());
            settings.put(EmbeddedOptions.DATA_DIRECTORY, directory.toString());
            Config config = InProcess.config(settings);
            broker = InProcess.open(
                    onFailure -> open(config, onFailure), config.intake(), ClientOptions.DEFAULT_PREFETCH_TIME);
            return new EmbeddedFila(directory, broker, openPort(options.port(), broker), temporary);
        } catch (RuntimeException failure) {
            if (broker != null) {
                broker.close();
            }
            if (temporary != null) {
                temporary.close();
            }
            throw failure;
        }
    }

    private static BrokerHost open(Config config, Consumer<Throwable> onFailure) {
        try {
            return BrokerHost.open(config, EncodedContent::of, onFailure);
        } catch (StorageException unusable) {
            throw new UnusableDirectoryException(unusable);
        }
    }

    private static @Nullable GrpcPort openPort(OptionalInt number, InProcess broker) {
        if (number.isEmpty()) {
            return null;
        }
        try {
            // There are no keys here, so only this machine may connect.
            InetAddress here = InetAddress.getLoopbackAddress();
            GrpcPort port = GrpcPort.open(new InetSocketAddress(here, number.getAsInt()), broker.services());
            broker.serveAlso(port);
            return port;
        } catch (IOException taken) {
            throw new UncheckedIOException("Expected to listen on port " + number.getAsInt() + " but could not", taken);
        }
    }

    /** The client of this broker, which is closed with it. */
    public FilaClient client() {
        return broker.client();
    }

    /** Where it keeps its data. */
    public Path directory() {
        return directory;
    }

    /** The port for other programs, if there is one. */
    public OptionalInt port() {
        return port == null ? OptionalInt.empty() : OptionalInt.of(port.number());
    }

    /** Ends streams and calls, finishes accepted work, and closes the storage. Removes a temporary directory. */
    @Override
    public void close() {
        if (port != null) {
            port.close();
        }
        broker.close();
        if (temporary != null) {
            temporary.close();
        }
    }
}
