package io.fila.e2e;

import static io.fila.e2e.wire.Requests.message;
import static io.fila.e2e.wire.Requests.messages;
import static io.fila.e2e.wire.Requests.payloads;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.BatchConsumer;
import io.fila.e2e.wire.BatchProducer;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.SettlementResult;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Batches both ways, beside clients that know nothing of them. */
class BatchedStreamsIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    private static final Duration SILENCE = Duration.ofMillis(300);

    @Test
    void plainClientAndStreamingClientShareAQueue() throws InterruptedException {
        PlainClient plain = BROKER.client();
        plain.createQueue("shared");
        List<String> sent = new ArrayList<>();
        try (BatchProducer producer = BatchProducer.open(plain)) {
            for (int round = 0; round < 10; round++) {
                sent.add(plain.enqueue("shared", "plain " + round));
                producer.send(messages("shared", "batched " + round, 10))
                        .forEach(result -> sent.add(result.getMessageId()));
            }
        }

        List<String> received = new ArrayList<>();
        try (BatchConsumer streaming = BatchConsumer.open(plain, "shared", 50)) {
            List<Message> batched = streaming.next(50);
            try (PlainStream stream = plain.consume("shared")) {
                for (Message message : stream.next(60)) {
                    received.add(message.getId());
                    plain.ack("shared", message.getId());
                }
            }
            assertThat(streaming.ack(batched)).noneMatch(SettlementResult::hasRefusal);
            batched.forEach(message -> received.add(message.getId()));
        }

        assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(new TreeSet<>(sent)).hasSize(110);
        assertThat(plain.stats("shared").getDepth()).isZero();
        assertThat(plain.stats("shared").getInFlight()).isZero();
    }

    @Test
    void whatOneClientIsGivenTheOtherMayAck() throws InterruptedException {
        PlainClient plain = BROKER.client();
        plain.createQueue("handed-over");
        plain.enqueue("handed-over", "a");
        plain.enqueue("handed-over", "b");

        try (BatchConsumer streaming = BatchConsumer.open(plain, "handed-over", 1)) {
            Message first = streaming.next();
            plain.ack("handed-over", first.getId());
            assertThat(streaming.ack(List.of(first))).singleElement().matches(SettlementResult::hasRefusal);
        }
        try (PlainStream stream = plain.consume("handed-over")) {
            Message second = stream.next();
            try (BatchConsumer streaming = BatchConsumer.open(plain, "handed-over", 1)) {
                assertThat(streaming.ack(List.of(second))).noneMatch(SettlementResult::hasRefusal);
            }
        }

        assertThat(plain.stats("handed-over").getInFlight()).isZero();
    }

    @Test
    void refusedMessageDoesNotEndItsStream() throws InterruptedException {
        PlainClient plain = BROKER.client();
        plain.createQueue("there");
        try (BatchProducer producer = BatchProducer.open(plain)) {
            List<EnqueueResult> results = producer.send(List.of(
                    message("there", "first").build(),
                    message("nowhere", "lost").build(),
                    message("", "malformed").build(),
                    message("there", "last").build()));

            assertThat(results)
                    .extracting(result -> result.getRefusal().getCode())
                    .containsExactly(0, Status.Code.NOT_FOUND.value(), Status.Code.INVALID_ARGUMENT.value(), 0);
            assertThat(results.get(1).getRefusal().getMessage()).contains("nowhere");
            assertThat(producer.send(messages("there", "more", 3))).noneMatch(EnqueueResult::hasRefusal);
        }
        assertThat(plain.stats("there").getDepth()).isEqualTo(5);
    }

    @Test
    void brokerSendsNoMoreThanItsCredit() throws InterruptedException {
        PlainClient plain = BROKER.client();
        plain.createQueue("credit");
        try (BatchProducer producer = BatchProducer.open(plain)) {
            producer.send(messages("credit", "m", 20));
        }
        try (BatchConsumer streaming = BatchConsumer.open(plain, "credit", 3)) {
            assertThat(payloads(streaming.next(3))).containsExactly("m 0", "m 1", "m 2");
            assertThat(streaming.poll(SILENCE)).isNull();

            streaming.grant(2);

            assertThat(payloads(streaming.next(2))).containsExactly("m 3", "m 4");
            assertThat(streaming.poll(SILENCE)).isNull();
            assertThat(plain.stats("credit").getInFlight()).isEqualTo(5);
        }
    }

    @Test
    void nackedMessageComesAgainOnTheStream() throws InterruptedException {
        PlainClient plain = BROKER.client();
        plain.createQueue("failing");
        plain.enqueue("failing", "work");
        try (BatchConsumer streaming = BatchConsumer.open(plain, "failing", 2)) {
            Message first = streaming.next();

            assertThat(streaming.nack(first, "no beans").hasRefusal()).isFalse();

            Message second = streaming.next();
            assertThat(second.getId()).isEqualTo(first.getId());
            assertThat(second.getMetadata().getAttemptCount()).isEqualTo(1);
            assertThat(streaming.ack(List.of(second))).noneMatch(SettlementResult::hasRefusal);
        }
    }

    @Test
    void batchesSurviveTheBrokersDeath() throws InterruptedException {
        PlainClient plain = BROKER.client();
        plain.createQueue("durable");
        try (BatchProducer producer = BatchProducer.open(plain)) {
            assertThat(producer.send(messages("durable", "m", 100))).noneMatch(EnqueueResult::hasRefusal);
        }

        BROKER.killAndRestart();

        try (BatchConsumer streaming = BatchConsumer.open(plain, "durable", 100)) {
            assertThat(payloads(streaming.next(100)))
                    .isEqualTo(IntStream.range(0, 100).mapToObj(n -> "m " + n).toList());
        }
    }
}
