package io.fila.e2e.program;

import io.fila.e2e.wire.PlainClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker that runs for all tests of a class, which keep to queues of their own. */
public final class RunningBroker implements BeforeAllCallback, AfterAllCallback {
    private @Nullable Path directory;
    private @Nullable BrokerProcess process;
    private @Nullable PlainClient client;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        Path fresh = Files.createTempDirectory("fila-e2e-");
        directory = fresh;
        BrokerProcess broker = BrokerProcess.in(fresh);
        process = broker;
        broker.start();
        client = PlainClient.of(broker.address());
    }

    public PlainClient client() {
        return started(client);
    }

    public BrokerProcess process() {
        return started(process);
    }

    /** Kills the broker as {@code kill -9} does and starts it again on the same directory and port. */
    public void killAndRestart() throws InterruptedException {
        process().kill();
        restart();
    }

    /** Starts a broker again that was killed. */
    public void restart() throws InterruptedException {
        process().start();
        client().reconnect();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (client != null) {
            client.close();
        }
        if (process != null) {
            process.close();
        }
        if (directory != null) {
            remove(directory);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("Expected to remove " + directory + " but could not", failure);
        }
    }

    private static <T> T started(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("Expected a broker that runs; register this extension in a static field.");
        }
        return part;
    }
}
