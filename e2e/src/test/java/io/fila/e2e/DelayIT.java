package io.fila.e2e;

import static io.fila.e2e.wire.Leased.instant;
import static io.fila.e2e.wire.Requests.message;
import static io.fila.e2e.wire.Requests.payload;
import static io.fila.e2e.wire.Requests.payloads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Timestamp;
import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.BatchConsumer;
import io.fila.e2e.wire.BatchProducer;
import io.fila.e2e.wire.Leased;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageState;
import io.fila.proto.v1.MessageView;
import io.fila.proto.v1.PeekMessagesRequest;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Scheduled messages. */
class DelayIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    private static final int FLOOD = 2_000;

    @Test
    void delayedMessagesComeInTheOrderOfTheirMomentsAndNeverBefore(TestReporter reporter) throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("later");
        try (PlainStream stream = client.consume("later").awaitHeaders()) {
            for (int delay : List.of(1500, 500, 1000, 0)) {
                client.enqueue(message("later", delay + " ms").setDelayMs(delay).build());
            }

            List<Message> received = stream.next(4);

            assertThat(payloads(received)).containsExactly("0 ms", "500 ms", "1000 ms", "1500 ms");
            for (Message message : received) {
                Duration delay =
                        Duration.ofMillis(Long.parseLong(payload(message).replace(" ms", "")));
                Instant due = instant(message.getTimestamps().getEnqueuedAt()).plus(delay);
                assertThat(Leased.at(message)).isAfterOrEqualTo(due);
                reporter.publishEntry(
                        payload(message),
                        "late by " + Duration.between(due, Leased.at(message)).toNanos() / 1_000 + " µs");
            }
        }
    }

    @Test
    void messageIsDeliveredAtTheMomentItNames() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("at");
        Instant moment = Instant.now().plusMillis(800);
        client.enqueue(message("at", "punctual").setDeliverAt(timestamp(moment)).build());
        client.enqueue(message("at", "overdue")
                .setDeliverAt(timestamp(moment.minusSeconds(3600)))
                .build());

        try (PlainStream stream = client.consume("at")) {
            assertThat(payload(stream.next())).isEqualTo("overdue");
            Message punctual = stream.next();
            assertThat(payload(punctual)).isEqualTo("punctual");
            assertThat(Leased.at(punctual)).isAfterOrEqualTo(moment);
        }
    }

    @Test
    void twoMomentsForOneMessageAreRefused() {
        PlainClient client = BROKER.client();
        client.createQueue("undecided");

        PlainClient.refusal(
                Status.Code.INVALID_ARGUMENT,
                () -> client.enqueue(message("undecided", "when?")
                        .setDelayMs(1000)
                        .setDeliverAt(timestamp(Instant.now()))
                        .build()));
    }

    @Test
    void delayOutlivesTheBroker() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("patient");
        client.enqueue(message("patient", "soon").setDelayMs(4_000).build());
        client.enqueue(message("patient", "next year")
                .setDelayMs(Duration.ofDays(365).toMillis())
                .build());

        BROKER.killAndRestart();

        assertThat(client.stats("patient").getScheduled()).isBetween(1L, 2L);
        try (PlainStream stream = client.consume("patient")) {
            Message soon = stream.next();
            assertThat(payload(soon)).isEqualTo("soon");
            Instant due = instant(soon.getTimestamps().getEnqueuedAt()).plusMillis(4_000);
            assertThat(Leased.at(soon)).isAfterOrEqualTo(due.minus(Leased.CLOCK_TOLERANCE));
        }
        List<MessageView> scheduled = client.admin()
                .peekMessages(PeekMessagesRequest.newBuilder()
                        .setQueue("patient")
                        .setState(MessageState.MESSAGE_STATE_SCHEDULED)
                        .build())
                .getMessagesList();
        assertThat(scheduled).singleElement().satisfies(view -> {
            assertThat(payload(view.getMessage())).isEqualTo("next year");
            assertThat(Duration.ofMillis(view.getDueInMs())).isBetween(Duration.ofDays(364), Duration.ofDays(365));
        });
    }

    @Test
    void floodThatCameDueDuringADowntimeIsReleasedInOrderAndFreshWorkDoesNotWaitForIt() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("flood");
        Instant firstDue = Instant.now().plusSeconds(6);
        List<EnqueueRequest> flood = IntStream.range(0, FLOOD)
                .mapToObj(n -> message("flood", "m " + n)
                        .setFairnessKey("flood")
                        .setDeliverAt(timestamp(firstDue.plusMillis(n)))
                        .build())
                .toList();
        try (BatchProducer producer = BatchProducer.open(client)) {
            // Sent last first, so that the order of their moments is not the order they came in.
            for (int from = FLOOD - 100; from >= 0; from -= 100) {
                assertThat(producer.send(flood.subList(from, from + 100))).noneMatch(EnqueueResult::hasRefusal);
            }
        }
        BROKER.process().kill();
        Instant allDue = firstDue.plusMillis(FLOOD);
        await().atMost(Duration.ofMinutes(1)).until(() -> Instant.now().isAfter(allDue));
        BROKER.restart();

        List<String> received = new ArrayList<>();
        try (BatchConsumer consumer = BatchConsumer.open(client, "flood", 100)) {
            received.addAll(payloads(consumer.next(100)));
            client.enqueue("flood", "fresh tenant", "fresh");
            consumer.grant(FLOOD - 99);
            received.addAll(payloads(consumer.next(FLOOD - 99)));
        }

        assertThat(received.indexOf("fresh")).isBetween(100, 1_000);
        received.remove("fresh");
        assertThat(received)
                .isEqualTo(IntStream.range(0, FLOOD).mapToObj(n -> "m " + n).toList());
    }

    private static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }
}
