package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.LeaseLost;
import io.fila.client.error.QueueNotFound;
import io.fila.client.error.Unavailable;
import io.fila.client.fake.FakeBroker;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ConsumeTest {
    private final FakeBroker broker = FakeBroker.start();
    private final FilaClient client = FilaClient.connect(broker.address());

    @BeforeEach
    void createQueue() {
        client.admin().createQueue("orders");
    }

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    @Test
    void deliveriesComeInTheOrderTheBrokerChose() {
        enqueue(300);

        List<String> texts = new ArrayList<>();
        try (Deliveries deliveries = client.consume("orders")) {
            for (Delivery delivery : deliveries) {
                texts.add(delivery.text());
                delivery.ack();
                if (texts.size() == 300) {
                    break;
                }
            }
        }

        assertThat(texts).hasSize(300).startsWith("message 0", "message 1").endsWith("message 299");
        assertThat(broker.leased("orders")).isZero();
    }

    @Test
    void aStreamIsOpenBeforeAnyMessageExists() {
        try (Deliveries deliveries = client.consume("orders")) {
            assertThat(deliveries).isNotNull();
            await().until(() -> broker.consumers("orders") == 1);
        }
    }

    @Test
    void anUnknownQueueFailsAtTheOpening() {
        assertThatThrownBy(() -> client.consume("nowhere")).isInstanceOf(QueueNotFound.class);
    }

    @Test
    void aStreamThatWantsSoManyEndsAfterThemAndLeasesNoOthers() {
        enqueue(10);

        try (Deliveries deliveries = client.consume("orders", 3)) {
            assertThat(deliveries).extracting(Delivery::text).containsExactly("message 0", "message 1", "message 2");
        }

        assertThat(broker.leased("orders")).isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.consume("orders", 0))
                .withMessage("Expected to consume at least 1 message but found 0");
    }

    @Test
    void pollGivesUpAfterItsTime() throws InterruptedException {
        try (Deliveries deliveries = client.consume("orders")) {
            assertThat(deliveries.poll(Duration.ofMillis(1))).isNull();
        }
    }

    @Test
    void aResponseWithoutAMessageIsAKeepAlive() throws InterruptedException {
        ClientOptions oneAtATime = ClientOptions.of(broker.address()).withPrefetchMessages(1);
        try (FilaClient consumer = FilaClient.connect(oneAtATime);
                Deliveries deliveries = consumer.consume("orders")) {
            await().until(() -> broker.consumers("orders") == 1);
            broker.keepAlive("orders");
            broker.keepAlive("orders");
            enqueue(1);

            Delivery delivery = deliveries.take();
            assertThat(delivery).isNotNull();
            assertThat(delivery.text()).isEqualTo("message 0");
        }
    }

    @Test
    void aConsumerThatTakesNothingIsSentLittle() throws InterruptedException {
        ByteString kilobyte = ByteString.copyFrom(new byte[1_000]);
        for (int i = 0; i < 2_000; i++) {
            CompletableFuture<String> _ = client.enqueueAsync("orders", Outgoing.of(kilobyte));
        }
        await().until(() -> broker.pending("orders") == 2_000);
        FilaClient modest = FilaClient.connect(
                ClientOptions.of(broker.address()).withPrefetchMessages(4).withWindowBytes(65_535));

        try (modest;
                Deliveries deliveries = modest.consume("orders")) {
            await().during(Duration.ofMillis(200))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> broker.pending("orders") > 1_000);
            for (int i = 0; i < 2_000; i++) {
                assertThat(deliveries.take()).isNotNull();
            }
        }

        assertThat(broker.pending("orders")).isZero();
    }

    @Test
    void messagesLargerThanTheWindowArrive() throws InterruptedException {
        ByteString large = ByteString.copyFrom(new byte[3_000_000]);
        client.enqueue("orders", Outgoing.of(large));
        client.enqueue("orders", Outgoing.of(large));

        try (FilaClient modest = FilaClient.connect(ClientOptions.of(broker.address())
                        .withPrefetchMessages(1)
                        .withWindowBytes(65_535));
                Deliveries deliveries = modest.consume("orders")) {
            for (int i = 0; i < 2; i++) {
                Delivery delivery = deliveries.take();
                assertThat(delivery).isNotNull();
                assertThat(delivery.payload()).isEqualTo(large);
            }
        }
    }

    @Test
    void aClosedStreamIsUnregisteredAndEndsItsTakers() throws InterruptedException {
        enqueue(10);
        Deliveries deliveries = client.consume("orders");
        await().until(() -> broker.leased("orders") == 10);

        deliveries.close();

        await().atMost(Duration.ofMillis(500)).until(() -> broker.consumers("orders") == 0);
        assertThat(deliveries.take()).isNull();
        assertThat(deliveries.take()).isNull();
        Iterator<Delivery> iterator = deliveries.iterator();
        assertThat(iterator.hasNext()).isFalse();
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void theDeletionOfTheQueueEndsItsStreams() {
        try (Deliveries deliveries = client.consume("orders")) {
            client.admin().deleteQueue("orders");

            assertThatThrownBy(deliveries::take).isInstanceOf(QueueNotFound.class);
            assertThatThrownBy(deliveries::take).isInstanceOf(QueueNotFound.class);
        }
    }

    @Test
    void aBrokerThatGoesAwayEndsItsStreams() {
        try (Deliveries deliveries = client.consume("orders")) {
            broker.endStreams("orders", Status.UNAVAILABLE.withDescription("the broker is shutting down"));

            assertThatThrownBy(deliveries::take)
                    .isInstanceOf(Unavailable.class)
                    .hasMessage("the broker is shutting down");
        }
    }

    @Test
    void aBrokerThatNeverAnswersIsNotWaitedForForEver() {
        FilaClient impatient =
                FilaClient.connect(ClientOptions.of(broker.address()).withCallTimeout(Duration.ofMillis(50)));
        broker.fallSilent();

        try (impatient) {
            assertThatThrownBy(() -> impatient.consume("orders"))
                    .isInstanceOf(CallTimedOut.class)
                    .hasMessage("The broker did not open a stream of queue \"orders\" in time");
            assertThatThrownBy(() -> impatient.enqueue("orders", Outgoing.of("lost")))
                    .isInstanceOf(CallTimedOut.class)
                    .hasMessage("The broker at " + broker.address() + " did not answer in time");
        }
    }

    @Test
    void anInterruptedThreadStopsWaiting() {
        try (Deliveries deliveries = client.consume("orders")) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> deliveries.iterator().hasNext()).isInstanceOf(CallCancelled.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void anAckEndsTheLeaseOnce() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            Delivery delivery = deliveries.take();
            assertThat(delivery).isNotNull();

            client.ack("orders", delivery.id());

            assertThatThrownBy(delivery::ack).isInstanceOfSatisfying(LeaseLost.class, e -> {
                assertThat(e.queue()).isEqualTo("orders");
                assertThat(e.messageId()).isEqualTo(delivery.id());
            });
        }
    }

    @Test
    void aNackBringsTheMessageBackWithOneMoreAttempt() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            Delivery first = deliveries.take();
            assertThat(first).isNotNull();
            first.nack("no luck");
            Delivery second = deliveries.take();
            assertThat(second).isNotNull();
            client.nack("orders", second.id(), "none again");
            Delivery third = deliveries.take();
            assertThat(third).isNotNull();

            assertThat(third.id()).isEqualTo(first.id());
            assertThat(third.attempts()).isEqualTo(2);
            assertThat(broker.nackErrors()).containsExactly("no luck", "none again");
        }
    }

    private void enqueue(int count) {
        for (int i = 0; i < count; i++) {
            client.enqueue("orders", Outgoing.of("message " + i));
        }
    }
}
