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
 * The whole broker in this process, with the storage and the guarantees of one that runs by itself. Programs in this process
 * talk to it through {@link #client()}, without a port; others can be let in by {@link EmbeddedOptions#withPort}. Any thread.
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

    /** A broker whose data is gone when it is closed. */
    public static EmbeddedFila start() {
        return start(EmbeddedOptions.DEFAULT);
    }

    /** A broker on a directory, which is made if it is not there. */
    public static EmbeddedFila start(Path directory) {
        return start(EmbeddedOptions.DEFAULT.withDirectory(directory));
    }

    /**
     * Starts a broker; when this returns it answers.
     *
     * @throws IllegalArgumentException if a setting means nothing
     * @throws UnusableDirectoryException if the data can't be kept in the directory: another broker uses it, say
     * @throws UncheckedIOException if the port can't be had
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
            // Nobody is asked for a key here, so nobody beyond this machine is let in.
            InetAddress here = InetAddress.getLoopbackAddress();
            GrpcPort port = GrpcPort.open(new InetSocketAddress(here, number.getAsInt()), broker.services());
            broker.serveAlso(port);
            return port;
        } catch (IOException taken) {
            throw new UncheckedIOException("Expected to listen on port " + number.getAsInt() + " but could not", taken);
        }
    }

    /** The client of this broker; it is closed with it. */
    public FilaClient client() {
        return broker.client();
    }

    /** Where it keeps its data. */
    public Path directory() {
        return directory;
    }

    /** The port on which others reach this broker, if they do. */
    public OptionalInt port() {
        return port == null ? OptionalInt.empty() : OptionalInt.of(port.number());
    }

    /** Ends streams and calls, finishes what has come, and closes the storage; removes a temporary directory. */
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
