package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.BatchConsumer;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.e2e.wire.Requests;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.AclPermission;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.GetAclRequest;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.SetAclRequest;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is the same after the death of whoever led it, on every shard. */
@Tag("long")
class ClusterFailoverIT {
    private static final String BOOTSTRAP = "bootstrap-0123456789";
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Long enough for a message that must not come. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    /** On three shards. */
    private static final List<String> QUEUES = List.of("orders.a", "orders.b", "orders.c");

    @TempDir
    Path directory;

    private static PlainClient as(String token, String address) {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        return PlainClient.of(
                address, InsecureChannelCredentials.create(), MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static CreateApiKeyResponse key(PlainClient operator, String name) {
        CreateApiKeyResponse made = operator.admin()
                .createApiKey(CreateApiKeyRequest.newBuilder().setName(name).build());
        var _ = operator.admin()
                .setAcl(SetAclRequest.newBuilder()
                        .setKeyId(made.getKeyId())
                        .addPermissions(
                                AclPermission.newBuilder().setKind("produce").setPattern("orders.*"))
                        .build());
        return made;
    }

    private static void createQueues(ThreeNodes cluster, QueueConfig config) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> cluster.leads(1).size() == 3);
        for (int i = 0; i < QUEUES.size(); i++) {
            cluster.client(i + 1).createQueue(QUEUES.get(i), config);
        }
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(QUEUES.stream().map(queue -> cluster.leaderOf(queue, 1)))
                        .as("who leads %s", QUEUES)
                        .containsExactlyInAnyOrder(1, 2, 3));
    }

    /** The first shard has the settings and keys; whoever leads that one dies first. */
    private static int ofTheFirstShard(ThreeNodes cluster) {
        return (int) cluster.client(1)
                .admin()
                .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                .getLeaderNodeId();
    }

    private static void awaitCopies(ThreeNodes cluster) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            for (PlainClient client : cluster.clients()) {
                assertThat(QUEUES).allMatch(queue -> client.stats(queue).getReplicationCount() == 3);
                assertThat(client.admin()
                                .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                                .getReplicationCount())
                        .isEqualTo(3);
            }
            assertThat(cluster.leads(1)).isEqualTo(Map.of(1L, 1L, 2L, 1L, 3L, 1L));
        });
    }

    @Test
    void keysPermissionsSettingsAndBucketsAreTheSameAfterAnyLeaderDied() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.prepareIn(
                        directory,
                        node -> node.with("auth.bootstrap_apikey", BOOTSTRAP),
                        address -> as(BOOTSTRAP, address))
                .start()) {
            createQueues(cluster, QueueConfig.getDefaultInstance());
            PlainClient operator = cluster.client(2);
            CreateApiKeyResponse worker = key(operator, "worker");
            CreateApiKeyResponse former = key(operator, "former");
            var _ = operator.admin()
                    .revokeApiKey(RevokeApiKeyRequest.newBuilder()
                            .setKeyId(former.getKeyId())
                            .build());
            operator.set("motd", "hello");
            // A bucket with three tokens that is never filled again: there are three for the whole cluster.
            operator.set("throttle.tenant", "0,3");
            spendAllTokens(cluster);
            awaitCopies(cluster);

            int first = ofTheFirstShard(cluster);
            cluster.node(first).kill();
            checkAfter(cluster, first, worker, former);

            cluster.revive(first);
            awaitCopies(cluster);
            // The one that has come back is part of the majority now.
            int next = ThreeNodes.otherThan(first);
            cluster.node(next).kill();
            checkAfter(cluster, next, worker, former);
        }
    }

    private static void spendAllTokens(ThreeNodes cluster) throws InterruptedException {
        PlainClient client = cluster.client(3);
        for (String queue : QUEUES) {
            for (int i = 0; i < 4; i++) {
                client.enqueue(Requests.message(queue, "throttled")
                        .addThrottleKeys("tenant")
                        .build());
            }
        }
        try (PlainStream stream = client.consume(QUEUES.getFirst())) {
            for (Message message : stream.next(3)) {
                client.ack(QUEUES.getFirst(), message.getId());
            }
        }
    }

    private static void checkAfter(
            ThreeNodes cluster, int dead, CreateApiKeyResponse worker, CreateApiKeyResponse former)
            throws InterruptedException {
        for (int node = 1; node <= 3; node++) {
            if (node == dead) {
                continue;
            }
            PlainClient operator = cluster.client(node);
            String address = cluster.node(node).address();
            try (PlainClient working = as(worker.getKey(), address);
                    PlainClient revoked = as(former.getKey(), address);
                    PlainClient nobody = PlainClient.of(address)) {
                for (String queue : QUEUES) {
                    await(queue + " takes messages")
                            .atMost(PATIENCE)
                            .ignoreExceptions()
                            .until(() -> !working.enqueue(queue, "confirmed").isEmpty());
                    assertThat(PlainClient.refusal(
                                    Status.Code.PERMISSION_DENIED,
                                    () -> working.messages()
                                            .ack(AckRequest.newBuilder()
                                                    .setQueue(queue)
                                                    .setMessageId("x")
                                                    .build())))
                            .isEqualTo("key does not have consume permission on queue \"" + queue + "\"");
                    PlainClient.refusal(Status.Code.UNAUTHENTICATED, () -> revoked.enqueue(queue, "x"));
                    PlainClient.refusal(Status.Code.UNAUTHENTICATED, () -> nobody.enqueue(queue, "x"));
                }
                assertThat(operator.admin()
                                .getConfig(GetConfigRequest.newBuilder()
                                        .setKey("motd")
                                        .build())
                                .getValue())
                        .isEqualTo("hello");
                assertThat(operator.admin()
                                .getAcl(GetAclRequest.newBuilder()
                                        .setKeyId(worker.getKeyId())
                                        .build())
                                .getPermissionsList())
                        .hasSize(1);
                assertNoTokens(operator);
            }
        }
    }

    /** Messages without a throttle key come, those with it do not. */
    private static void assertNoTokens(PlainClient client) throws InterruptedException {
        for (String queue : QUEUES) {
            try (PlainStream stream = client.consume(queue)) {
                Message message = stream.next();
                while (message != null) {
                    assertThat(message.getMetadata().getThrottleKeysList()).isEmpty();
                    client.ack(queue, message.getId());
                    message = stream.poll(SILENCE);
                }
            }
        }
    }

    @Test
    void leasesAttemptsDelaysAndDeadLettersAreTheSameAfterAnyLeaderDied() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.startIn(directory)) {
            createQueues(
                    cluster,
                    QueueConfig.newBuilder()
                            .setMaxAttempts(2)
                            .setDedupWindowMs(600_000)
                            .setVisibilityTimeoutMs(600_000)
                            .build());
            List<Before> before = QUEUES.stream()
                    .map(queue -> Before.in(queue, cluster.client(1)))
                    .toList();
            awaitCopies(cluster);
            int first = ofTheFirstShard(cluster);
            cluster.node(first).kill();
            cluster.revive(first);
            awaitCopies(cluster);

            int dead = ThreeNodes.otherThan(first);
            cluster.node(dead).kill();

            PlainClient one = cluster.client(first);
            PlainClient other = cluster.client(ThreeNodes.otherThan(dead));
            for (Before each : before) {
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> one.stats(each.queue()).getLeaderNodeId() != dead);
                each.check(one, other);
            }
        }
    }

    /** One message of each kind. */
    private record Before(String queue, Message held, Message extended, String retried, String later) {
        static Before in(String queue, PlainClient client) {
            client.enqueue(queue, "held");
            client.enqueue(queue, "extended");
            String retried = client.enqueue(queue, "retried");
            client.enqueue(queue, "dead");
            EnqueueResponse later = client.messages()
                    .enqueue(Requests.message(queue, "later")
                            .setDelayMs(600_000)
                            .setDedupKey("job")
                            .build());
            BatchConsumer consumer = BatchConsumer.open(client, queue, 4);
            try {
                List<Message> messages = consumer.next(4);
                assertThat(consumer.nack(messages.get(3), "for the first time").hasRefusal())
                        .isFalse();
                consumer.grant(1);
                assertThat(consumer.nack(consumer.next(), "for the last time").hasRefusal())
                        .isFalse();
                assertThat(consumer.nack(messages.get(2), "once").hasRefusal()).isFalse();
                return new Before(queue, messages.get(0), messages.get(1), retried, later.getMessageId());
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            } finally {
                consumer.close();
            }
        }

        void check(PlainClient one, PlainClient other) throws InterruptedException {
            assertThat(one.stats(queue).getInFlight()).isEqualTo(2);
            assertThat(one.stats(queue).getScheduled()).isEqualTo(1);
            // Under the lease that it was given, through another node, and once.
            var _ = other.messages().ack(ackOf(held));
            PlainClient.refusal(Status.Code.NOT_FOUND, () -> one.messages().ack(ackOf(held)));
            try (BatchConsumer consumer = BatchConsumer.open(other, queue, 10)) {
                assertThat(consumer.extend(extended, PATIENCE).hasRefusal()).isFalse();
                assertThat(consumer.ack(List.of(extended)).getFirst().hasRefusal())
                        .isFalse();
                Message again = consumer.next();
                assertThat(again.getId()).isEqualTo(retried);
                assertThat(again.getMetadata().getAttemptCount()).isEqualTo(1);
                assertThat(consumer.ack(List.of(again)).getFirst().hasRefusal()).isFalse();
            }
            EnqueueResponse repeated = one.messages()
                    .enqueue(Requests.message(queue, "later").setDedupKey("job").build());
            assertThat(repeated.getDuplicate()).isTrue();
            assertThat(repeated.getMessageId()).isEqualTo(later);
            assertThat(other.stats(queue + ".dlq").getDepth()).isEqualTo(1);
            assertThat(one.admin()
                            .redrive(RedriveRequest.newBuilder()
                                    .setDlqQueue(queue + ".dlq")
                                    .build())
                            .getRedriven())
                    .isEqualTo(1);
            assertThat(other.stats(queue).getDepth()).isEqualTo(1);
        }

        private AckRequest ackOf(Message message) {
            return AckRequest.newBuilder()
                    .setQueue(queue)
                    .setMessageId(message.getId())
                    .setLeaseId(message.getLeaseId())
                    .build();
        }
    }

    @Test
    void withoutAMajorityEveryCallIsUnavailableWithASentence() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.startIn(directory)) {
            createQueues(cluster, QueueConfig.getDefaultInstance());
            PlainClient alone = cluster.client(1);
            String id = alone.enqueue(QUEUES.getFirst(), "held");
            try (PlainStream stream = alone.consume(QUEUES.getFirst())) {
                assertThat(stream.next().getId()).isEqualTo(id);
                awaitCopies(cluster);

                cluster.node(2).kill();
                cluster.node(3).kill();

                for (String queue : QUEUES) {
                    refused(() -> alone.enqueue(queue, "never confirmed"));
                    refused(() -> alone.stats(queue));
                }
                refused(() -> alone.ack(QUEUES.getFirst(), id));
                refused(() -> alone.createQueue("never"));
                refused(() -> alone.set("motd", "never"));
                refused(() -> alone.admin().listQueues(ListQueuesRequest.getDefaultInstance()));
                assertThat(stream.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                try (PlainStream another = alone.consume(QUEUES.getLast())) {
                    assertThat(another.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                }
            }
            cluster.revive(2);
            cluster.revive(3);
            awaitCopies(cluster);
            // A refused ack may have been carried out later; who asks again is told.
            assertThat(Stream.of(1, 2, 3).map(node -> cluster.leaderOf(QUEUES.getFirst(), node)))
                    .allMatch(leader -> leader > 0);
        }
    }

    private static void refused(ThrowingCallable call) {
        assertThat(PlainClient.refusal(Status.Code.UNAVAILABLE, call))
                .contains(" ")
                .matches("(?s).*[a-z]\\.?");
    }
}
