package io.fila.embedded;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.ClientOptions;
import io.fila.server.config.Config;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.host.BrokerHost;
import io.fila.server.wire.EncodedContent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker inside the program that can't go on: those outside must not find its port open, and wait. */
final class FailedBrokerTest {
    @TempDir
    Path directory;

    @Test
    void portIsClosedWithTheBroker() throws IOException {
        Config config = InProcess.config(Map.of(EmbeddedOptions.DATA_DIRECTORY, directory.toString()));
        AtomicReference<@Nullable Consumer<Throwable>> failing = new AtomicReference<>();
        try (InProcess broker = InProcess.open(
                onFailure -> {
                    failing.set(onFailure);
                    return BrokerHost.open(config, EncodedContent::of, onFailure);
                },
                config.intake(),
                ClientOptions.DEFAULT_PREFETCH_TIME)) {
            InetAddress here = InetAddress.getLoopbackAddress();
            GrpcPort port = GrpcPort.open(new InetSocketAddress(here, 0), broker.services());
            broker.serveAlso(port);
            int number = port.number();
            new Socket(here, number).close();

            Objects.requireNonNull(failing.get()).accept(new IllegalStateException("as if the disk had failed"));

            assertThatThrownBy(() -> new Socket(here, number).close()).isInstanceOf(ConnectException.class);
        }
    }
}
