package io.fila.e2e;

import static io.fila.e2e.wire.Requests.message;
import static io.fila.e2e.wire.Requests.messages;
import static io.fila.e2e.wire.Requests.payload;
import static io.fila.e2e.wire.Requests.payloads;
import static io.fila.e2e.wire.Requests.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.FieldMask;
import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageState;
import io.fila.proto.v1.MessageView;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PeekMessagesResponse;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.UpdateQueueRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator does with a queue and with single messages. */
class OperatorIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    @Test
    void purgeDeletesWhatWaitsAndLeavesWhatIsHeld() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("purged");
        client.enqueue("purged", "a", "held");
        Message held;
        try (PlainStream stream = client.consume("purged")) {
            held = stream.next();
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> client.stats("purged").getActiveConsumers() == 0);
        for (int n = 0; n < 300; n++) {
            client.enqueue("purged", n % 3 == 0 ? "a" : "b", "m " + n);
        }
        client.enqueue(message("purged", "scheduled").setDelayMs(3_600_000).build());

        assertThat(purge("purged", "a", Duration.ZERO)).isEqualTo(100);
        assertThat(purge("purged", "", Duration.ofHours(1))).isZero();
        assertThat(purge("purged", "", Duration.ZERO)).isEqualTo(201);

        assertThat(client.stats("purged").getDepth()).isZero();
        assertThat(client.stats("purged").getScheduled()).isZero();
        assertThat(client.stats("purged").getInFlight()).isEqualTo(1);
        client.ack("purged", held.getId());
    }

    @Test
    void peekShowsEverythingPageByPageAndLeasesNothing() {
        PlainClient client = BROKER.client();
        client.createQueue("peeked");
        List<String> sent = new ArrayList<>();
        messages("peeked", "m", 25).forEach(request -> sent.add(client.enqueue(request)));

        List<String> seen = new ArrayList<>();
        PeekMessagesRequest.Builder request =
                PeekMessagesRequest.newBuilder().setQueue("peeked").setPageSize(10);
        int pages = 0;
        do {
            PeekMessagesResponse page = client.admin().peekMessages(request.build());
            page.getMessagesList().forEach(view -> seen.add(view.getMessage().getId()));
            request.setPageToken(page.getNextPageToken());
            pages++;
        } while (!request.getPageToken().isEmpty() && pages < 10);

        assertThat(seen).isEqualTo(sent);
        assertThat(client.stats("peeked").getDepth()).isEqualTo(25);
        assertThat(client.stats("peeked").getInFlight()).isZero();
        PlainClient.refusal(
                Status.Code.INVALID_ARGUMENT,
                () -> client.admin()
                        .peekMessages(request.setPageToken("not from here").build()));
    }

    @Test
    void messageIsShownWhereverItStands() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("shown");
        String held = client.enqueue("shown", "held");
        try (PlainStream stream = client.consume("shown")) {
            assertThat(stream.next().getId()).isEqualTo(held);
        }
        String pending = client.enqueue("shown", "other", "pending");
        String scheduled = client.enqueue(
                message("shown", "scheduled").setDelayMs(3_600_000).build());

        assertThat(get("shown", held).getState()).isEqualTo(MessageState.MESSAGE_STATE_IN_FLIGHT);
        assertThat(get("shown", scheduled).getState()).isEqualTo(MessageState.MESSAGE_STATE_SCHEDULED);
        assertThat(get("shown", scheduled).getDueInMs()).isBetween(1L, 3_600_000L);
        assertThat(payload(get("shown", scheduled).getMessage())).isEqualTo("scheduled");
        MessageView view = get("shown", pending);
        assertThat(view.getState()).isIn(MessageState.MESSAGE_STATE_PENDING, MessageState.MESSAGE_STATE_IN_FLIGHT);
        assertThat(view.getMessage().getMetadata().getFairnessKey()).isEqualTo("other");
        PlainClient.refusal(Status.Code.NOT_FOUND, () -> get("shown", "01939b3e-7c1a-7def-8123-456789abcdef"));
    }

    @Test
    void messageMovesToAnotherQueueWithItsId() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("from");
        client.createQueue("to");
        String stays = client.enqueue("from", "stays");
        String goes = client.enqueue("from", "tenant", "goes");

        var _ = client.admin()
                .moveMessage(MoveMessageRequest.newBuilder()
                        .setQueue("from")
                        .setMessageId(goes)
                        .setTargetQueue("to")
                        .build());

        assertThat(client.stats("from").getDepth()).isEqualTo(1);
        try (PlainStream stream = client.consume("to")) {
            Message moved = stream.next();
            assertThat(moved.getId()).isEqualTo(goes);
            assertThat(payload(moved)).isEqualTo("goes");
            assertThat(moved.getMetadata().getFairnessKey()).isEqualTo("tenant");
            assertThat(moved.getMetadata().getAttemptCount()).isZero();
        }
        assertThat(get("from", stays).getMessage().getId()).isEqualTo(stays);
    }

    @Test
    void weightOfAKeyChangesTheShareOfItsBacklog() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin()
                .createQueue(
                        queue("weighted", QueueConfig.newBuilder().setQuantum(1).setSparseAllowance(0)));
        for (int n = 0; n < 60; n++) {
            client.enqueue("weighted", "light", "light");
            client.enqueue("weighted", "heavy", "heavy");
        }

        var _ = client.admin()
                .setKeyWeight(SetKeyWeightRequest.newBuilder()
                        .setQueue("weighted")
                        .setFairnessKey("heavy")
                        .setWeight(3)
                        .build());

        try (PlainStream stream = client.consume("weighted")) {
            List<String> first = payloads(stream.next(40));
            assertThat(Collections.frequency(first, "heavy")).isBetween(29, 31);
        }
        PlainClient.refusal(
                Status.Code.INVALID_ARGUMENT,
                () -> client.admin()
                        .setKeyWeight(SetKeyWeightRequest.newBuilder()
                                .setQueue("weighted")
                                .setFairnessKey("heavy")
                                .build()));
    }

    @Test
    void updateChangesWhatItNamesAndLeavesTheRest() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin()
                .createQueue(queue(
                        "updated",
                        QueueConfig.newBuilder().setVisibilityTimeoutMs(60_000).setMaxDepth(5)));

        QueueConfig after = client.admin()
                .updateQueue(UpdateQueueRequest.newBuilder()
                        .setQueue("updated")
                        .setConfig(QueueConfig.newBuilder().setMaxDepth(1))
                        .setUpdateMask(FieldMask.newBuilder().addPaths("max_depth"))
                        .build())
                .getConfig();

        assertThat(after.getMaxDepth()).isEqualTo(1);
        assertThat(after.getVisibilityTimeoutMs()).isEqualTo(60_000);
        assertThat(client.stats("updated").getConfig()).isEqualTo(after);
        client.enqueue("updated", "only one");
        PlainClient.refusal(Status.Code.RESOURCE_EXHAUSTED, () -> client.enqueue("updated", "second"));
        BROKER.killAndRestart();
        assertThat(client.stats("updated").getConfig()).isEqualTo(after);
        PlainClient.refusal(
                Status.Code.INVALID_ARGUMENT,
                () -> client.admin()
                        .updateQueue(UpdateQueueRequest.newBuilder()
                                .setQueue("updated")
                                .setUpdateMask(FieldMask.newBuilder().addPaths("max_deph"))
                                .build()));
    }

    private static long purge(String queue, String key, Duration olderThan) {
        return BROKER.client()
                .admin()
                .purgeQueue(PurgeQueueRequest.newBuilder()
                        .setQueue(queue)
                        .setFairnessKey(key)
                        .setOlderThanMs(olderThan.toMillis())
                        .build())
                .getPurged();
    }

    private static MessageView get(String queue, String id) {
        return BROKER.client()
                .admin()
                .getMessage(GetMessageRequest.newBuilder()
                        .setQueue(queue)
                        .setMessageId(id)
                        .build())
                .getMessage();
    }
}
