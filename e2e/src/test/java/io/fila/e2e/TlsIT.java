package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.Finished;
import io.fila.e2e.wire.RawConnection;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS through the packaged broker and command line, with certificates as toolchains elsewhere make them. */
class TlsIT {
    private static final String BOOTSTRAP = "bootstrap-0123456789";

    /** A record of TLS 1.2 that announces 512 bytes, of which four come. */
    private static final byte[] BEGINNING_OF_A_HANDSHAKE = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc};

    @TempDir
    Path directory;

    @Test
    void clientsShowTheirCertificatesAndTrustTheAuthority() throws Exception {
        Files.writeString(
                directory.resolve("fila.toml"), """
                [tls]
                cert_file = "%s"
                key_file = "%s"
                ca_file = "%s"
                """.formatted(file("server.pem"), file("server.key"), file("ca.pem")));
        try (BrokerProcess broker = BrokerProcess.in(directory).start()) {
            Cli fila = Cli.of(directory, "https://localhost:" + broker.port());
            List<String> trust = List.of("--tls-ca-cert", file("ca.pem"));

            assertThat(run(fila, trust, certificate("client")).printed()).isEqualTo("No queues found.\n");
            assertThat(run(fila, trust, List.of()).exitCode()).isEqualTo(1);
            assertThat(run(fila, List.of(), certificate("client")).exitCode()).isEqualTo(1);
        }
    }

    @Test
    void certificateMayBeItsOwnAuthorityAndPlaintextIsInTheLog() throws Exception {
        try (BrokerProcess broker = BrokerProcess.in(directory)
                .with("tls.cert_file", file("self.pem"))
                .with("tls.key_file", file("self.key"))
                .start()) {
            Cli fila = Cli.of(directory, "localhost:" + broker.port());

            assertThat(run(fila, List.of("--tls-ca-cert", file("self.pem")), List.of())
                            .printed())
                    .isEqualTo("No queues found.\n");
            assertThat(fila.run("queue", "list").exitCode()).isEqualTo(1);
            assertThat(broker.log()).contains("spoke plaintext, but this port requires TLS");
        }
    }

    @Test
    void certificateIsAKeyAndHandshakesThatNeverEndHurtNobody() throws Exception {
        try (BrokerProcess broker = BrokerProcess.in(directory)
                .with("tls.cert_file", file("server.pem"))
                .with("tls.key_file", file("server.key"))
                .with("tls.ca_file", file("ca.pem"))
                .with("auth.bootstrap_apikey", BOOTSTRAP)
                .with("auth.certificates", true)
                .start()) {
            List<RawConnection> slow = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                slow.add(RawConnection.to(broker.port()).write(BEGINNING_OF_A_HANDSHAKE));
            }
            Cli fila = Cli.of(directory, "https://localhost:" + broker.port());
            operator(fila, "queue", "create", "orders").printed();
            assertThat(certified(fila, "enqueue", "orders", "x").err()).contains("invalid or missing api key");
            String id = operator(fila, "auth", "create", "--certificate", "billing.example")
                    .printed()
                    .lines()
                    .findFirst()
                    .orElseThrow()
                    .split(":", -1)[1]
                    .strip();
            operator(fila, "auth", "acl", "set", id, "--perm", "produce:orders").printed();
            certified(fila, "enqueue", "orders", "x").printed();
            assertThat(certified(fila, "consume", "orders", "--count", "1").err())
                    .contains("consume permission");
            operator(fila, "auth", "revoke", id).printed();
            assertThat(certified(fila, "enqueue", "orders", "x").exitCode()).isEqualTo(Finished.REFUSED);
            for (RawConnection each : slow) {
                each.close();
            }
        }
    }

    @Test
    void whatIsWrongWithCertificatesIsInTheLogAndTheOldOnesAreKept() throws Exception {
        Files.copy(Path.of(file("self.pem")), directory.resolve("server.pem"));
        Files.copy(Path.of(file("self.key")), directory.resolve("server.key"));
        Files.writeString(
                directory.resolve("fila.toml"), "[tls]\ncert_file = \"server.pem\"\nkey_file = \"server.key\"\n");
        try (BrokerProcess broker = BrokerProcess.in(directory).start()) {
            Cli fila = Cli.of(directory, "https://localhost:" + broker.port());
            List<String> trust = List.of("--tls-ca-cert", file("self.pem"));

            replace("server.key", "server.key");
            await().untilAsserted(() -> assertThat(broker.log())
                    .contains("Kept the certificates in use, because the new ones cannot be used: "));
            assertThat(run(fila, trust, List.of()).printed()).isEqualTo("No queues found.\n");

            replace("expired.pem", "server.pem");
            replace("expired.key", "server.key");
            await().untilAsserted(() -> assertThat(broker.log()).contains("server.pem expired at "));
            assertThat(run(fila, trust, List.of()).exitCode()).isEqualTo(Finished.REFUSED);
        }
        try (BrokerProcess startsWithIt = BrokerProcess.in(directory).start()) {
            assertThat(startsWithIt.log()).contains("server.pem expired at ");
        }
    }

    /** As tools do it: whole. */
    private void replace(String from, String to) throws Exception {
        Path draft = Files.copy(Path.of(file(from)), directory.resolve("draft"));
        Files.move(draft, directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    private static Finished operator(Cli fila, String... command) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--api-key", BOOTSTRAP));
        return certified(fila, arguments.toArray(String[]::new));
    }

    private static Finished certified(Cli fila, String... command) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--tls-ca-cert", file("ca.pem")));
        arguments.addAll(certificate("client"));
        return fila.run(arguments.toArray(String[]::new));
    }

    private static Finished run(Cli fila, List<String> trust, List<String> certificate) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("queue", "list"));
        arguments.addAll(trust);
        arguments.addAll(certificate);
        return fila.run(arguments.toArray(String[]::new));
    }

    private static List<String> certificate(String name) throws URISyntaxException {
        return List.of("--tls-cert", file(name + ".pem"), "--tls-key", file(name + ".key"));
    }

    private static String file(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(TlsIT.class.getResource("tls/" + name), name)
                        .toURI())
                .toString();
    }
}
