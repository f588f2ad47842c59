package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.client.ProducerOptions.Resend;
import io.fila.client.ProducerOptions.WhenFull;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.ProducerFull;
import io.fila.client.error.QueueFull;
import io.fila.client.error.QueueNotFound;
import io.fila.client.error.Unauthenticated;
import io.fila.client.error.Unavailable;
import io.fila.client.error.Unconfirmed;
import io.fila.client.fake.FakeBroker;
import io.fila.proto.v1.EnqueueRequest;
import io.grpc.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProducerTest {
    private static final Duration HANG_GUARD = Duration.ofMinutes(1);
    private static final Backoff SOON = new Backoff(Duration.ofMillis(1), Duration.ofMillis(20));

    private final FakeBroker broker = FakeBroker.start();
    private final FilaClient client =
            FilaClient.connect(ClientOptions.of(broker.address()).withReconnect(SOON));

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
    void everyMessageIsConfirmedWithItsOwnId() {
        try (Producer producer = client.producer()) {
            List<CompletableFuture<Receipt>> receipts = send(producer, 2_000);

            assertThat(receipts.stream().map(CompletableFuture::join))
                    .allMatch(Receipt::stored)
                    .extracting(Receipt::id)
                    .doesNotHaveDuplicates();
        }
        assertThat(broker.requests().stream()
                        .map(request -> request.getPayload().toStringUtf8()))
                .containsExactlyElementsOf(
                        IntStream.range(0, 2_000).mapToObj(i -> "message " + i).toList());
    }

    @Test
    void messagesShareFramesWhileOthersAreUnderWay() {
        broker.holdAnswers(true);
        try (Producer producer = client.producer()) {
            List<CompletableFuture<Receipt>> receipts = send(producer, 100);
            await().until(() -> broker.requests().size() == 2);
            assertThat(broker.batches()).containsExactly(1, 1);

            broker.holdAnswers(false);

            receipts.forEach(CompletableFuture::join);
            assertThat(broker.batches()).containsExactly(1, 1, 98);
        }
    }

    @Test
    void everythingAboutAMessageIsSent() {
        try (Producer producer = client.producer()) {
            producer.send(
                    "orders",
                    Outgoing.of("one coffee")
                            .withHeader("table", "4")
                            .withFairnessKey("acme")
                            .withWeight(3)
                            .withThrottleKey("smtp")
                            .withDelay(Duration.ofSeconds(2))
                            .withDedupKey("order 7")
                            .withTtl(Duration.ofHours(1)));
            producer.send("orders", Outgoing.of("later").withDeliverAt(Instant.ofEpochSecond(2_000_000_000, 5)));
        }

        EnqueueRequest first = broker.requests().get(0);
        assertThat(first.getHeadersMap()).containsEntry("table", "4");
        assertThat(first.getFairnessKey()).isEqualTo("acme");
        assertThat(first.getWeight()).isEqualTo(3);
        assertThat(first.getThrottleKeysList()).containsExactly("smtp");
        assertThat(first.getDelayMs()).isEqualTo(2_000);
        assertThat(first.getDedupKey()).isEqualTo("order 7");
        assertThat(first.getTtlMs()).isEqualTo(3_600_000);
        EnqueueRequest second = broker.requests().get(1);
        assertThat(second.getDeliverAt().getSeconds()).isEqualTo(2_000_000_000);
        assertThat(second.getDeliverAt().getNanos()).isEqualTo(5);
    }

    @Test
    void aDuplicateSaysSoAndNamesTheFirst() {
        try (Producer producer = client.producer()) {
            Outgoing message = Outgoing.of("one coffee").withDedupKey("order 7");

            Receipt first = producer.send("orders", message);
            Receipt second = producer.send("orders", message);

            assertThat(first.stored()).isTrue();
            assertThat(second).isEqualTo(new Receipt(first.id(), true, false));
        }
    }

    @Test
    void aRefusedMessageFailsAloneAndWithItsType() {
        try (Producer producer = client.producer()) {
            CompletableFuture<Receipt> lost = producer.sendAsync("nowhere", Outgoing.of("lost"));
            CompletableFuture<Receipt> kept = producer.sendAsync("orders", Outgoing.of("kept"));

            assertThat(kept.join().stored()).isTrue();
            assertThatThrownBy(lost::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            QueueNotFound.class, e -> assertThat(e.queue()).isEqualTo("nowhere"));
            assertThatThrownBy(() -> producer.send("nowhere", Outgoing.of("lost")))
                    .isInstanceOf(QueueNotFound.class);
        }
    }

    @Test
    void aFullQueueIsTheProducersToSee() {
        broker.refuseMessagesWith(
                Status.RESOURCE_EXHAUSTED.withDescription("the queue is full").asRuntimeException());

        try (Producer producer = client.producer()) {
            assertThatThrownBy(() -> producer.send("orders", Outgoing.of("too much")))
                    .isInstanceOf(QueueFull.class)
                    .hasMessage("the queue is full");
        }
    }

    @Test
    void unconfirmedMessagesAreSentAgainAfterABreak() {
        broker.holdAnswers(true);
        try (Producer producer = client.producer()) {
            List<CompletableFuture<Receipt>> receipts = send(producer, 10);
            await().until(() -> broker.requests().size() == 2);

            broker.endProducers(Status.UNAVAILABLE);
            broker.holdAnswers(false);

            assertThat(receipts.stream().map(CompletableFuture::join))
                    .extracting(Receipt::id)
                    .doesNotHaveDuplicates();
            assertThat(broker.pending("orders")).as("two of them twice").isEqualTo(12);
        }
    }

    @Test
    void withADedupKeyTheyAreStoredOnce() {
        broker.holdAnswers(true);
        ProducerOptions options = ProducerOptions.DEFAULT.withResend(Resend.WITH_DEDUP_KEY);
        try (Producer producer = client.producer(options)) {
            CompletableFuture<Receipt> keyed =
                    producer.sendAsync("orders", Outgoing.of("keyed").withDedupKey("order 7"));
            CompletableFuture<Receipt> bare = producer.sendAsync("orders", Outgoing.of("bare"));
            await().until(() -> broker.requests().size() == 2);

            broker.endProducers(Status.UNAVAILABLE);
            broker.holdAnswers(false);

            assertThat(keyed.join().duplicate()).isTrue();
            assertThatThrownBy(bare::join).hasCauseInstanceOf(Unconfirmed.class);
            assertThat(broker.pending("orders")).isEqualTo(2);
        }
    }

    @Test
    void whatWasNotSentYetSurvivesABreakEvenIfNothingIsSentTwice() {
        broker.holdAnswers(true);
        ProducerOptions options = ProducerOptions.DEFAULT.withResend(Resend.NEVER);
        try (Producer producer = client.producer(options)) {
            List<CompletableFuture<Receipt>> receipts = send(producer, 10);
            await().until(() -> broker.requests().size() == 2);

            broker.endProducers(Status.UNAVAILABLE);
            broker.holdAnswers(false);

            producer.flush();
            assertThat(receipts.subList(0, 2)).allMatch(CompletableFuture::isCompletedExceptionally);
            assertThat(receipts.subList(2, 10))
                    .allMatch(receipt -> receipt.join().stored());
            assertThat(broker.pending("orders")).isEqualTo(10);
        }
    }

    @Test
    void aMessageRefusedAsUnavailableIsSentAgain() {
        broker.refuseMessagesWith(Status.UNAVAILABLE.asRuntimeException());
        try (Producer producer = client.producer()) {
            CompletableFuture<Receipt> receipt = producer.sendAsync("orders", Outgoing.of("patience"));
            await().until(() -> broker.batches().size() > 2);
            assertThat(receipt).isNotDone();

            broker.refuseMessagesWith(null);

            assertThat(receipt.join().stored()).isTrue();
            assertThat(broker.pending("orders")).isEqualTo(1);
        }
    }

    @Test
    void aBrokerWithoutStreamsGetsPlainCalls() {
        broker.knowNoStreams();
        try (Producer producer = client.producer()) {
            List<CompletableFuture<Receipt>> receipts = send(producer, 500);

            assertThat(receipts.stream().map(CompletableFuture::join))
                    .extracting(Receipt::id)
                    .doesNotHaveDuplicates();
            assertThatThrownBy(() -> producer.send("nowhere", Outgoing.of("lost")))
                    .isInstanceOf(QueueNotFound.class);
        }
        assertThat(broker.batches()).isEmpty();
        assertThat(broker.pending("orders")).isEqualTo(500);
    }

    @Test
    void plainCallsThatFailForNowAreMadeAgain() {
        broker.knowNoStreams();
        try (Producer producer = client.producer()) {
            producer.send("orders", Outgoing.of("first"));
            broker.refuseWith(Status.UNAVAILABLE.asRuntimeException());
            CompletableFuture<Receipt> second = producer.sendAsync("orders", Outgoing.of("second"));
            await().during(Duration.ofMillis(50)).until(() -> !second.isDone());

            broker.refuseWith(null);

            assertThat(second.join().stored()).isTrue();
        }
    }

    @Test
    void aFullProducerRefusesIfToldTo() {
        broker.holdAnswers(true);
        ProducerOptions options =
                ProducerOptions.DEFAULT.withMaxOutstanding(3, 1 << 20).withWhenFull(WhenFull.REFUSE);
        try (Producer producer = client.producer(options)) {
            send(producer, 3);

            assertThatThrownBy(() -> producer.send("orders", Outgoing.of("one too many")))
                    .isInstanceOf(ProducerFull.class);

            broker.holdAnswers(false);
            producer.flush();
            assertThat(producer.send("orders", Outgoing.of("room again")).stored())
                    .isTrue();
        }
    }

    @Test
    void aFullProducerBlocksUntilThereIsRoom() {
        broker.holdAnswers(true);
        try (Producer producer = client.producer(ProducerOptions.DEFAULT.withMaxOutstanding(3, 1 << 20))) {
            send(producer, 3);
            CompletableFuture<Receipt> blocked =
                    CompletableFuture.supplyAsync(() -> producer.send("orders", Outgoing.of("waits")));
            await().during(Duration.ofMillis(50)).until(() -> !blocked.isDone());
            assertThat(broker.requests()).hasSizeLessThan(4);

            broker.holdAnswers(false);

            assertThat(blocked.join().stored()).isTrue();
        }
    }

    @Test
    void aContinuationOfTheClientsOwnIsNeverBlocked() {
        broker.holdAnswers(true);
        try (Producer producer = client.producer(ProducerOptions.DEFAULT.withMaxOutstanding(1, 1 << 20))) {
            CompletableFuture<Throwable> outcome = producer.sendAsync("orders", Outgoing.of("first"))
                    .thenCompose(receipt -> {
                        CompletableFuture<Receipt> second = producer.sendAsync("orders", Outgoing.of("second"));
                        return producer.sendAsync("orders", Outgoing.of("third"))
                                .thenCombine(second, (a, b) -> a);
                    })
                    .handle((receipt, failure) -> failure);

            broker.holdAnswers(false);

            assertThat(outcome.join()).hasCauseInstanceOf(ProducerFull.class);
        }
    }

    @Test
    void aSendInAContinuationThatWouldWaitForItselfIsRefused() {
        try (Producer producer = client.producer()) {
            broker.holdAnswers(true);
            CompletableFuture<Throwable> outcome = producer.sendAsync("orders", Outgoing.of("first"))
                    .thenApply(receipt -> producer.send("orders", Outgoing.of("second")))
                    .handle((receipt, failure) -> failure);
            broker.holdAnswers(false);

            assertThat(outcome.join()).hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aMessageThatNobodyTakesFailsInItsTime() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        ProducerOptions options = ProducerOptions.DEFAULT.withDeliveryTimeout(Duration.ofMillis(100));

        try (FilaClient lost =
                        FilaClient.connect(ClientOptions.of("127.0.0.1:" + port).withReconnect(SOON));
                Producer producer = lost.producer(options)) {
            assertThatThrownBy(() -> producer.send("orders", Outgoing.of("lost")))
                    .isInstanceOfAny(Unavailable.class, Unconfirmed.class)
                    .hasMessageContaining("No confirmation within 100 ms");
        }
    }

    @Test
    void aMessageThatIsNeverConfirmedMayBeStored() {
        broker.holdAnswers(true);
        ProducerOptions options = ProducerOptions.DEFAULT.withDeliveryTimeout(Duration.ofMillis(100));
        try (Producer producer = client.producer(options)) {
            assertThatThrownBy(() -> producer.send("orders", Outgoing.of("who knows")))
                    .isInstanceOf(Unconfirmed.class)
                    .hasMessageContaining("may or may not be stored");
        }
    }

    @Test
    void withoutReconnectABreakIsTheEndOfWhatIsOutstanding() {
        broker.holdAnswers(true);
        try (FilaClient impatient =
                        FilaClient.connect(ClientOptions.of(broker.address()).withoutReconnect());
                Producer producer = impatient.producer()) {
            List<CompletableFuture<Receipt>> receipts = send(producer, 3);
            await().until(() -> broker.requests().size() == 2);

            broker.endProducers(Status.UNAVAILABLE);

            assertThatThrownBy(receipts.get(0)::join).hasCauseInstanceOf(Unconfirmed.class);
            assertThatThrownBy(receipts.get(2)::join).hasCauseInstanceOf(Unavailable.class);
        }
    }

    @Test
    void aWrongKeyIsNotTriedForEver() {
        broker.requireApiKey("s3cret");

        try (Producer producer = client.producer()) {
            assertThatThrownBy(() -> producer.send("orders", Outgoing.of("secret")))
                    .isInstanceOf(Unauthenticated.class);
        }
    }

    @Test
    void closingTheProducerWaitsForWhatItHasTaken() {
        List<CompletableFuture<Receipt>> receipts;
        try (Producer producer = client.producer()) {
            receipts = send(producer, 500);
        }

        assertThat(receipts)
                .allMatch(receipt -> receipt.isDone() && receipt.join().stored());
    }

    @Test
    void closingTheClientFailsWhatIsOutstandingAndWhatComesLater() {
        broker.holdAnswers(true);
        Producer producer = client.producer();
        CompletableFuture<Receipt> receipt = producer.sendAsync("orders", Outgoing.of("unlucky"));
        await().until(() -> broker.requests().size() == 1);

        client.close();

        assertThatThrownBy(receipt::join).hasCauseInstanceOf(Unconfirmed.class);
        assertThatThrownBy(() -> producer.send("orders", Outgoing.of("late"))).isInstanceOf(CallCancelled.class);
    }

    @Test
    void aProducerThatIsAboutToCloseDoesNotWaitForAClosedClient() throws InterruptedException {
        broker.holdAnswers(true);
        Producer producer = client.producer();
        CompletableFuture<Receipt> receipt = producer.sendAsync("orders", Outgoing.of("unlucky"));
        Thread closing = Thread.ofPlatform().daemon().start(producer::close);
        await().until(() -> closing.getState() == Thread.State.WAITING);

        client.close();

        assertThat(closing.join(HANG_GUARD)).isTrue();
        assertThatThrownBy(receipt::join).hasCauseInstanceOf(Unconfirmed.class);
    }

    @Test
    void whoWaitsForRoomGetsThatOfAMessageThatWasGivenUp() {
        broker.holdAnswers(true);
        ProducerOptions options =
                ProducerOptions.DEFAULT.withMaxOutstanding(1, 1 << 20).withDeliveryTimeout(Duration.ofMillis(100));
        try (Producer producer = client.producer(options)) {
            CompletableFuture<Receipt> first = producer.sendAsync("orders", Outgoing.of("who knows"));
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
                CompletableFuture<Receipt> _ = producer.sendAsync("orders", Outgoing.of("waits"));
            });

            assertThatThrownBy(first::join).hasCauseInstanceOf(Unconfirmed.class);
            assertThat(second).succeedsWithin(HANG_GUARD);
        }
    }

    @Test
    void aStreamThatAnOverloadedBrokerEndsMayHaveStoredWhatIsNotConfirmed() {
        broker.holdAnswers(true);
        ProducerOptions never = ProducerOptions.DEFAULT.withResend(Resend.NEVER);
        try (Producer bold = client.producer();
                Producer careful = client.producer(never)) {
            CompletableFuture<Receipt> again = bold.sendAsync("orders", Outgoing.of("again"));
            CompletableFuture<Receipt> once = careful.sendAsync("orders", Outgoing.of("once"));
            await().until(() -> broker.requests().size() == 2);

            broker.endProducers(Status.RESOURCE_EXHAUSTED);
            broker.holdAnswers(false);

            assertThatThrownBy(once::join).hasCauseInstanceOf(Unconfirmed.class);
            assertThat(again.join().stored()).isTrue();
            assertThat(broker.pending("orders")).as("one of them twice").isEqualTo(3);
        }
    }

    @Test
    void aContinuationThatWouldWaitForAConsumerIsRefused() {
        try (Producer producer = client.producer();
                Deliveries empty = client.consume("orders")) {
            broker.holdAnswers(true);
            CompletableFuture<Receipt> first = producer.sendAsync("nowhere", Outgoing.of("lost"));
            CompletableFuture<Throwable> opening =
                    first.handle((receipt, refusal) -> client.consume("orders")).handle((opened, failure) -> failure);
            CompletableFuture<Throwable> taking =
                    first.handle((receipt, refusal) -> take(empty)).handle((taken, failure) -> failure);
            broker.holdAnswers(false);

            assertThat(opening.orTimeout(1, TimeUnit.MINUTES).join()).hasCauseInstanceOf(IllegalStateException.class);
            assertThat(taking.orTimeout(1, TimeUnit.MINUTES).join()).hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aBatchIsNoLargerThanABrokerReads() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProducerOptions.DEFAULT.withBatch(1, (16 << 20) + 1))
                .withMessage("Expected at most 16777216 bytes a batch but found 16777217");
    }

    @Test
    void aLingerGathersAndStillSends() {
        try (Producer producer = client.producer(ProducerOptions.DEFAULT.withLinger(Duration.ofMillis(1)))) {
            List<CompletableFuture<Receipt>> receipts = send(producer, 20);

            assertThat(receipts.stream().map(CompletableFuture::join)).allMatch(Receipt::stored);
        }
    }

    private static @Nullable Delivery take(Deliveries deliveries) {
        try {
            return deliveries.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<CompletableFuture<Receipt>> send(Producer producer, int count) {
        List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            receipts.add(producer.sendAsync("orders", Outgoing.of("message " + i)));
        }
        return receipts;
    }
}
