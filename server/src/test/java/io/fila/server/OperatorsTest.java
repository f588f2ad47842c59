package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.FieldMask;
import com.google.rpc.RetryInfo;
import io.fila.proto.v1.Admission;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.MessageState;
import io.fila.proto.v1.MessageView;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PeekMessagesResponse;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.UpdateQueueRequest;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators do to a queue while it is at work. */
final class OperatorsTest {
    @TempDir
    Path directory;

    private ServerFixture broker;

    @BeforeEach
    void start() throws Exception {
        broker = ServerFixture.start(directory);
        broker.createQueue("orders");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    // ---- how a queue behaves ----

    @Test
    void updateTakesOverTheFieldsThatAreNamedAndNoOthers() throws Exception {
        var _ = update(QueueConfig.newBuilder().setMaxAttempts(3).setMaxDepth(50), "max_attempts", "max_depth");

        QueueConfig updated = update(
                QueueConfig.newBuilder()
                        .setMaxDepth(10)
                        .setVisibilityTimeoutMs(5000)
                        .setAdmission(Admission.newBuilder()
                                .setFromFillPercent(50)
                                .setRatePerSecond(2)
                                .setBurst(4)),
                "max_depth",
                "admission");

        assertThat(updated.getMaxDepth()).isEqualTo(10);
        assertThat(updated.getMaxAttempts()).isEqualTo(3);
        assertThat(updated.getVisibilityTimeoutMs()).isEqualTo(30_000);
        assertThat(updated.getAdmission().getBurst()).isEqualTo(4);
        assertThat(updated.hasSparseAllowance()).isFalse();
        broker.restart();
        assertThat(broker.stats("orders").getConfig()).isEqualTo(updated);
    }

    @Test
    void updateWithoutAMaskTakesOverAll() {
        var _ = update(QueueConfig.newBuilder().setMaxAttempts(3).setSparseAllowance(0));

        QueueConfig updated = update(QueueConfig.newBuilder().setQuantum(7));

        assertThat(updated.getMaxAttempts()).isZero();
        assertThat(updated.hasSparseAllowance()).isFalse();
        assertThat(updated.getQuantum()).isEqualTo(7);
        assertThat(broker.stats("orders").getQuantum()).isEqualTo(7);
    }

    @Test
    void updatedScriptDecidesAboutTheNextMessage() {
        var _ = update(
                QueueConfig.newBuilder()
                        .setOnEnqueueScript("function on_enqueue(msg) return { fairness_key = 'scripted' } end"),
                "on_enqueue_script");

        broker.enqueue("orders", "x");

        assertThat(broker.stats("orders").getPerKeyStats(0).getKey()).isEqualTo("scripted");
    }

    @Test
    void configurationThatMakesNoSenseIsRefusedOnCreationAndOnUpdate() {
        List<QueueConfig.Builder> wrong = List.of(
                QueueConfig.newBuilder().setOverflow("explode"),
                QueueConfig.newBuilder().setMaxDepth(-1),
                QueueConfig.newBuilder().setAdmission(Admission.newBuilder().setBurst(1)),
                QueueConfig.newBuilder()
                        .setMaxDepth(10)
                        .setAdmission(Admission.newBuilder().setFromFillPercent(101)),
                QueueConfig.newBuilder()
                        .setMaxDepth(10)
                        .setAdmission(
                                Admission.newBuilder().setFromFillPercent(1).setBurst(0.5)),
                QueueConfig.newBuilder()
                        .setMaxDepth(10)
                        .setAdmission(Admission.newBuilder()
                                .setFromFillPercent(1)
                                .setBurst(1)
                                .setRatePerSecond(Double.NaN)),
                QueueConfig.newBuilder().setMessageTtlMs(-1),
                QueueConfig.newBuilder().setMaxInFlight(-1),
                QueueConfig.newBuilder().setMaxInFlightPerKey(-1),
                QueueConfig.newBuilder().setQuantum(-1),
                QueueConfig.newBuilder().setSparseAllowance(-1),
                QueueConfig.newBuilder().setDedupWindowMs(Long.MAX_VALUE),
                QueueConfig.newBuilder().setScriptFallback("none"),
                QueueConfig.newBuilder().setOnFailureScript("function"));
        for (QueueConfig.Builder config : wrong) {
            assertThatThrownBy(() -> broker.admin()
                            .createQueue(CreateQueueRequest.newBuilder()
                                    .setName("wrong")
                                    .setConfig(config)
                                    .build()))
                    .as("%s", config.build())
                    .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
            assertThatThrownBy(() -> update(config))
                    .as("%s", config.build())
                    .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        }
        assertThatThrownBy(() -> update(QueueConfig.newBuilder(), "max_dept"))
                .satisfies(hasCode(Status.Code.INVALID_ARGUMENT))
                .hasMessageContaining("max_dept");
    }

    @Test
    void fullQueueRefusesWithAHintInCallsAndStreams() {
        var _ = update(QueueConfig.newBuilder().setMaxDepth(1), "max_depth");
        broker.enqueue("orders", "x");

        assertThatThrownBy(() -> broker.enqueue("orders", "y")).satisfies(refusal -> {
            assertThat(Status.fromThrowable(refusal).getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            com.google.rpc.Status details = StatusProto.fromThrowable(refusal);
            assertThat(details).isNotNull();
            assertThat(details.getDetails(0).is(RetryInfo.class)).isTrue();
        });
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        producer.send(List.of(Requests.enqueue("orders", "z")));
        EnqueueResult result = producer.results(1).values().iterator().next();
        assertThat(result.getRefusal().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED.value());
        assertThat(result.getRefusal().getRetryAfterMs()).isPositive();
    }

    // ---- pause, weight, purge ----

    @Test
    void pausedQueueDeliversNothingUntilItIsResumedAlsoAcrossARestart() throws Exception {
        pause("");
        broker.enqueue("orders", "x");
        broker.restart();
        ConsumerProbe consumer = broker.consume("orders");
        assertThat(broker.stats("orders").getPaused()).isTrue();
        assertThat(broker.stats("orders").getInFlight()).isZero();

        resume("");

        assertThat(consumer.next().hasMessage()).isTrue();
        assertThat(broker.stats("orders").getPaused()).isFalse();
    }

    @Test
    void pausedKeyWaitsWhileOthersGoOn() {
        pause("acme");
        broker.enqueue(Requests.enqueue("orders", "held", "acme", 1));
        broker.enqueue(Requests.enqueue("orders", "free", "bolt", 1));
        ConsumerProbe consumer = broker.consume("orders");

        assertThat(consumer.next().getMessage().getMetadata().getFairnessKey()).isEqualTo("bolt");
        assertThat(broker.stats("orders").getPausedKeysList()).containsExactly("acme");
        resume("acme");

        assertThat(consumer.next().getMessage().getMetadata().getFairnessKey()).isEqualTo("acme");
    }

    @Test
    void weightOfAKeyChangesForWhatWaits() {
        broker.enqueue(Requests.enqueue("orders", "x", "acme", 1));

        var _ = broker.admin().setKeyWeight(weight("acme", 5));

        assertThat(broker.stats("orders").getPerKeyStats(0).getWeight()).isEqualTo(5);
        assertThatThrownBy(() -> broker.admin().setKeyWeight(weight("acme", 0)))
                .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        assertThatThrownBy(() -> broker.admin().setKeyWeight(weight("nobody", 2)))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
    }

    @Test
    void purgeDeletesWhatWaitsAndLeavesTheRest() {
        enqueue(3000);
        broker.enqueue(Requests.enqueue("orders", "x", "acme", 1));
        ConsumerProbe consumer = ConsumerProbe.openWithoutReading(
                broker.channel(),
                ConsumeRequest.newBuilder().setQueue("orders").setMaxMessages(1).build());
        consumer.read(1);
        consumer.next();

        assertThat(purge("acme", 3_600_000)).isZero();
        long ofKey = purge("acme", 0);
        long rest = purge("", 0);

        assertThat(ofKey + rest).isEqualTo(3000);
        assertThat(broker.stats("orders").getDepth()).isZero();
        assertThat(broker.stats("orders").getInFlight()).isEqualTo(1);
    }

    // ---- single messages ----

    @Test
    void messagesAreShownPageByPageWithoutBeingLeased() {
        enqueue(45);
        List<String> shown = new ArrayList<>();
        PeekMessagesRequest.Builder request = PeekMessagesRequest.newBuilder().setQueue("orders");
        PeekMessagesResponse page;
        do {
            page = broker.admin().peekMessages(request.build());
            page.getMessagesList()
                    .forEach(view -> shown.add(view.getMessage().getPayload().toStringUtf8()));
            request.setPageToken(page.getNextPageToken());
        } while (!page.getNextPageToken().isEmpty());

        assertThat(shown)
                .containsExactlyElementsOf(
                        IntStream.range(0, 45).mapToObj(Integer::toString).toList());
        assertThat(broker.stats("orders").getInFlight()).isZero();
    }

    @Test
    void largeMessagesMakeShortPages() {
        for (int i = 0; i < 4; i++) {
            broker.enqueue("orders", "x".repeat(1_500_000));
        }

        PeekMessagesResponse first = broker.admin()
                .peekMessages(
                        PeekMessagesRequest.newBuilder().setQueue("orders").build());
        PeekMessagesResponse second = broker.admin()
                .peekMessages(PeekMessagesRequest.newBuilder()
                        .setQueue("orders")
                        .setPageToken(first.getNextPageToken())
                        .build());

        assertThat(first.getMessagesCount()).isEqualTo(2);
        assertThat(second.getMessagesCount()).isEqualTo(2);
        assertThat(second.getNextPageToken()).isEmpty();
    }

    @Test
    void scheduledMessagesAreShownWithTheTimeLeft() {
        broker.enqueue(Requests.enqueue("orders", "x").toBuilder()
                .setDelayMs(3_600_000)
                .build());

        MessageView view = peek(MessageState.MESSAGE_STATE_SCHEDULED).getMessages(0);

        assertThat(view.getState()).isEqualTo(MessageState.MESSAGE_STATE_SCHEDULED);
        assertThat(view.getDueInMs()).isBetween(1L, 3_600_000L);
        assertThat(view.getMessage().getPayload().toStringUtf8()).isEqualTo("x");
    }

    @Test
    void messageIsFoundWhereverItStands() {
        String pending = broker.enqueue("orders", "x");
        assertThat(get(pending).getState()).isEqualTo(MessageState.MESSAGE_STATE_PENDING);
        ConsumerProbe consumer = broker.consume("orders");
        consumer.next();

        MessageView held = get(pending);

        assertThat(held.getState()).isEqualTo(MessageState.MESSAGE_STATE_IN_FLIGHT);
        assertThat(held.getMessage().getLeaseId()).isNotZero();
        assertThat(peek(MessageState.MESSAGE_STATE_IN_FLIGHT).getMessagesCount())
                .isEqualTo(1);
        broker.ack("orders", pending);
        assertThatThrownBy(() -> get(pending)).satisfies(hasCode(Status.Code.NOT_FOUND));
        assertThatThrownBy(() -> get("nonsense")).satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
    }

    @Test
    void lookThatMakesNoSenseIsRefused() {
        List<PeekMessagesRequest> wrong = List.of(
                PeekMessagesRequest.newBuilder()
                        .setQueue("orders")
                        .setPageSize(1001)
                        .build(),
                PeekMessagesRequest.newBuilder()
                        .setQueue("orders")
                        .setPageToken("zz")
                        .build(),
                PeekMessagesRequest.newBuilder()
                        .setQueue("orders")
                        .setPageToken("00")
                        .build(),
                PeekMessagesRequest.newBuilder()
                        .setQueue("orders")
                        .setStateValue(9)
                        .build(),
                PeekMessagesRequest.newBuilder()
                        .setQueue("orders")
                        .setState(MessageState.MESSAGE_STATE_SCHEDULED)
                        .setFairnessKey("acme")
                        .build());
        for (PeekMessagesRequest request : wrong) {
            assertThatThrownBy(() -> broker.admin().peekMessages(request))
                    .as("%s", request)
                    .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        }
        assertThatThrownBy(() -> broker.admin()
                        .peekMessages(PeekMessagesRequest.newBuilder()
                                .setQueue("unknown")
                                .build()))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
    }

    @Test
    void messageMovesToAnotherQueueWithItsId() {
        broker.createQueue("elsewhere");
        String id = broker.enqueue("orders", "x");

        var _ = broker.admin().moveMessage(move(id, "elsewhere"));

        assertThat(broker.stats("orders").getDepth()).isZero();
        assertThat(broker.consume("elsewhere").next().getMessage().getId()).isEqualTo(id);
        await().until(() -> broker.stats("elsewhere").getInFlight() == 1);
        assertThatThrownBy(() -> broker.admin().moveMessage(move(id, "elsewhere")))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
        assertThatThrownBy(() -> broker.admin().moveMessage(move(id, "unknown")))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
    }

    @Test
    void operationsOnAnUnknownQueueAreNotFound() {
        assertThatThrownBy(() -> broker.admin()
                        .pauseQueue(PauseQueueRequest.newBuilder()
                                .setQueue("unknown")
                                .build()))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
        assertThatThrownBy(() -> broker.admin()
                        .purgeQueue(PurgeQueueRequest.newBuilder()
                                .setQueue("unknown")
                                .build()))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
        assertThatThrownBy(() -> broker.admin()
                        .updateQueue(UpdateQueueRequest.newBuilder()
                                .setQueue("unknown")
                                .build()))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
        assertThatThrownBy(() -> broker.admin()
                        .resumeQueue(
                                ResumeQueueRequest.newBuilder().setQueue("").build()))
                .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
    }

    private QueueConfig update(QueueConfig.Builder config, String... paths) {
        return broker.admin()
                .updateQueue(UpdateQueueRequest.newBuilder()
                        .setQueue("orders")
                        .setConfig(config)
                        .setUpdateMask(FieldMask.newBuilder().addAllPaths(List.of(paths)))
                        .build())
                .getConfig();
    }

    private void pause(String key) {
        var _ = broker.admin()
                .pauseQueue(PauseQueueRequest.newBuilder()
                        .setQueue("orders")
                        .setFairnessKey(key)
                        .build());
    }

    private void resume(String key) {
        var _ = broker.admin()
                .resumeQueue(ResumeQueueRequest.newBuilder()
                        .setQueue("orders")
                        .setFairnessKey(key)
                        .build());
    }

    private long purge(String key, long olderThanMillis) {
        return broker.admin()
                .purgeQueue(PurgeQueueRequest.newBuilder()
                        .setQueue("orders")
                        .setFairnessKey(key)
                        .setOlderThanMs(olderThanMillis)
                        .build())
                .getPurged();
    }

    private PeekMessagesResponse peek(MessageState state) {
        return broker.admin()
                .peekMessages(PeekMessagesRequest.newBuilder()
                        .setQueue("orders")
                        .setState(state)
                        .build());
    }

    private MessageView get(String id) {
        return broker.admin()
                .getMessage(GetMessageRequest.newBuilder()
                        .setQueue("orders")
                        .setMessageId(id)
                        .build())
                .getMessage();
    }

    private void enqueue(int count) {
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        producer.send(IntStream.range(0, count)
                .mapToObj(i -> Requests.enqueue("orders", Integer.toString(i)))
                .toList());
        producer.results(count);
        producer.halfClose();
    }

    private static SetKeyWeightRequest weight(String key, int weight) {
        return SetKeyWeightRequest.newBuilder()
                .setQueue("orders")
                .setFairnessKey(key)
                .setWeight(weight)
                .build();
    }

    private static MoveMessageRequest move(String id, String target) {
        return MoveMessageRequest.newBuilder()
                .setQueue("orders")
                .setMessageId(id)
                .setTargetQueue(target)
                .build();
    }

    private static Consumer<Throwable> hasCode(Status.Code code) {
        return refusal -> assertThat(Status.fromThrowable(refusal).getCode()).isEqualTo(code);
    }
}
