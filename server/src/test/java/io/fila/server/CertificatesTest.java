package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers who show a certificate and no key. The certificate of the client is for the name billing.example. */
final class CertificatesTest {
    private static final long PATIENCE_SECONDS = 20;

    @TempDir
    Path directory;

    @Test
    void certificateMayDoWhatItsKeyMayAsLongAsItIsThere() throws Exception {
        try (FilaServer server = start(true)) {
            ManagedChannel channel = connect(server);
            try {
                var _ = operator(FilaAdminGrpc.newBlockingStub(channel))
                        .createQueue(CreateQueueRequest.newBuilder()
                                .setName("orders")
                                .setConfig(QueueConfig.newBuilder().setFairnessBy("principal"))
                                .build());
                assertThat(enqueue(channel)).isEqualTo(Status.Code.UNAUTHENTICATED);

                CreateApiKeyResponse key = operator(FilaAdminGrpc.newBlockingStub(channel))
                        .createApiKey(CreateApiKeyRequest.newBuilder()
                                .setCertificate("billing.example")
                                .build());
                assertThat(key.getKey()).isEmpty();
                assertThat(enqueue(channel)).isEqualTo(Status.Code.PERMISSION_DENIED);
                var _ = operator(FilaAdminGrpc.newBlockingStub(channel))
                        .setAcl(LockedBroker.acl(key.getKeyId(), "produce:orders"));
                assertThat(enqueue(channel)).isEqualTo(Status.Code.OK);
                assertThat(withKey(FilaServiceGrpc.newBlockingStub(channel), "wrong"))
                        .satisfies(stub -> assertThat(enqueue(stub)).isEqualTo(Status.Code.UNAUTHENTICATED));

                assertThat(operator(FilaAdminGrpc.newBlockingStub(channel))
                                .getStats(GetStatsRequest.newBuilder()
                                        .setQueue("orders")
                                        .build())
                                .getPerKeyStats(0)
                                .getKey())
                        .isEqualTo("billing.example");
                assertThat(operator(FilaAdminGrpc.newBlockingStub(channel))
                                .listApiKeys(ListApiKeysRequest.getDefaultInstance())
                                .getKeys(0))
                        .satisfies(listed -> {
                            assertThat(listed.getCertificate()).isEqualTo("billing.example");
                            assertThat(listed.getLastUsedAtMs()).isPositive();
                        });
                var _ = operator(FilaAdminGrpc.newBlockingStub(channel))
                        .revokeApiKey(RevokeApiKeyRequest.newBuilder()
                                .setKeyId(key.getKeyId())
                                .build());
                assertThat(enqueue(channel)).isEqualTo(Status.Code.UNAUTHENTICATED);
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @Test
    void certificateIsNobodyUnlessTheBrokerTakesCertificates() throws Exception {
        try (FilaServer server = start(false)) {
            ManagedChannel channel = connect(server);
            try {
                var _ = operator(FilaAdminGrpc.newBlockingStub(channel))
                        .createApiKey(CreateApiKeyRequest.newBuilder()
                                .setCertificate("billing.example")
                                .setIsSuperadmin(true)
                                .build());

                assertThat(enqueue(channel)).isEqualTo(Status.Code.UNAUTHENTICATED);
            } finally {
                channel.shutdownNow();
            }
        }
    }

    private FilaServer start(boolean certificates) throws Exception {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "FILA_TLS__CERT_FILE", TlsTest.resource("server.pem").toString(),
                "FILA_TLS__KEY_FILE", TlsTest.resource("server.key").toString(),
                "FILA_TLS__CA_FILE", TlsTest.resource("ca.pem").toString(),
                "FILA_BOOTSTRAP_APIKEY", LockedBroker.BOOTSTRAP,
                "FILA_AUTH__CERTIFICATES", Boolean.toString(certificates)));
        return FilaServer.start(ServerFixture.config(directory, settings), failure -> {});
    }

    private static ManagedChannel connect(FilaServer server) throws Exception {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.address().port())
                .sslContext(GrpcSslContexts.forClient()
                        .trustManager(InsecureTrustManagerFactory.INSTANCE)
                        .keyManager(
                                TlsTest.resource("client.pem").toFile(),
                                TlsTest.resource("client.key").toFile())
                        .build())
                .build();
    }

    private static <S extends AbstractStub<S>> S operator(S stub) {
        return withKey(stub, LockedBroker.BOOTSTRAP);
    }

    private static <S extends AbstractStub<S>> S withKey(S stub, String key) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + key);
        return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static Status.Code enqueue(ManagedChannel channel) {
        return enqueue(FilaServiceGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    private static Status.Code enqueue(FilaServiceGrpc.FilaServiceBlockingStub stub) {
        EnqueueRequest request = EnqueueRequest.newBuilder()
                .setQueue("orders")
                .setPayload(ByteString.EMPTY)
                .build();
        StatusRuntimeException refused =
                catchThrowableOfType(StatusRuntimeException.class, () -> stub.enqueue(request));
        return refused == null ? Status.Code.OK : refused.getStatus().getCode();
    }
}
