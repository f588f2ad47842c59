package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.FieldMask;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.BatchConsumer;
import io.fila.e2e.wire.BatchProducer;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.e2e.wire.Requests;
import io.fila.proto.v1.AclPermission;
import io.fila.proto.v1.BackupRequest;
import io.fila.proto.v1.CancelRequest;
import io.fila.proto.v1.ClusterShard;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.ExplainRequest;
import io.fila.proto.v1.ExtendLeaseRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaAdminGrpc.FilaAdminBlockingStub;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.GetAclRequest;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.ReadRecorderRequest;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyRequest;
import io.fila.proto.v1.SetAclRequest;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.SettlementResult;
import io.fila.proto.v1.TryScriptRequest;
import io.fila.proto.v1.UpdateQueueRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of the contract, on every node, for queues that every node leads. */
class ClusterCallsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SHARDS = 3;

    /** What is done to nodes is in {@link ClusterIT}: it would move the leads from under the calls here. */
    private static final Set<String> ELSEWHERE = Set.of(
            FilaAdminGrpc.getTransferLeadershipMethod().getFullMethodName(),
            FilaAdminGrpc.getRemoveNodeMethod().getFullMethodName());

    private static final Metadata.Key<String> LEADER =
            Metadata.Key.of("x-fila-leader-addr", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> FORWARDED_BY =
            Metadata.Key.of("x-fila-forwarded-by", Metadata.ASCII_STRING_MARSHALLER);

    @TempDir
    static Path directory;

    private static ThreeNodes cluster;

    @BeforeAll
    static void start() throws Exception {
        // No node dies here, and on a busy machine none is to be taken for dead.
        cluster = ThreeNodes.prepareIn(
                        directory, node -> node.with("cluster.election_timeout_ms", 2_000), PlainClient::of)
                .start();
        awaitALeadEach();
    }

    private static void awaitALeadEach() {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cluster.leads(1).keySet().equals(Set.of(1L, 2L, 3L)));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Notes what was called. */
    private static final class Called implements ClientInterceptor {
        private final Set<String> methods = ConcurrentHashMap.newKeySet();

        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            methods.add(method.getFullMethodName());
            return next.newCall(method, options);
        }
    }

    /** A queue for each shard, so that each node leads one of them. */
    private static List<String> queueOfEachShard(PlainClient client, String name) {
        List<String> queues = Stream.of("a", "b", "c").map(each -> name + each).toList();
        queues.forEach(client::createQueue);
        await("each node leads one of " + queues)
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> queues.stream()
                                .map(queue -> client.stats(queue).getLeaderNodeId())
                                .distinct()
                                .count()
                        == SHARDS);
        return queues;
    }

    @Test
    void everyNodeTakesEveryCallWhoeverLeads() throws Exception {
        Called called = new Called();
        for (int node = 1; node <= 3; node++) {
            try (PlainClient client =
                    PlainClient.of(cluster.node(node).address(), InsecureChannelCredentials.create(), called)) {
                ofTheCluster(client, "node" + node);
                for (String queue : queueOfEachShard(client, "node" + node)) {
                    ofAQueue(client, queue);
                    ofMessages(client, queue);
                    ofStreams(client, queue);
                    client.admin()
                            .deleteQueue(DeleteQueueRequest.newBuilder()
                                    .setQueue(queue)
                                    .build());
                    PlainClient.refusal(Status.Code.NOT_FOUND, () -> client.stats(queue));
                }
            }
        }
        Set<String> contract = Stream.of(FilaServiceGrpc.getServiceDescriptor(), FilaAdminGrpc.getServiceDescriptor())
                .flatMap(service -> service.getMethods().stream())
                .map(MethodDescriptor::getFullMethodName)
                .collect(Collectors.toCollection(TreeSet::new));
        contract.removeAll(ELSEWHERE);
        assertThat(new TreeSet<>(called.methods)).isEqualTo(contract);
    }

    private static void ofTheCluster(PlainClient client, String name) {
        FilaAdminBlockingStub admin = client.admin();
        client.set(name, "set here");
        assertThat(admin.getConfig(GetConfigRequest.newBuilder().setKey(name).build())
                        .getValue())
                .isEqualTo("set here");
        assertThat(admin.listConfig(
                                ListConfigRequest.newBuilder().setPrefix(name).build())
                        .getTotalCount())
                .isEqualTo(1);
        String key = admin.createApiKey(
                        CreateApiKeyRequest.newBuilder().setName(name).build())
                .getKeyId();
        AclPermission produce = AclPermission.newBuilder()
                .setKind("produce")
                .setPattern("orders")
                .build();
        var _ = admin.setAcl(
                SetAclRequest.newBuilder().setKeyId(key).addPermissions(produce).build());
        assertThat(admin.getAcl(GetAclRequest.newBuilder().setKeyId(key).build())
                        .getPermissionsList())
                .containsExactly(produce);
        var _ = admin.setApiKeyLimits(SetApiKeyLimitsRequest.newBuilder()
                .setKeyId(key)
                .setEnqueuesPerSecond(100)
                .build());
        assertThat(admin.rotateApiKey(
                                RotateApiKeyRequest.newBuilder().setKeyId(key).build())
                        .getKeyId())
                .isEqualTo(key);
        assertThat(admin.listApiKeys(ListApiKeysRequest.getDefaultInstance()).getKeysList())
                .anyMatch(each -> each.getKeyId().equals(key));
        var _ = admin.revokeApiKey(
                RevokeApiKeyRequest.newBuilder().setKeyId(key).build());
        var _ = admin.readRecorder(ReadRecorderRequest.getDefaultInstance());
        assertThat(admin.getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                        .getNodesCount())
                .isEqualTo(3);
        assertThat(admin.listQueues(ListQueuesRequest.getDefaultInstance()).getClusterNodeCount())
                .isEqualTo(3);
        assertThat(admin.backup(BackupRequest.newBuilder()
                                .setDirectory(
                                        directory.resolve("backup-" + name).toString())
                                .build())
                        .getFiles())
                .isPositive();
    }

    private static void ofAQueue(PlainClient client, String queue) {
        FilaAdminBlockingStub admin = client.admin();
        String id = client.enqueue(queue, "acme", "looked at");
        var _ = admin.setKeyWeight(SetKeyWeightRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey("acme")
                .setWeight(7)
                .build());
        assertThat(client.stats(queue).getPerKeyStats(0).getWeight()).isEqualTo(7);
        var _ = admin.pauseQueue(PauseQueueRequest.newBuilder().setQueue(queue).build());
        assertThat(client.stats(queue).getPaused()).isTrue();
        var _ = admin.resumeQueue(
                ResumeQueueRequest.newBuilder().setQueue(queue).build());
        assertThat(admin.updateQueue(UpdateQueueRequest.newBuilder()
                                .setQueue(queue)
                                .setConfig(QueueConfig.newBuilder()
                                        .setMaxAttempts(1)
                                        .setDedupWindowMs(60_000))
                                .setUpdateMask(FieldMask.newBuilder()
                                        .addPaths("max_attempts")
                                        .addPaths("dedup_window_ms"))
                                .build())
                        .getConfig()
                        .getMaxAttempts())
                .isEqualTo(1);
        assertThat(admin.tryScript(TryScriptRequest.newBuilder()
                                .setQueue(queue)
                                .setHook("on_enqueue")
                                .setScript("function on_enqueue(msg) return { fairness_key = msg.queue } end")
                                .build())
                        .getFairnessKey())
                .isEqualTo(queue);
        assertThat(admin.peekMessages(
                                PeekMessagesRequest.newBuilder().setQueue(queue).build())
                        .getMessages(0)
                        .getMessage()
                        .getId())
                .isEqualTo(id);
        assertThat(admin.getMessage(GetMessageRequest.newBuilder()
                                .setQueue(queue)
                                .setMessageId(id)
                                .build())
                        .getMessage()
                        .getMessage()
                        .getPayload()
                        .toStringUtf8())
                .isEqualTo("looked at");
        assertThat(admin.explain(ExplainRequest.newBuilder()
                                .setQueue(queue)
                                .setMessageId(id)
                                .build())
                        .getSentence())
                .isNotBlank();
        String beside = queue + "-beside";
        var _ = admin.createQueue(
                CreateQueueRequest.newBuilder().setName(beside).setBeside(queue).build());
        var _ = admin.moveMessage(MoveMessageRequest.newBuilder()
                .setQueue(queue)
                .setMessageId(id)
                .setTargetQueue(beside)
                .build());
        assertThat(admin.purgeQueue(
                                PurgeQueueRequest.newBuilder().setQueue(beside).build())
                        .getPurged())
                .isEqualTo(1);
        var _ = admin.deleteQueue(
                DeleteQueueRequest.newBuilder().setQueue(beside).build());
    }

    /** Of a queue with a single attempt for each message. */
    private static void ofMessages(PlainClient client, String queue) throws InterruptedException {
        client.enqueue(Requests.message(queue, "later")
                .setDelayMs(600_000)
                .setDedupKey("job")
                .build());
        assertThat(client.messages()
                        .cancel(CancelRequest.newBuilder()
                                .setQueue(queue)
                                .setDedupKey("job")
                                .build())
                        .getCancelled())
                .isTrue();
        client.enqueue(queue, "fails");
        try (PlainStream stream = client.consume(queue).awaitHeaders()) {
            Message message = stream.next();
            assertThat(client.messages()
                            .extendLease(ExtendLeaseRequest.newBuilder()
                                    .setQueue(queue)
                                    .setMessageId(message.getId())
                                    .setLeaseId(message.getLeaseId())
                                    .setExtendMs(60_000)
                                    .build())
                            .hasExpiresAt())
                    .isTrue();
            client.nack(queue, message.getId(), "on purpose");
            await().atMost(PATIENCE).until(() -> client.stats(queue + ".dlq").getDepth() == 1);
            assertThat(client.admin()
                            .redrive(RedriveRequest.newBuilder()
                                    .setDlqQueue(queue + ".dlq")
                                    .build())
                            .getRedriven())
                    .isEqualTo(1);
            client.ack(queue, stream.next().getId());
        }
    }

    private static void ofStreams(PlainClient client, String queue) throws InterruptedException {
        try (BatchProducer producer = BatchProducer.open(client)) {
            assertThat(producer.send(Requests.messages(queue, "batched", 10)))
                    .extracting(EnqueueResult::getMessageId)
                    .doesNotContain("");
        }
        try (BatchConsumer consumer = BatchConsumer.open(client, queue, 10)) {
            List<Message> messages = consumer.next(10);
            assertThat(consumer.extend(messages.getFirst(), PATIENCE).hasRefusal())
                    .isFalse();
            assertThat(consumer.nack(messages.getLast(), "on purpose").hasRefusal())
                    .isFalse();
            assertThat(consumer.ack(messages.subList(0, 9)))
                    .extracting(SettlementResult::hasRefusal)
                    .containsOnly(false);
        }
        assertThat(client.stats(queue).getInFlight()).isZero();
    }

    /** Existing clients follow the hint once. */
    @Test
    void consumerThatIsReferredFindsTheLeaderUnderTheAddressItIsTold() throws Exception {
        for (String queue : queueOfEachShard(cluster.client(1), "referred")) {
            int leader = cluster.leaderOf(queue, 1);
            for (int node = 1; node <= 3; node++) {
                if (node != leader) {
                    String told = referral(cluster.client(node), queue);
                    assertThat(told).isEqualTo(cluster.node(leader).address());
                    cluster.client(node).enqueue(queue, "at the leader");
                    try (PlainClient following = PlainClient.of(told);
                            PlainStream stream = following.consume(queue)) {
                        following.ack(queue, stream.next().getId());
                    }
                }
            }
        }
    }

    /** What a node that does not lead says to a call which another has passed on already. */
    private static String referral(PlainClient client, String queue) {
        Metadata headers = new Metadata();
        headers.put(FORWARDED_BY, "9");
        Iterator<ConsumeResponse> stream = client.messages()
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .consume(ConsumeRequest.newBuilder().setQueue(queue).build());
        StatusRuntimeException referred = catchThrowableOfType(StatusRuntimeException.class, stream::next);
        assertThat(referred.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        return String.valueOf(
                Objects.requireNonNull(referred.getTrailers(), "trailers").get(LEADER));
    }

    @Test
    void copiesOfEveryShardAreCountedTheSameOnEveryNode() {
        List<String> queues = queueOfEachShard(cluster.client(1), "counted");
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            for (PlainClient client : cluster.clients()) {
                assertThat(queues).allMatch(queue -> client.stats(queue).getReplicationCount() == 3);
                assertThat(client.admin()
                                .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                                .getShardsList())
                        .hasSize(SHARDS)
                        .extracting(ClusterShard::getReplicationCount)
                        .containsOnly(3);
            }
        });
    }
}
