package io.fila.e2e;

import static io.fila.e2e.wire.Requests.message;
import static io.fila.e2e.wire.Requests.messages;
import static io.fila.e2e.wire.Requests.payload;
import static io.fila.e2e.wire.Requests.payloads;
import static io.fila.e2e.wire.Requests.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.BatchProducer;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Admission;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A queue that holds so much and no more. */
class CapacityIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    @Test
    void fullQueueRefusesWithAHintWhenToTryAgain() throws Exception {
        PlainClient client = BROKER.client();
        client.admin().createQueue(queue("full", QueueConfig.newBuilder().setMaxDepth(3)));
        fill("full", 3);

        assertThat(retryHint(() -> client.enqueue("full", "one too many"))).isTrue();

        assertThat(client.stats("full").getDepth()).isEqualTo(3);
        try (PlainStream stream = client.consume("full")) {
            List<Message> held = stream.next(3);
            PlainClient.refusal(Status.Code.RESOURCE_EXHAUSTED, () -> client.enqueue("full", "in flight counts too"));
            client.ack("full", held.getFirst().getId());
            assertThat(client.enqueue("full", "room again")).isNotEmpty();
        }
    }

    @Test
    void streamTellsTheSameForTheOneMessage() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin().createQueue(queue("full-stream", QueueConfig.newBuilder().setMaxDepth(2)));
        try (BatchProducer producer = BatchProducer.open(client)) {
            List<EnqueueResult> results = producer.send(messages("full-stream", "m", 3));

            assertThat(results.subList(0, 2)).noneMatch(EnqueueResult::hasRefusal);
            assertThat(results.get(2).getRefusal().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED.value());
            assertThat(results.get(2).getRefusal().getRetryAfterMs()).isPositive();
        }
    }

    @Test
    void queueThatDropsWhatIsNewSaysSo() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin()
                .createQueue(queue(
                        "newest-lost", QueueConfig.newBuilder().setMaxDepth(2).setOverflow("drop_new")));
        fill("newest-lost", 2);

        EnqueueResponse third =
                client.messages().enqueue(message("newest-lost", "third").build());

        assertThat(third.getDropped()).isTrue();
        assertThat(third.getMessageId()).isEmpty();
        assertThat(client.stats("newest-lost").getDropped()).isEqualTo(1);
        try (PlainStream stream = client.consume("newest-lost")) {
            assertThat(payloads(stream.next(2))).containsExactly("m 0", "m 1");
        }
    }

    @Test
    void queueThatDropsWhatIsOldestMakesRoom() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin()
                .createQueue(queue(
                        "oldest-lost", QueueConfig.newBuilder().setMaxDepth(3).setOverflow("drop_oldest")));
        fill("oldest-lost", 3);

        assertThat(client.messages()
                        .enqueue(message("oldest-lost", "newest").build())
                        .getDropped())
                .isFalse();

        assertThat(client.stats("oldest-lost").getDepth()).isEqualTo(3);
        try (PlainStream stream = client.consume("oldest-lost")) {
            assertThat(payloads(stream.next(3))).containsExactly("m 1", "m 2", "newest");
        }
    }

    @Test
    void producersNeedATokenOnceTheQueueIsFullerThanItsAdmissionAllows() throws Exception {
        PlainClient client = BROKER.client();
        QueueConfig.Builder slow = QueueConfig.newBuilder()
                .setMaxDepth(100)
                .setAdmission(Admission.newBuilder()
                        .setFromFillPercent(10)
                        .setRatePerSecond(0.001)
                        .setBurst(2));
        client.admin().createQueue(queue("admitted", slow));
        fill("admitted", 10);

        fill("admitted", 2);
        assertThat(retryHint(() -> client.enqueue("admitted", "without a token")))
                .isTrue();

        try (PlainStream stream = client.consume("admitted")) {
            List<String> left = new ArrayList<>();
            for (Message message : stream.next(12)) {
                left.add(payload(message));
                client.ack("admitted", message.getId());
            }
            assertThat(left).hasSize(12);
        }
        assertThat(client.enqueue("admitted", "emptier")).isNotEmpty();
    }

    private static void fill(String queue, int count) {
        messages(queue, "m", count).forEach(BROKER.client()::enqueue);
    }

    /** Whether a call is refused for lack of room with a standard hint when to try again. */
    private static boolean retryHint(ThrowingCallable call) throws InvalidProtocolBufferException {
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
        assertThat(refused).isNotNull();
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        com.google.rpc.Status status = StatusProto.fromThrowable(refused);
        assertThat(status).isNotNull();
        for (Any detail : status.getDetailsList()) {
            if (detail.is(RetryInfo.class)) {
                RetryInfo info = detail.unpack(RetryInfo.class);
                return info.getRetryDelay().getSeconds() > 0
                        || info.getRetryDelay().getNanos() > 0;
            }
        }
        return false;
    }
}
