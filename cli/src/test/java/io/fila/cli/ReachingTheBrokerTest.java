package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.fake.FakeBroker;
import io.grpc.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class ReachingTheBrokerTest {
    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @Test
    void theAddressIsTypedOrInheritedWithOrWithoutAScheme() {
        String address = fila.broker().address();
        FakeTerminal elsewhere = new FakeTerminal().export("FILA_ADDR", "localhost:1");
        FakeTerminal inherited = new FakeTerminal().export("FILA_ADDR", address);

        assertThat(new Shell(elsewhere).run("--addr", address, "queue", "list")).isZero();
        assertThat(new Shell(elsewhere).run("queue", "list", "--addr", "http://" + address))
                .isZero();
        assertThat(new Shell(inherited).run("queue", "list")).isZero();
    }

    @Test
    void theApiKeyIsTypedOrInherited() {
        fila.broker().requireApiKey("s3cret");
        FakeTerminal inherited = fila.terminal().export("FILA_API_KEY", "s3cret");
        FakeTerminal wrong = fila.terminal().export("FILA_API_KEY", "guess");

        assertThat(fila.refused("queue", "list")).isEqualTo("Error: API key is missing or unknown\n");
        assertThat(fila.run("queue", "list", "--api-key", "s3cret")).isEqualTo("No queues found.\n");
        assertThat(new Shell(inherited).run("queue", "list")).isZero();
        assertThat(new Shell(wrong).run("queue", "list")).isEqualTo(1);
        assertThat(new Shell(wrong).run("queue", "list", "--api-key", "s3cret")).isZero();
    }

    @Test
    void theApiKeyMayBeInAFile(@TempDir Path directory) throws IOException {
        fila.broker().requireApiKey("s3cret");
        Path file = Files.writeString(directory.resolve("key"), "s3cret\n");

        assertThat(fila.run("queue", "list", "--api-key-file", file.toString())).isEqualTo("No queues found.\n");
        assertThat(fila.misused("queue", "list", "--api-key-file", "nowhere")).contains("nowhere");
        assertThat(fila.misused("queue", "list", "--api-key-file", file.toString(), "--api-key", "s3cret"))
                .contains("found both");
    }

    @Test
    void aBrokerThatIsNotThereIsASentence() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThat(fila.refused("queue", "list", "--addr", "127.0.0.1:" + port))
                .isEqualTo("Error: Could not reach a broker at 127.0.0.1:" + port + ": connection refused\n");
    }

    @Test
    void aBrokerThatSpeaksPlainlyCanNotBeReachedByTls() {
        assertThat(fila.refused("queue", "list", "--tls"))
                .isEqualTo("Error: Could not reach a broker at " + fila.broker().address()
                        + ": it does not speak TLS; connect without TLS\n");
    }

    @Test
    void aCertificateFileThatIsNotThereIsWrongUsage() {
        assertThat(fila.misused("queue", "list", "--tls-ca-cert", "nowhere.crt"))
                .contains("nowhere.crt");
    }

    @Test
    void aCallThatTheBrokerDoesNotKnowIsASentence() {
        try (FakeBroker old = FakeBroker.startWithoutAdmin()) {
            assertThat(fila.refused("config", "list", "--addr", old.address()))
                    .isEqualTo("Error: The broker at " + old.address() + " does not support this call\n");
        }
    }

    @Test
    void aRefusalIsShownAsTheBrokerSaysIt() {
        fila.broker()
                .refuseWith(Status.PERMISSION_DENIED
                        .withDescription("key does not have produce permission on queue \"orders\"")
                        .asRuntimeException());

        assertThat(fila.refused("enqueue", "orders", "coffee"))
                .isEqualTo("Error: key does not have produce permission on queue \"orders\"\n");
    }
}
