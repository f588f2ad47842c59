package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.QueueInfo;
import io.fila.server.tls.TlsFiles;
import io.fila.server.tls.TlsMaterial;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that know each other by their certificates. */
final class NodeTlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final byte[] HTTP2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final int firstPort = freePort();
    private final List<FilaServer> nodes = new ArrayList<>();

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new AssertionError(none);
        }
    }

    @AfterEach
    void stop() {
        nodes.reversed().forEach(FilaServer::close);
    }

    private FilaServer start(int id, String certificate, String authorities) throws Exception {
        Map<String, String> settings = Map.of(
                "FILA_CLUSTER__ENABLED",
                "true",
                "FILA_CLUSTER__NODE_ID",
                Integer.toString(id),
                "FILA_CLUSTER__BIND_ADDR",
                "127.0.0.1:" + (id == 1 ? firstPort : freePort()),
                "FILA_CLUSTER__PEERS",
                id == 1 ? "" : "127.0.0.1:" + firstPort,
                "FILA_CLUSTER__ELECTION_TIMEOUT_MS",
                "400",
                "FILA_TLS__CERT_FILE",
                TlsTest.resource(certificate + ".pem").toString(),
                "FILA_TLS__KEY_FILE",
                TlsTest.resource(certificate + ".key").toString(),
                "FILA_TLS__CA_FILE",
                TlsTest.resource(authorities + ".pem").toString());
        FilaServer node =
                FilaServer.start(ServerFixture.config(directory.resolve("node" + id), settings), failure -> {});
        nodes.add(node);
        return node;
    }

    @Test
    void nodesWithCertificatesOfTheAuthorityAreACluster() throws Exception {
        start(1, "server", "ca");
        start(2, "renewed", "ca");
        FilaServer third = start(3, "rsa", "ca");
        ManagedChannel channel = channel(third);
        try {
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> admin(channel)
                                    .listQueues(ListQueuesRequest.getDefaultInstance())
                                    .getClusterNodeCount()
                            == 3);

            var _ = admin(channel)
                    .createQueue(
                            CreateQueueRequest.newBuilder().setName("orders").build());

            assertThat(admin(channel)
                            .listQueues(ListQueuesRequest.getDefaultInstance())
                            .getQueuesList())
                    .extracting(QueueInfo::getName)
                    .contains("orders");
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void whoShowsNoCertificateOfTheAuthorityIsRefusedAtThePortOfTheNodes() throws Exception {
        start(1, "server", "ca");

        assertThat(answers("renewed")).isTrue();
        assertThat(answers(null)).isFalse();
        assertThat(answers("self")).isFalse();
        assertThat(answers("other-client")).isFalse();
        assertThat(answersPlaintext()).isFalse();
    }

    @Test
    void beyondThisMachineNodesNeedTlsUnlessItIsMeant() throws Exception {
        Map<String, String> settings =
                Map.of("FILA_CLUSTER__ENABLED", "true", "FILA_CLUSTER__BIND_ADDR", "192.0.2.1:5557");

        assertThatThrownBy(() -> FilaServer.start(ServerFixture.config(directory, settings), failure -> {}))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("cluster.plaintext = true");
    }

    /** Whether the first node speaks HTTP/2 with somebody who trusts everybody and shows a certificate. */
    private boolean answers(@Nullable String certificate) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        KeyManager[] keys = null;
        if (certificate != null) {
            TlsFiles files =
                    new TlsFiles(TlsTest.resource(certificate + ".pem"), TlsTest.resource(certificate + ".key"), null);
            try (TlsMaterial material = TlsMaterial.open(files)) {
                keys = new KeyManager[] {material.serverKey()};
            }
        }
        context.init(keys, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), firstPort)) {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            return isServed(socket);
        }
    }

    private boolean answersPlaintext() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), firstPort)) {
            return isServed(socket);
        }
    }

    /** A server begins with its settings, of which the type is the fourth byte; in plaintext TLS says an alert of some bytes. */
    private static boolean isServed(Socket socket) throws IOException {
        socket.setSoTimeout((int) PATIENCE.toMillis());
        try {
            socket.getOutputStream().write(HTTP2);
            byte[] beginning = socket.getInputStream().readNBytes(9);
            return beginning.length == 9 && beginning[3] == 4;
        } catch (IOException refused) {
            return false;
        }
    }

    private static FilaAdminGrpc.FilaAdminBlockingStub admin(ManagedChannel channel) {
        return FilaAdminGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static ManagedChannel channel(FilaServer node) throws IOException {
        return NettyChannelBuilder.forAddress("127.0.0.1", node.address().port())
                .sslContext(GrpcSslContexts.configure(SslContextBuilder.forClient()
                                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                                .keyManager(
                                        TlsTest.resource("client.pem").toFile(),
                                        TlsTest.resource("client.key").toFile()))
                        .build())
                .build();
    }
}
