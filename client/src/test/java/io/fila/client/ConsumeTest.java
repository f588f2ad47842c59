package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.fila.client.admin.QueueConfig;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.LeaseLost;
import io.fila.client.error.QueueNotFound;
import io.fila.client.error.Unavailable;
import io.fila.client.fake.FakeBroker;
import io.fila.proto.v1.NackRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "with streams: {0}")
@ValueSource(booleans = {true, false})
final class ConsumeTest {
    private static final Backoff SOON = new Backoff(Duration.ofMillis(1), Duration.ofMillis(20));

    @Parameter
    boolean streams;

    private final FakeBroker broker = FakeBroker.start();
    private final FilaClient client =
            FilaClient.connect(ClientOptions.of(broker.address()).withReconnect(SOON));

    @BeforeEach
    void createQueue() {
        if (!streams) {
            broker.knowNoStreams();
        }
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
            CompletableFuture<Receipt> _ = client.enqueueAsync("orders", Outgoing.of(kilobyte));
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
        await().until(() -> broker.leased("orders") > 0);

        deliveries.close();

        await().until(() -> broker.consumers("orders") == 0);
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
    void withoutReconnectABrokerThatGoesAwayEndsItsStreams() {
        try (FilaClient impatient =
                        FilaClient.connect(ClientOptions.of(broker.address()).withoutReconnect());
                Deliveries deliveries = impatient.consume("orders")) {
            broker.endStreams("orders", Status.UNAVAILABLE.withDescription("the broker is shutting down"));

            assertThatThrownBy(deliveries::take)
                    .isInstanceOf(Unavailable.class)
                    .hasMessage("the broker is shutting down");
        }
    }

    @Test
    void aStreamComesBackByItselfAndWhatWasTakenCanStillBeSettled() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            Delivery first = take(deliveries);

            broker.endStreams("orders", Status.UNAVAILABLE);
            enqueue(1);

            Delivery second = take(deliveries);
            first.ack();
            second.ack();
            assertThat(broker.leased("orders")).isZero();
            assertThat(broker.pending("orders")).isZero();
        }
    }

    @Test
    void aBrokerThatHasTooMuchToDoIsComeBackTo() throws InterruptedException {
        try (Deliveries deliveries = client.consume("orders")) {
            StatusRuntimeException tooMuch = Status.RESOURCE_EXHAUSTED.asRuntimeException();
            broker.refuseWith(tooMuch);
            broker.endStreams("orders", tooMuch.getStatus());
            await().until(() -> broker.refusals() > 2);
            broker.refuseWith(null);
            enqueue(1);

            take(deliveries).ack();
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void aNackWithoutATextIsRefusedAndLeavesTheDeliveryAsItWas() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            Delivery delivery = take(deliveries);

            assertThatThrownBy(() -> delivery.nackAsync((String) null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("Expected a reason for the failure but found null");

            assertThat(delivery.settled()).isFalse();
            delivery.ack();
        }
        assertThat(broker.leased("orders")).isZero();
    }

    @Test
    void anErrorLongerThanTheBrokerKeepsIsCutOff() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            take(deliveries).nack("x".repeat(20_000));

            assertThat(broker.nackErrors()).containsExactly("x".repeat(16_384));
        }
    }

    @Test
    void aStreamThatWantsSoManyGetsThemAcrossABreak() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders", 3)) {
            assertThat(deliveries.take()).isNotNull();
            broker.endStreams("orders", Status.UNAVAILABLE);
            enqueue(5);

            assertThat(deliveries.take()).isNotNull();
            assertThat(deliveries.take()).isNotNull();
            assertThat(deliveries.take()).isNull();
        }
        assertThat(broker.leased("orders")).isEqualTo(3);
    }

    @Test
    void anAckOfAnEarlierLeaseDoesNotHitTheNext() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            Delivery stale = take(deliveries);
            client.nack("orders", stale.id(), "taken from it");
            Delivery fresh = take(deliveries);

            assertThatThrownBy(stale::ack).isInstanceOf(LeaseLost.class);
            assertThat(broker.leased("orders")).isEqualTo(1);
            fresh.ack();
            assertThat(broker.leased("orders")).isZero();
        }
    }

    @Test
    void aNackCanSayWhenAndWhatToHold() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            take(deliveries).nack(new RetryAfter("too many requests", Duration.ofSeconds(90)).holding("smtp"));

            NackRequest nack = broker.nacks().get(0);
            assertThat(nack.getError()).isEqualTo("too many requests");
            assertThat(nack.getRetryAfterMs()).isEqualTo(90_000);
            assertThat(nack.getHoldThrottleKey()).isEqualTo("smtp");
            assertThat(nack.getLeaseId()).isNotZero();
        }
    }

    @Test
    void aLeaseCanBeExtended() throws InterruptedException {
        enqueue(1);
        try (Deliveries deliveries = client.consume("orders")) {
            Delivery delivery = take(deliveries);

            assertThat(delivery.leaseExpiresAt()).contains(delivery.leasedAt().plusSeconds(30));
            assertThat(delivery.extend(Duration.ofMinutes(2)))
                    .isEqualTo(delivery.leasedAt().plusSeconds(120));
            delivery.ack();
            assertThatThrownBy(() -> delivery.extend(Duration.ofMinutes(2))).isInstanceOf(LeaseLost.class);
        }
    }

    @Test
    void closingGivesBackWhatWasNotTaken() throws InterruptedException {
        enqueue(10);
        Deliveries deliveries = client.consume("orders");
        Delivery taken = take(deliveries);
        await().until(() -> broker.leased("orders") > 1);

        deliveries.close();

        await().until(() -> broker.pending("orders") == 9);
        assertThat(broker.nacks()).as("nothing that a script would judge").isEmpty();
        taken.ack();
        assertThat(broker.leased("orders")).isZero();
    }

    @Test
    void whatWaitedLongerThanItsLeaseIsNotHandedOut() throws InterruptedException {
        client.admin().createQueue("hasty", QueueConfig.DEFAULT.withVisibilityTimeout(Duration.ofMillis(1)));
        client.enqueue("hasty", Outgoing.of("stale"));
        try (Deliveries deliveries = client.consume("hasty")) {
            await().pollDelay(Duration.ofMillis(50)).until(() -> broker.leased("hasty") == 1);

            assertThat(deliveries.poll(Duration.ofMillis(1))).isNull();
        }
    }

    @Test
    void whoeverWantsSoManyGetsOthersForThoseThatWereNotHandedOut() throws InterruptedException {
        QueueConfig hasty = QueueConfig.DEFAULT.withVisibilityTimeout(Duration.ofMillis(1));
        client.admin().createQueue("hasty", hasty);
        client.enqueue("hasty", Outgoing.of("stale"));
        try (Deliveries deliveries = client.consume("hasty", 1)) {
            await().pollDelay(Duration.ofMillis(50)).until(() -> broker.leased("hasty") == 1);
            client.admin().updateQueue("hasty", hasty.withVisibilityTimeout(Duration.ofHours(1)));
            client.enqueue("hasty", Outgoing.of("fresh"));
            client.enqueue("hasty", Outgoing.of("one too many"));

            assertThat(take(deliveries).text()).isEqualTo("fresh");
            assertThat(deliveries.take()).isNull();
        }
        assertThat(broker.pending("hasty")).isEqualTo(1);
    }

    @Test
    void whileOneIsInHandOneWaitsHere() throws InterruptedException {
        enqueue(20);
        try (Deliveries deliveries = client.consume("orders")) {
            take(deliveries).ack();
            Delivery inHand = take(deliveries);

            // The plain protocol has no credit: what the broker leases ahead is its own affair.
            int most = streams ? 3 : 20;
            await().during(Duration.ofMillis(100))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> broker.leased("orders") <= most);
            inHand.ack();
        }
    }

    @Test
    void manyAcksAtOnceAreAllAnswered() throws InterruptedException {
        enqueue(500);
        List<CompletableFuture<?>> acks = new ArrayList<>();
        try (Deliveries deliveries = client.consume("orders")) {
            for (int i = 0; i < 500; i++) {
                acks.add(take(deliveries).ackAsync());
            }
            acks.forEach(CompletableFuture::join);
        }

        assertThat(broker.leased("orders")).isZero();
        assertThat(broker.settlements().stream().mapToInt(each -> each).sum()).isEqualTo(streams ? 500 : 0);
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

    private static Delivery take(Deliveries deliveries) throws InterruptedException {
        Delivery delivery = deliveries.take();
        assertThat(delivery).isNotNull();
        return delivery;
    }

    private void enqueue(int count) {
        for (int i = 0; i < count; i++) {
            client.enqueue("orders", Outgoing.of("message " + i));
        }
    }
}
