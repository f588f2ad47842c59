package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.ApiKeyInfo;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetAclRequest;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyResponse;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of keys, as clients meet it. */
final class KeysTest {
    private static final Duration A_SECOND_ON_A_BUSY_MACHINE = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private LockedBroker broker;

    @BeforeEach
    void start() throws Exception {
        broker = LockedBroker.start(directory);
        broker.createQueue("orders");
        broker.createQueue("mail");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void newKeyMayDoNothingUntilItIsAllowedTo() {
        CreateApiKeyResponse key = broker.createKey("worker");
        Channel worker = broker.as(key.getKey());

        refused(
                () -> enqueue(worker, "orders"),
                Status.Code.PERMISSION_DENIED,
                "key does not have produce permission on queue \"orders\"");
        broker.allow(key.getKeyId(), "produce:orders");
        enqueue(worker, "orders");
        refused(
                () -> enqueue(worker, "mail"),
                Status.Code.PERMISSION_DENIED,
                "key does not have produce permission on queue \"mail\"");
        refused(
                () -> broker.admin(worker).listQueues(ListQueuesRequest.getDefaultInstance()),
                Status.Code.PERMISSION_DENIED,
                "key does not have admin permission");
        refused(
                () -> broker.admin(worker)
                        .createQueue(CreateQueueRequest.newBuilder()
                                .setName("orders.us")
                                .build()),
                Status.Code.PERMISSION_DENIED,
                "key does not have admin permission on queue \"orders.us\"");
    }

    @Test
    void checksComeInTheOrderOfTheContract() {
        Channel stranger = broker.withoutKey();
        Channel worker = broker.as(broker.createKey("worker").getKey());

        refused(() -> enqueue(stranger, ""), Status.Code.UNAUTHENTICATED, "invalid or missing api key");
        refused(() -> enqueue(stranger, "unknown"), Status.Code.UNAUTHENTICATED, "invalid or missing api key");
        refused(() -> enqueue(worker, ""), Status.Code.INVALID_ARGUMENT, "queue name");
        refused(() -> enqueue(worker, "unknown"), Status.Code.PERMISSION_DENIED, "unknown");
        refused(
                () -> broker.messages(worker)
                        .ack(AckRequest.newBuilder()
                                .setQueue("orders")
                                .setMessageId("garbage")
                                .build()),
                Status.Code.PERMISSION_DENIED,
                "key does not have consume permission on queue \"orders\"");
    }

    @Test
    void revocationCountsForTheNextCallAlsoOfTheKeyItself() {
        CreateApiKeyResponse root = broker.createKey(CreateApiKeyRequest.newBuilder()
                .setName("root")
                .setIsSuperadmin(true)
                .build());
        Channel caller = broker.as(root.getKey());
        enqueue(caller, "orders");

        var _ = broker.admin(caller)
                .revokeApiKey(RevokeApiKeyRequest.newBuilder()
                        .setKeyId(root.getKeyId())
                        .build());

        refused(() -> enqueue(caller, "orders"), Status.Code.UNAUTHENTICATED, "invalid or missing api key");
    }

    @Test
    void streamsEndWhenTheirKeyIsRevoked() {
        CreateApiKeyResponse key = broker.createKey("worker", "produce:*", "consume:*");
        Channel worker = broker.as(key.getKey());
        ConsumerProbe plain = consume(worker, "orders");
        BatchConsumerProbe batches = BatchConsumerProbe.open(worker, "orders", 10);
        ProducerProbe producer = ProducerProbe.open(worker);
        producer.send(List.of(Requests.enqueue("mail", "x")));
        assertThat(result(producer.results(1), 0).hasRefusal()).isFalse();

        broker.revoke(key.getKeyId());

        for (StreamProbe<?, ?> stream : List.of(plain, batches, producer)) {
            assertThat(stream.awaitEnd().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        }
    }

    @Test
    void streamsEndWhenTheirKeyMayNoLongerDoWhatTheyDo() {
        CreateApiKeyResponse key = broker.createKey("worker", "produce:orders", "consume:orders", "consume:mail");
        Channel worker = broker.as(key.getKey());
        ConsumerProbe orders = consume(worker, "orders");
        ConsumerProbe mail = consume(worker, "mail");
        ProducerProbe producer = ProducerProbe.open(worker);

        broker.allow(key.getKeyId(), "consume:mail");

        assertThat(orders.awaitEnd().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(producer.awaitEnd().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        enqueue(broker.as(LockedBroker.BOOTSTRAP), "mail");
        assertThat(mail.next().hasMessage()).isTrue();
    }

    @Test
    void streamsEndWhenTheirKeyExpires() {
        CreateApiKeyResponse key = broker.createKey(
                CreateApiKeyRequest.newBuilder()
                        .setName("brief")
                        .setExpiresAtMs(System.currentTimeMillis() + 2000)
                        .build(),
                "consume:*");
        ConsumerProbe stream = consume(broker.as(key.getKey()), "orders");

        assertThat(stream.awaitEnd().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        refused(() -> enqueue(broker.as(key.getKey()), "orders"), Status.Code.UNAUTHENTICATED, "invalid");
    }

    @Test
    void everyMessageOfAStreamIsJudgedByItsQueue() {
        Channel worker = broker.as(broker.createKey("worker", "produce:orders").getKey());
        ProducerProbe producer = ProducerProbe.open(worker);

        producer.send(List.of(
                Requests.enqueue("orders", "mine"),
                Requests.enqueue("mail", "not mine"),
                Requests.enqueue("unknown", "x"),
                Requests.enqueue("orders", "mine too")));

        var results = producer.results(4);
        assertThat(result(results, 0).hasRefusal()).isFalse();
        assertThat(result(results, 1).getRefusal().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED.value());
        assertThat(result(results, 1).getRefusal().getMessage())
                .isEqualTo("key does not have produce permission on queue \"mail\"");
        assertThat(result(results, 2).getRefusal().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED.value());
        assertThat(result(results, 3).hasRefusal()).isFalse();
    }

    @Test
    void keysSurviveARestartAndTheConfigurationNeverShowsThem() throws Exception {
        CreateApiKeyResponse key = broker.createKey("worker", "produce:orders");

        broker.server().restart();

        enqueue(broker.as(key.getKey()), "orders");
        assertThat(broker.operator()
                        .listConfig(ListConfigRequest.getDefaultInstance())
                        .getEntriesList())
                .isEmpty();
        refused(
                () -> broker.operator()
                        .getConfig(GetConfigRequest.newBuilder()
                                .setKey(key.getKeyId())
                                .build()),
                Status.Code.NOT_FOUND,
                "not set");
    }

    @Test
    void listTellsOfKeysWithoutTheirTokensAndAboutWhenTheyWereUsed() {
        CreateApiKeyResponse key = broker.createKey("worker", "produce:orders");
        assertThat(key.getKey()).startsWith("fila_").doesNotContain(":");
        assertThat(key.getKeyId()).doesNotContain(":");
        assertThat(info().getLastUsedAtMs()).isZero();

        enqueue(broker.as(key.getKey()), "orders");

        await().atMost(A_SECOND_ON_A_BUSY_MACHINE).until(() -> info().getLastUsedAtMs() > 0);
        assertThat(info().getName()).isEqualTo("worker");
        assertThat(info().toString()).doesNotContain(key.getKey());
    }

    private ApiKeyInfo info() {
        List<ApiKeyInfo> keys = broker.operator()
                .listApiKeys(ListApiKeysRequest.getDefaultInstance())
                .getKeysList();
        assertThat(keys).hasSize(1);
        return keys.getFirst();
    }

    @Test
    void rotationGivesASecondTokenAndEndsTheFirst() {
        CreateApiKeyResponse key = broker.createKey("worker", "produce:orders", "consume:orders");
        RotateApiKeyRequest request = RotateApiKeyRequest.newBuilder()
                .setKeyId(key.getKeyId())
                .setGraceMs(2000)
                .build();

        RotateApiKeyResponse rotated = broker.admin(broker.as(key.getKey())).rotateApiKey(request);

        enqueue(broker.as(key.getKey()), "orders");
        enqueue(broker.as(rotated.getKey()), "orders");
        ConsumerProbe former = consume(broker.as(key.getKey()), "orders");
        ConsumerProbe latter = consume(broker.as(rotated.getKey()), "orders");
        assertThat(former.awaitEnd().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        refused(() -> enqueue(broker.as(key.getKey()), "orders"), Status.Code.UNAUTHENTICATED, "invalid");
        enqueue(broker.as(rotated.getKey()), "orders");
        latter.cancel();
    }

    @Test
    void permissionsArePassedOnInsideTheScopeOnly() {
        Channel admin = broker.as(broker.createKey("admin", "admin:orders.*").getKey());
        String other = broker.createKey("other").getKeyId();

        var _ = broker.admin(admin).setAcl(LockedBroker.acl(other, "produce:orders.us", "admin:orders.eu.*"));
        refused(
                () -> broker.admin(admin).setAcl(LockedBroker.acl(other, "produce:orders")),
                Status.Code.PERMISSION_DENIED,
                "one or more permissions exceed the caller's admin scope");
        refused(
                () -> broker.operator().setAcl(LockedBroker.acl(other, "write:orders")),
                Status.Code.INVALID_ARGUMENT,
                "invalid permission kind \"write\"; must be one of: produce, consume, admin");
        assertThat(broker.operator()
                        .getAcl(GetAclRequest.newBuilder().setKeyId(other).build())
                        .getPermissionsCount())
                .isEqualTo(2);
        refused(
                () -> broker.admin(admin)
                        .createApiKey(CreateApiKeyRequest.newBuilder()
                                .setName("root")
                                .setIsSuperadmin(true)
                                .build()),
                Status.Code.PERMISSION_DENIED,
                "only superadmin keys can create other superadmin keys");
    }

    @Test
    void healthAndReflectionNeedNoKey() {
        assertThat(HealthGrpc.newBlockingStub(broker.withoutKey())
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus()
                        .name())
                .isEqualTo("SERVING");
        StreamProbe<ServerReflectionRequest, ServerReflectionResponse> reflection =
                StreamProbe.open(broker.withoutKey(), ServerReflectionGrpc.getServerReflectionInfoMethod());
        reflection.send(ServerReflectionRequest.newBuilder().setListServices("").build());
        assertThat(reflection.next().getListServicesResponse().getServiceCount())
                .isPositive();
        reflection.halfClose();
        assertThat(reflection.awaitEnd().isOk()).isTrue();
    }

    @Test
    void rightKeysAreNotSlowedDownByWrongOnes() {
        for (int i = 0; i < 12; i++) {
            StreamProbe.open(broker.as("wrong"), FilaAdminGrpc.getListQueuesMethod())
                    .halfClose();
        }
        long before = System.nanoTime();
        refused(() -> enqueue(broker.as("wrong"), "orders"), Status.Code.UNAUTHENTICATED, "invalid");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(500));

        enqueue(broker.as(LockedBroker.BOOTSTRAP), "orders");
    }

    private static EnqueueResult result(Map<Long, EnqueueResult> results, long number) {
        return Objects.requireNonNull(results.get(number));
    }

    private ConsumerProbe consume(Channel caller, String queue) {
        ConsumerProbe probe = ConsumerProbe.open(
                caller, ConsumeRequest.newBuilder().setQueue(queue).build());
        probe.awaitHeaders();
        return probe;
    }

    private void enqueue(Channel caller, String queue) {
        var _ = broker.messages(caller).enqueue(Requests.enqueue(queue, "x"));
    }

    private static void refused(ThrowingCallable call, Status.Code code, String text) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StatusRuntimeException.class, refusal -> {
            assertThat(refusal.getStatus().getCode()).isEqualTo(code);
            assertThat(refusal.getStatus().getDescription()).contains(text);
        });
    }
}
