package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.ListQueuesRequest;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The port with TLS, with certificates as toolchains elsewhere make them. */
final class TlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A record of TLS 1.2 that announces 512 bytes, of which four come. */
    private static final byte[] BEGINNING_OF_A_HANDSHAKE = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc};

    private static final int SLOW_HANDSHAKES = 300;
    private static final int HEALTHY_CALLS = 100;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"server", "self", "rsa", "expired"})
    void brokerSpeaksTlsWithAnyCertificate(String name) throws Exception {
        try (FilaServer server = start(name, null)) {
            assertThat(call(server, null)).isTrue();
        }
    }

    @Test
    void onlyVersions12And13AreSpoken() throws Exception {
        try (FilaServer server = start("server", null)) {
            assertThat(handshake(server, "TLSv1.2").getNotAfter()).isNotNull();
            assertThat(handshake(server, "TLSv1.3").getNotAfter()).isNotNull();
            assertThatThrownBy(() -> handshake(server, "TLSv1.1")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void clientNeedsACertificateOfTheAuthority() throws Exception {
        try (FilaServer server = start("server", "ca")) {
            assertThat(call(server, "client")).isTrue();
            assertThat(call(server, null)).isFalse();
            assertThat(call(server, "other-client")).isFalse();
            assertThat(call(server, "self")).isFalse();
        }
    }

    @Test
    void certificateMayBeItsOwnAuthority() throws Exception {
        try (FilaServer server = start("self", "self")) {
            assertThat(call(server, "self")).isTrue();
            assertThat(call(server, "client")).isFalse();
        }
    }

    @Test
    void plaintextGetsNoAnswer() throws Exception {
        try (FilaServer server = start("server", null);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().port())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(ends(socket)).isTrue();
        }
    }

    @Test
    void floodOfSettingsEndsAConnectionWithTlsToo() throws Exception {
        byte[] settings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
        try (FilaServer server = start("server", null);
                SSLSocket socket = connect(server, "TLSv1.3")) {
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            socket.getOutputStream().write(settings);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void handshakesThatNeverEndDelayNobody() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (FilaServer server = start("server", null)) {
            for (int i = 0; i < SLOW_HANDSHAKES; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().port());
                socket.getOutputStream().write(BEGINNING_OF_A_HANDSHAKE);
                slow.add(socket);
            }
            ManagedChannel healthy = channel(server, null);
            List<Duration> calls = new ArrayList<>();
            for (int i = 0; i < HEALTHY_CALLS; i++) {
                long before = System.nanoTime();
                call(healthy);
                calls.add(Duration.ofNanos(System.nanoTime() - before));
            }
            healthy.shutdownNow();

            // The first makes a connection of its own. On a machine of one's own the rest takes some milliseconds.
            assertThat(calls.stream().skip(1).sorted().toList().get(HEALTHY_CALLS - 3))
                    .isLessThan(Duration.ofMillis(500));
        }
        for (Socket socket : slow) {
            socket.close();
        }
    }

    /** An alert of TLS may come before the end; an answer in plaintext would not be one. */
    private static boolean ends(Socket socket) throws IOException {
        try {
            byte[] rest = socket.getInputStream().readAllBytes();
            return rest.length < 16;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void replacedFilesAreTakenUpAndAPairThatDoesNotFitIsNot() throws Exception {
        try (FilaServer server = start("server", null)) {
            X509Certificate first = handshake(server, "TLSv1.3");

            copy("renewed.pem", "server.pem");
            copy("renewed.key", "server.key");
            await().atMost(PATIENCE).until(() -> !handshake(server, "TLSv1.3").equals(first));
            X509Certificate second = handshake(server, "TLSv1.3");

            copy("rsa.pem", "server.pem");
            await().during(Duration.ofSeconds(3))
                    .atMost(PATIENCE)
                    .until(() -> handshake(server, "TLSv1.3").equals(second));
        }
    }

    @Test
    void pairThatDoesNotFitIsRefusedAtTheStart() throws Exception {
        copy("server.pem", "server.pem");
        copy("rsa.key", "server.key");

        assertThatThrownBy(() -> start(Map.of(
                                "FILA_TLS__CERT_FILE", file("server.pem"),
                                "FILA_TLS__KEY_FILE", file("server.key")))
                        .close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("server.pem")
                .hasMessageContaining("replace both");
    }

    @Test
    void fileThatIsNotThereIsNamed() throws Exception {
        assertThatThrownBy(() -> start(Map.of(
                                "FILA_TLS__CERT_FILE", file("server.pem"),
                                "FILA_TLS__KEY_FILE", file("server.key")))
                        .close())
                .isInstanceOf(StartException.class)
                .hasMessage("Expected a readable file " + file("server.pem")
                        + " for TLS but there is none; check its name.");
    }

    @Test
    void keyOfAnotherFormatIsNamed() throws Exception {
        copy("server.pem", "server.pem");
        Files.writeString(
                directory.resolve("server.key"),
                Files.readString(resource("server.key")).replace("PRIVATE KEY", "EC PRIVATE KEY"));

        assertThatThrownBy(() -> start(Map.of(
                                "FILA_TLS__CERT_FILE", file("server.pem"),
                                "FILA_TLS__KEY_FILE", file("server.key")))
                        .close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("openssl pkcs8 -topk8");
    }

    private FilaServer start(String name, @Nullable String authority) throws Exception {
        copy(name + ".pem", "server.pem");
        copy(name + ".key", "server.key");
        Map<String, String> settings = new TreeMap<>(Map.of(
                "FILA_TLS__CERT_FILE", file("server.pem"),
                "FILA_TLS__KEY_FILE", file("server.key")));
        if (authority != null) {
            settings.put("FILA_TLS__CA_FILE", resource(authority + ".pem").toString());
        }
        return start(settings);
    }

    private FilaServer start(Map<String, String> settings) throws Exception {
        return FilaServer.start(ServerFixture.config(directory, settings), failure -> {});
    }

    private static void call(ManagedChannel channel) {
        var _ = FilaAdminGrpc.newBlockingStub(channel)
                .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .listQueues(ListQueuesRequest.getDefaultInstance());
    }

    private static ManagedChannel channel(FilaServer server, @Nullable String certificate) throws Exception {
        SslContextBuilder tls = GrpcSslContexts.forClient().trustManager(InsecureTrustManagerFactory.INSTANCE);
        if (certificate != null) {
            tls.keyManager(
                    resource(certificate + ".pem").toFile(),
                    resource(certificate + ".key").toFile());
        }
        return NettyChannelBuilder.forAddress("127.0.0.1", server.address().port())
                .sslContext(tls.build())
                .build();
    }

    /** Whether a client that trusts everybody is served. */
    private static boolean call(FilaServer server, @Nullable String certificate) throws Exception {
        ManagedChannel channel = channel(server, certificate);
        try {
            call(channel);
            return true;
        } catch (StatusRuntimeException refused) {
            assertThat(refused.getStatus().getCode().name()).isEqualTo("UNAVAILABLE");
            return false;
        } finally {
            channel.shutdownNow();
        }
    }

    /** The certificate that a client of this version gets to see. */
    private static X509Certificate handshake(FilaServer server, String version) throws Exception {
        try (SSLSocket socket = connect(server, version)) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static SSLSocket connect(FilaServer server, String version) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.address().port());
        try {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.setEnabledProtocols(new String[] {version});
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
            return socket;
        } catch (IOException | RuntimeException refused) {
            socket.close();
            throw refused;
        }
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    /** Files are replaced as tools do it: whole. */
    private void copy(String from, String to) throws IOException {
        Path fresh = directory.resolve(to + ".new");
        Files.copy(resource(from), fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.move(fresh, directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(TlsTest.class.getResource("tls/" + name), name)
                    .toURI());
        } catch (URISyntaxException missing) {
            throw new AssertionError(missing);
        }
    }
}
