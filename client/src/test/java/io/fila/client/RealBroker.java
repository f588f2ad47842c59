package io.fila.client;

import io.fila.server.FilaServer;
import io.fila.server.StartException;
import io.fila.server.config.ConfigSources;
import io.fila.server.settings.ConfigException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The broker itself, in this process, on a port of its own. */
final class RealBroker implements AutoCloseable {
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final FilaServer server;

    private RealBroker(Path directory) throws ConfigException, StartException {
        server = FilaServer.start(
                ConfigSources.of(Map.of(
                                "server.listen_addr",
                                "127.0.0.1:0",
                                "server.http_addr",
                                "",
                                "server.data_dir",
                                directory.toString(),
                                "storage.min_free_bytes",
                                "0"))
                        .config(),
                failure::set);
    }

    static RealBroker in(Path directory) throws ConfigException, StartException {
        return new RealBroker(directory);
    }

    int port() {
        return server.address().port();
    }

    String address() {
        return "127.0.0.1:" + port();
    }

    @Override
    public void close() {
        server.close();
        if (failure.get() != null) {
            throw new AssertionError("The broker failed", failure.get());
        }
    }
}
