package io.fila.e2e;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One broker for all tests of a class, and a client of it. */
final class SharedBroker implements BeforeAllCallback, AfterAllCallback {
    private final List<String> queues;
    private @Nullable Path directory;
    private @Nullable BrokerProcess process;
    private @Nullable PlainClient client;

    private SharedBroker(List<String> queues) {
        this.queues = queues;
    }

    static SharedBroker withQueues(String... names) {
        return new SharedBroker(List.of(names));
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        directory = Files.createTempDirectory("fila-e2e");
        process = BrokerProcess.in(directory).start();
        client = PlainClient.of(process.address());
        queues.forEach(client::createQueue);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (client != null) {
            client.close();
        }
        if (process != null) {
            process.close();
        }
        if (directory != null) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    BrokerProcess process() {
        return started(process);
    }

    PlainClient client() {
        return started(client);
    }

    private static <T> T started(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("Expected a broker that runs; register this as a static extension.");
        }
        return part;
    }
}
