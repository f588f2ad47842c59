package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.Message;
import io.fila.server.http.HttpLimits;
import io.fila.server.http.HttpPort;
import io.fila.server.http.Site;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls on a node that does not lead. */
final class ForwardingTest {
    private static final Metadata.Key<String> LEADER = key("x-fila-leader-addr");
    private static final Metadata.Key<String> AUTHORIZATION = key("authorization");
    private static final Metadata.Key<String> FORWARDED_BY = key("x-fila-forwarded-by");
    private static final Metadata.Key<String> TRACEPARENT = key("traceparent");

    private static final int BIG = 256 * 1024;

    /** What all buffers on the way may hold together: three windows of 4 MiB, and some for what is in hands. */
    private static final long BUFFERED_BYTES = 32L << 20;

    /** A sender that is not ready for so long will not be. */
    private static final Duration STUCK = Duration.ofMillis(300);

    @TempDir
    Path directory;

    @Test
    void everyNodeTakesEveryCallAndTellsTheSame() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of())) {
            cluster.lead(1);
            createQueue(cluster.node(3), "orders");
            String id = enqueue(cluster.node(2), "orders", "one coffee");

            assertThat(id).hasSize(36);
            GetStatsResponse stats = stats(cluster.node(1), "orders");
            assertThat(stats.getDepth()).isEqualTo(1);
            assertThat(stats.getLeaderNodeId()).isEqualTo(1);
            assertThat(stats.getReplicationCount()).isEqualTo(2);
            ListQueuesResponse queues = cluster.node(1).admin().listQueues(ListQueuesRequest.getDefaultInstance());
            assertThat(queues.getClusterNodeCount()).isEqualTo(3);
            assertThat(queues.getQueues(0).getLeaderNodeId()).isEqualTo(1);
            for (int other : List.of(2, 3)) {
                assertThat(stats(cluster.node(other), "orders")).isEqualTo(stats);
                assertThat(cluster.node(other).admin().listQueues(ListQueuesRequest.getDefaultInstance()))
                        .isEqualTo(queues);
                assertThat(cluster.node(other)
                                .admin()
                                .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                                .getNodesList())
                        .hasSize(3)
                        .filteredOn(node -> node.getIsLeader() && node.getInSync())
                        .hasSize(1);
            }
        }
    }

    @Test
    void refusalsOfTheLeaderArePassedOnAsTheyAre() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of())) {
            cluster.lead(1);

            for (int id = 1; id <= 3; id++) {
                FakeCluster.Node node = cluster.node(id);
                assertThatThrownBy(() -> stats(node, "nowhere"))
                        .isInstanceOf(StatusRuntimeException.class)
                        .hasMessage("NOT_FOUND: Queue \"nowhere\" does not exist; create it first.");
            }
        }
    }

    @Test
    void producersAndConsumersStreamThroughAnyNode() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of())) {
            cluster.lead(1);
            createQueue(cluster.node(2), "orders");
            ProducerProbe producer = ProducerProbe.open(cluster.node(2).channel);
            BatchConsumerProbe consumer = BatchConsumerProbe.open(cluster.node(3).channel, "orders", 100);

            for (int frame = 0; frame < 20; frame++) {
                producer.send(List.of(Requests.enqueue("orders", "a"), Requests.enqueue("orders", "b")));
            }
            assertThat(producer.results(40)).hasSize(40);
            List<Message> messages = consumer.messages(40);
            consumer.ack(messages);

            assertThat(consumer.results(40)).noneMatch(result -> result.hasRefusal());
            assertThat(stats(cluster.node(2), "orders").getInFlight()).isZero();
            producer.halfClose();
            assertThat(producer.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
        }
    }

    @Test
    void plainConsumerIsAnsweredAtOnceAndForgottenWhenItLeaves() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of())) {
            cluster.lead(1);
            createQueue(cluster.node(1), "orders");
            // The probe waits for headers, and there is no message yet.
            ConsumerProbe consumer = ConsumerProbe.open(
                    cluster.node(2).channel,
                    ConsumeRequest.newBuilder().setQueue("orders").build());

            enqueue(cluster.node(3), "orders", "one coffee");
            assertThat(consumer.next().getMessage().getPayload().toStringUtf8()).isEqualTo("one coffee");

            consumer.cancel();
            await().until(() -> stats(cluster.node(1), "orders").getActiveConsumers() == 0);
        }
    }

    @Test
    void keysAreCheckedByTheLeader() throws Exception {
        try (FakeCluster cluster =
                FakeCluster.start(directory, Map.of("FILA_BOOTSTRAP_APIKEY", LockedBroker.BOOTSTRAP))) {
            cluster.lead(1);
            FilaAdminGrpc.FilaAdminBlockingStub follower = cluster.node(2).admin();

            assertThatThrownBy(() -> follower.listQueues(ListQueuesRequest.getDefaultInstance()))
                    .hasMessage("UNAUTHENTICATED: invalid or missing api key");
            assertThat(follower.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(
                                    headers(AUTHORIZATION, "Bearer " + LockedBroker.BOOTSTRAP)))
                            .createApiKey(CreateApiKeyRequest.newBuilder()
                                    .setName("k")
                                    .build())
                            .getKeyId())
                    .isNotEmpty();
        }
    }

    @Test
    void restIsForwardedToo() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of());
                HttpPort http = HttpPort.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new Site(cluster.node(2).services, true),
                        new HttpLimits(10, HttpLimits.bodyBytes(1 << 20), 1 << 20),
                        null);
                HttpProbe probe = new HttpProbe("http://127.0.0.1:" + http.number() + "/", "")) {
            cluster.lead(1);

            probe.call("FilaAdmin/CreateQueue", "{\"name\":\"orders\"}");
            probe.call("FilaService/Enqueue", "{\"queue\":\"orders\",\"payload\":\"eA==\"}");

            assertThat(stats(cluster.node(1), "orders").getDepth()).isEqualTo(1);
            assertThat(probe.get("v1/consume?queue=orders&max_messages=1").body())
                    .contains("\"payload\":\"eA==\"");
            assertThat(probe.post("FilaAdmin/GetStats", "{\"queue\":\"nowhere\"}")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({"self,", "server,ca.pem"})
    void nodesSpeakTlsToEachOther(String certificate, String authorities) throws Exception {
        Map<String, String> settings = new TreeMap<>(tls(certificate));
        if (authorities != null) {
            settings.put("FILA_TLS__CA_FILE", TlsTest.resource(authorities).toString());
        }
        try (FakeCluster cluster = FakeCluster.start(directory, settings)) {
            cluster.lead(1);

            createQueue(cluster.node(2), "orders");

            assertThat(stats(cluster.node(3), "orders").getDepth()).isZero();
        }
    }

    /** The leader would see the certificate of the node that forwards, which says nothing about the caller. */
    @Test
    void certificatesCountOnlyAtTheLeaderItself() throws Exception {
        Map<String, String> settings = new TreeMap<>(tls("server"));
        settings.put("FILA_TLS__CA_FILE", TlsTest.resource("ca.pem").toString());
        settings.put("FILA_BOOTSTRAP_APIKEY", LockedBroker.BOOTSTRAP);
        settings.put("FILA_AUTH__CERTIFICATES", "true");
        try (FakeCluster cluster = FakeCluster.start(directory, settings)) {
            cluster.lead(1);
            var _ = cluster.node(2)
                    .admin()
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(
                            headers(AUTHORIZATION, "Bearer " + LockedBroker.BOOTSTRAP)))
                    .createApiKey(CreateApiKeyRequest.newBuilder()
                            .setCertificate("billing.example")
                            .setIsSuperadmin(true)
                            .build());

            createQueue(cluster.node(1), "orders");
            assertThatThrownBy(() -> createQueue(cluster.node(2), "mail"))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, refused -> assertReferred(refused, cluster));
            assertThatThrownBy(() -> cluster.node(1)
                            .admin()
                            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers(FORWARDED_BY, "2")))
                            .listQueues(ListQueuesRequest.getDefaultInstance()))
                    .hasMessageStartingWith("UNAUTHENTICATED");
        }
    }

    @Test
    void headersAndDeadlineReachTheLeader() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of());
                ScriptedLeader leader = new ScriptedLeader()) {
            cluster.announce(3, leader.address());
            Metadata headers = headers(AUTHORIZATION, "Bearer k");
            headers.put(TRACEPARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

            ListenableFuture<EnqueueResponse> answer = FilaServiceGrpc.newFutureStub(cluster.node(2).channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                    .withDeadlineAfter(1, TimeUnit.HOURS)
                    .enqueue(Requests.enqueue("orders", "x"));
            ScriptedLeader.Call call = leader.next();

            assertThat(call.headers.get(AUTHORIZATION)).isEqualTo("Bearer k");
            assertThat(call.headers.get(TRACEPARENT)).startsWith("00-0af76519");
            assertThat(call.headers.get(FORWARDED_BY)).isEqualTo("2");
            assertThat(call.deadline).isNotNull();
            assertThat(call.deadline.timeRemaining(TimeUnit.MINUTES)).isBetween(50L, 60L);
            answer.cancel(true);
            await().until(() -> call.cancelled);
        }
    }

    @Test
    void producerIsHeldBackByALeaderThatTakesNothing() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of());
                ScriptedLeader leader = new ScriptedLeader()) {
            cluster.announce(3, leader.address());
            ProducerProbe producer = ProducerProbe.open(cluster.node(2).channel);
            EnqueueRequest message = EnqueueRequest.newBuilder()
                    .setQueue("orders")
                    .setPayload(ByteString.copyFrom(new byte[BIG]))
                    .build();
            EnqueueBatch batch = EnqueueBatch.newBuilder().addMessages(message).build();
            ScriptedLeader.Call call = leader.next();

            long sent = 0;
            while (sent <= BUFFERED_BYTES && isReadySoon(producer::isReady)) {
                producer.send(batch);
                sent += BIG;
            }
            assertThat(sent).isLessThan(BUFFERED_BYTES);

            // All of it arrives once the leader takes it.
            call.call.request(Integer.MAX_VALUE);
            long expected = sent / BIG;
            await().until(() -> call.messages.size() == expected);
        }
    }

    @Test
    void leaderIsHeldBackByAConsumerThatTakesNothing() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of());
                ScriptedLeader leader = new ScriptedLeader()) {
            cluster.announce(3, leader.address());
            ConsumerProbe consumer = ConsumerProbe.openWithoutReading(
                    cluster.node(2).channel,
                    ConsumeRequest.newBuilder().setQueue("orders").build());
            ScriptedLeader.Call call = leader.next();
            call.call.sendHeaders(new Metadata());
            byte[] message = ConsumeResponse.newBuilder()
                    .setMessage(Message.newBuilder().setPayload(ByteString.copyFrom(new byte[BIG])))
                    .build()
                    .toByteArray();

            long sent = 0;
            while (sent <= BUFFERED_BYTES && isReadySoon(call.call::isReady)) {
                call.call.sendMessage(message);
                sent += message.length;
            }
            assertThat(sent).isLessThan(BUFFERED_BYTES);

            consumer.read(Integer.MAX_VALUE);
            assertThat(consumer.next((int) (sent / message.length))).isNotEmpty();
        }
    }

    @Test
    void callThatWasForwardedOnceGoesNoFurther() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of())) {
            cluster.lead(1);

            assertThatThrownBy(() -> cluster.node(2)
                            .admin()
                            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers(FORWARDED_BY, "3")))
                            .listQueues(ListQueuesRequest.getDefaultInstance()))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, refused -> assertReferred(refused, cluster));
        }
    }

    @Test
    void withoutALeaderCallsAreRefusedWithASentence() throws Exception {
        try (FakeCluster cluster = FakeCluster.startImpatient(directory)) {
            assertThatThrownBy(() -> createQueue(cluster.node(1), "orders"))
                    .hasMessageStartingWith("UNAVAILABLE: Expected a node that leads but none can be reached");
            ConsumerProbe consumer = ConsumerProbe.openWithoutReading(
                    cluster.node(2).channel,
                    ConsumeRequest.newBuilder().setQueue("orders").build());
            assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    @Test
    void callsWaitForALeaderHereOrElsewhere() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of())) {
            cluster.lead(1);
            createQueue(cluster.node(1), "orders");
            cluster.depose();
            List<ListenableFuture<EnqueueResponse>> answers =
                    List.of(later(cluster.node(1), "a"), later(cluster.node(2), "b"), later(cluster.node(3), "c"));
            ConsumerProbe consumer = ConsumerProbe.openWithoutReading(
                    cluster.node(2).channel,
                    ConsumeRequest.newBuilder().setQueue("orders").build());
            consumer.read(Integer.MAX_VALUE);

            cluster.lead(2);

            for (ListenableFuture<EnqueueResponse> answer : answers) {
                assertThat(answer.get(20, TimeUnit.SECONDS).getMessageId()).isNotEmpty();
            }
            assertThat(consumer.next(3)).hasSize(3);
        }
    }

    @Test
    void streamsEndWhenAnotherNodeComesToLeadAndLeasesOutliveIt() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of())) {
            cluster.lead(1);
            createQueue(cluster.node(1), "orders");
            enqueue(cluster.node(1), "orders", "one coffee");
            BatchConsumerProbe there = BatchConsumerProbe.open(cluster.node(1).channel, "orders", 1);
            List<Message> held = there.messages(1);
            BatchConsumerProbe elsewhere = BatchConsumerProbe.open(cluster.node(3).channel, "orders", 1);

            cluster.lead(2);

            assertThat(there.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(elsewhere.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            BatchConsumerProbe again = BatchConsumerProbe.open(cluster.node(1).channel, "orders", 1);
            again.ack(held);
            assertThat(again.results(1)).noneMatch(result -> result.hasRefusal());
        }
    }

    @Test
    void callThatALeaderLeftUnansweredIsUnavailable() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of());
                ScriptedLeader leader = new ScriptedLeader()) {
            cluster.announce(3, leader.address());
            ListenableFuture<EnqueueResponse> deposed = later(cluster.node(1), "a");
            ScriptedLeader.Call call = leader.next();

            cluster.lead(2);

            assertUnavailable(deposed, "Another node leads by now");
            await().until(() -> call.cancelled);
        }
    }

    @Test
    void callWhoseLeaderDiesIsUnavailable() throws Exception {
        try (FakeCluster cluster = FakeCluster.start(directory, Map.of());
                ScriptedLeader leader = new ScriptedLeader()) {
            cluster.announce(3, leader.address());
            ListenableFuture<EnqueueResponse> lost = later(cluster.node(1), "a");
            leader.next();

            leader.die();

            assertUnavailable(lost, "The node that leads was lost while the call was under way");
        }
    }

    private static void assertUnavailable(ListenableFuture<?> answer, String sentence) {
        assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessageStartingWith("UNAVAILABLE: " + sentence);
    }

    private static boolean isReadySoon(Callable<Boolean> ready) {
        try {
            await().pollInterval(Duration.ofMillis(1)).atMost(STUCK).until(ready);
            return true;
        } catch (ConditionTimeoutException stuck) {
            return false;
        }
    }

    private static ListenableFuture<EnqueueResponse> later(FakeCluster.Node node, String payload) {
        return FilaServiceGrpc.newFutureStub(node.channel).enqueue(Requests.enqueue("orders", payload));
    }

    private static void createQueue(FakeCluster.Node node, String name) {
        var _ = node.admin()
                .createQueue(CreateQueueRequest.newBuilder().setName(name).build());
    }

    private static String enqueue(FakeCluster.Node node, String queue, String payload) {
        return node.messages().enqueue(Requests.enqueue(queue, payload)).getMessageId();
    }

    private static GetStatsResponse stats(FakeCluster.Node node, String queue) {
        return node.admin()
                .getStats(GetStatsRequest.newBuilder().setQueue(queue).build());
    }

    private static Metadata headers(Metadata.Key<String> key, String value) {
        Metadata headers = new Metadata();
        headers.put(key, value);
        return headers;
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    private static Map<String, String> tls(String certificate) {
        return Map.of(
                "FILA_TLS__CERT_FILE",
                TlsTest.resource(certificate + ".pem").toString(),
                "FILA_TLS__KEY_FILE",
                TlsTest.resource(certificate + ".key").toString());
    }

    private static void assertReferred(StatusRuntimeException refused, FakeCluster cluster) {
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(refused.getTrailers()).isNotNull();
        assertThat(refused.getTrailers().get(LEADER))
                .isEqualTo(cluster.node(1).address().toString());
    }
}
