package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.server.config.Config;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a broker from starting is said in a sentence, and nothing is left half open. */
final class StartTest {
    private static final Duration AT_ONCE = Duration.ofMillis(200);

    @TempDir
    Path directory;

    @Test
    void portThatIsTakenIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            Config config = config(Map.of("FILA_SERVER__LISTEN_ADDR", address));

            assertThatThrownBy(() -> FilaServer.start(config, failure -> {}))
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith("Expected to listen on " + address + " but")
                    .hasMessageContaining("in use")
                    .hasMessageContaining("--listen")
                    .hasMessageNotContaining("bind(");
            assertThat(directory).isEmptyDirectory();
            assertThatThrownBy(() -> FilaServer.start(config(Map.of("FILA_SERVER__HTTP_ADDR", address)), failure -> {}))
                    .isInstanceOf(StartException.class);
            assertThat(directory).isEmptyDirectory();
        }
        start().close();
    }

    /** The best of several: others keep this machine busy. */
    @Test
    void idleBrokerStopsAtOnce() throws Exception {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5 && best > AT_ONCE.toNanos(); i++) {
            FilaServer server = start();
            long began = System.nanoTime();
            server.close();
            best = Math.min(best, System.nanoTime() - began);
        }

        assertThat(Duration.ofNanos(best)).isLessThan(AT_ONCE);
    }

    @Test
    void directoryInUseIsNamed() throws Exception {
        try (FilaServer first = start()) {
            assertThat(first.address().port()).isPositive();

            assertThatThrownBy(this::start)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(directory.resolve("data").toString());
        }
    }

    @Test
    void directoryThatCannotBeMadeIsNamed() throws Exception {
        Files.writeString(directory.resolve("data"), "a file where the directory should be");

        assertThatThrownBy(this::start)
                .isInstanceOf(StartException.class)
                .hasMessageContaining(directory.resolve("data").toString());
    }

    @Test
    void hostThatDoesNotExistIsNamed() throws Exception {
        Config config = config(Map.of("FILA_SERVER__LISTEN_ADDR", "no.such.host.invalid:1"));

        assertThatThrownBy(() -> FilaServer.start(config, failure -> {}))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no.such.host.invalid:1");
    }

    @Test
    void closedBrokerLeavesNoThreadBehindForWhichTheJvmWouldWait() throws Exception {
        FilaServer server = FilaServer.start(
                config(Map.of("FILA_SERVER__LISTEN_ADDR", "127.0.0.1:0", "FILA_SERVER__HTTP_ADDR", "127.0.0.1:0")),
                failure -> {});
        assertThat(threads()).anyMatch(name -> name.startsWith("fila-http"));

        server.close();

        assertThat(threads())
                .noneMatch(name -> name.startsWith("fila-http")
                        || name.startsWith("fila-grpc")
                        || name.startsWith("grpc-default"));
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toSet());
    }

    @Test
    void brokerIsNotOpenToOthersUnlessThatIsMeant() throws Exception {
        assertThatThrownBy(
                        () -> FilaServer.start(config(Map.of("FILA_SERVER__LISTEN_ADDR", "0.0.0.0:0")), failure -> {}))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("FILA_BOOTSTRAP_APIKEY")
                .hasMessageContaining("auth.required = false");
        for (Map<String, String> said :
                List.of(Map.of("FILA_BOOTSTRAP_APIKEY", "0123456789abcdef"), Map.of("FILA_AUTH__REQUIRED", "false"))) {
            Map<String, String> settings = new TreeMap<>(said);
            settings.put("FILA_SERVER__LISTEN_ADDR", "0.0.0.0:0");
            FilaServer.start(config(settings), failure -> {}).close();
        }
    }

    private FilaServer start() throws Exception {
        return FilaServer.start(config(Map.of("FILA_SERVER__LISTEN_ADDR", "127.0.0.1:0")), failure -> {});
    }

    private Config config(Map<String, String> settings) throws Exception {
        return ServerFixture.config(directory, settings);
    }
}
