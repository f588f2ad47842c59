package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.client.admin.Admission;
import io.fila.client.admin.MessageState;
import io.fila.client.admin.Overflow;
import io.fila.client.admin.Peek;
import io.fila.client.admin.QueueConfig;
import io.fila.client.error.InvalidRequest;
import io.fila.client.error.LeaseLost;
import io.fila.client.error.MessageNotFound;
import io.fila.client.error.QueueFull;
import io.fila.client.error.QueueNotFound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client and the broker itself understand each other. */
final class RealBrokerTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path directory;

    private RealBroker broker;
    private FilaClient client;
    private Admin admin;
    private Producer producer;

    @BeforeEach
    void start() throws Exception {
        broker = RealBroker.in(directory);
        client = FilaClient.connect(broker.address());
        admin = client.admin();
        producer = client.producer();
    }

    @AfterEach
    void stop() {
        client.close();
        broker.close();
    }

    @Test
    void manyMessagesGoThroughAPool() {
        admin.createQueue("orders");
        List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            receipts.add(
                    producer.sendAsync("orders", Outgoing.of("message " + i).withFairnessKey("key " + i % 7)));
        }

        try (WorkerPool _ = client.consume("orders", WorkerOptions.of(4), delivery -> {})) {
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                var stats = admin.stats("orders");
                return receipts.stream().allMatch(CompletableFuture::isDone) && stats.depth() + stats.inFlight() == 0;
            });
        }

        assertThat(receipts.stream().map(receipt -> receipt.join().id())).doesNotHaveDuplicates();
    }

    @Test
    void aDuplicateNamesTheFirst() {
        admin.createQueue("orders");
        Outgoing message = Outgoing.of("one coffee").withDedupKey("order 7");

        Receipt first = producer.send("orders", message);

        assertThat(first.stored()).isTrue();
        assertThat(producer.send("orders", message)).isEqualTo(new Receipt(first.id(), true, false));
        assertThat(client.enqueue("orders", message)).isEqualTo(new Receipt(first.id(), true, false));
    }

    @Test
    void aMessageThatWaitsIsCancelledByItsKey() {
        admin.createQueue("orders");
        Outgoing message = Outgoing.of("one coffee").withDedupKey("order 7");
        producer.send("orders", message);

        assertThat(client.cancel("orders", "order 7")).isTrue();

        assertThat(client.cancel("orders", "order 7")).isFalse();
        assertThat(admin.stats("orders").depth()).isZero();
        assertThat(producer.send("orders", message).stored())
                .as("its key is free")
                .isTrue();
        assertThatThrownBy(() -> client.cancel("nowhere", "order 7")).isInstanceOf(QueueNotFound.class);
    }

    @Test
    void aFullQueueRefusesOrDrops() {
        admin.createQueue("small", QueueConfig.DEFAULT.withMaxDepth(1));
        producer.send("small", Outgoing.of("fits"));

        assertThatThrownBy(() -> producer.send("small", Outgoing.of("does not")))
                .isInstanceOf(QueueFull.class);
        assertThatThrownBy(() -> client.enqueue("small", Outgoing.of("does not")))
                .isInstanceOf(QueueFull.class);
        admin.updateQueue("small", QueueConfig.DEFAULT.withOverflow(Overflow.DROP_NEW));
        assertThat(producer.send("small", Outgoing.of("does not")).dropped()).isTrue();
    }

    @Test
    void anAdmissionLimitIsTakenAwayAgain() {
        admin.createQueue("slow", QueueConfig.DEFAULT.withMaxDepth(100).withAdmission(new Admission(1, 0.001, 1)));
        producer.send("slow", Outgoing.of("below the level"));
        producer.send("slow", Outgoing.of("the only token"));
        assertThatThrownBy(() -> producer.send("slow", Outgoing.of("too soon"))).isInstanceOf(QueueFull.class);

        QueueConfig changed = admin.updateQueue("slow", QueueConfig.DEFAULT.withAdmission(Admission.NONE));

        assertThat(changed.admission()).isEmpty();
        assertThat(changed.maxDepth()).contains(100L);
        assertThat(producer.send("slow", Outgoing.of("free")).stored()).isTrue();
    }

    @Test
    void mistakesAreTypes() {
        admin.createQueue("orders");

        assertThatThrownBy(() -> producer.send("nowhere", Outgoing.of("lost"))).isInstanceOf(QueueNotFound.class);
        assertThatThrownBy(() -> producer.send("orders", Outgoing.of("long key").withDedupKey("x".repeat(300))))
                .isInstanceOf(InvalidRequest.class);
        assertThatThrownBy(() -> client.consume("nowhere")).isInstanceOf(QueueNotFound.class);
    }

    @Test
    void whatWasNotTakenIsGivenBackAtOnce() throws InterruptedException {
        admin.createQueue("orders", QueueConfig.DEFAULT.withVisibilityTimeout(LONG));
        for (int i = 0; i < 10; i++) {
            producer.send("orders", Outgoing.of("message " + i));
        }
        Deliveries first = client.consume("orders");
        Delivery taken = take(first);
        await().until(() -> admin.stats("orders").inFlight() > 1);

        first.close();

        try (Deliveries second = client.consume("orders", 9)) {
            for (int i = 0; i < 9; i++) {
                take(second).ack();
            }
        }
        taken.ack();
        assertThat(admin.stats("orders").inFlight()).isZero();
    }

    @Test
    void whatWasOnItsWayWhenAConsumerClosedIsGivenBackBeforeItsClientCloses() throws InterruptedException {
        admin.createQueue("orders", QueueConfig.DEFAULT.withVisibilityTimeout(LONG));
        for (int i = 0; i < 2_000; i++) {
            var _ = producer.sendAsync("orders", Outgoing.of("message " + i));
        }
        producer.flush();

        for (int round = 0; round < 10; round++) {
            try (FilaClient brief = FilaClient.connect(broker.address());
                    Deliveries deliveries = brief.consume("orders")) {
                for (int i = 0; i < 50; i++) {
                    var _ = take(deliveries).extendAsync(Duration.ofMillis(1));
                }
            }
        }

        await().atMost(Duration.ofMinutes(1)).until(() -> admin.stats("orders").inFlight() == 0);
        assertThat(admin.stats("orders").depth()).isEqualTo(2_000);
    }

    @Test
    void longErrorsDoNotEndTheStream() throws InterruptedException {
        int count = 64;
        admin.createQueue("orders", QueueConfig.DEFAULT.withMaxAttempts(1));
        for (int i = 0; i < count; i++) {
            producer.send("orders", Outgoing.of("message " + i));
        }
        String error = "x".repeat(1 << 20);
        List<CompletableFuture<?>> nacks = new ArrayList<>();
        try (Deliveries deliveries = client.consume("orders")) {
            for (int i = 0; i < count; i++) {
                nacks.add(take(deliveries).nackAsync(error));
            }
            nacks.forEach(CompletableFuture::join);
        }

        assertThat(admin.stats("orders.dlq").depth()).isEqualTo(count);
    }

    @Test
    void aMessageFarTooLargeFailsAlone() {
        admin.createQueue("orders");
        List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            receipts.add(producer.sendAsync("orders", Outgoing.of("message " + i)));
        }
        CompletableFuture<Receipt> lost = producer.sendAsync("orders", Outgoing.of(new byte[25 << 20]));
        for (int i = 500; i < 1_000; i++) {
            receipts.add(producer.sendAsync("orders", Outgoing.of("message " + i)));
        }

        assertThat(receipts.stream().map(CompletableFuture::join)).allMatch(Receipt::stored);
        assertThatThrownBy(lost::join).hasCauseInstanceOf(InvalidRequest.class);
        assertThat(admin.stats("orders").depth()).isEqualTo(1_000);
    }

    @Test
    void aLeaseIsExtendedAndAStaleOneIsLost() throws InterruptedException {
        admin.createQueue("orders", QueueConfig.DEFAULT.withVisibilityTimeout(Duration.ofSeconds(1)));
        producer.send("orders", Outgoing.of("held"));
        try (Deliveries deliveries = client.consume("orders")) {
            Delivery stale = take(deliveries);
            Delivery fresh = take(deliveries);

            assertThat(fresh.attempts()).isEqualTo(1);
            assertThatThrownBy(stale::ack).isInstanceOf(LeaseLost.class);
            assertThat(fresh.extend(LONG)).isAfter(fresh.leasedAt().plus(LONG).minusSeconds(1));
            fresh.ack();
        }
    }

    @Test
    void aRetryComesNoSoonerThanItWasTold() throws InterruptedException {
        admin.createQueue("orders");
        String id = producer.send("orders", Outgoing.of("later")).id();
        try (Deliveries deliveries = client.consume("orders")) {
            take(deliveries).nack(new RetryAfter("429", Duration.ofHours(1)));
        }

        StoredMessage.Page scheduled = admin.peek("orders", Peek.at(MessageState.SCHEDULED));

        assertThat(scheduled.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo(id);
            assertThat(message.attempts()).isEqualTo(1);
            assertThat(message.dueIn().orElseThrow()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
        });
    }

    @Test
    void documentedPatternJudgesWhatAHandlerThrows() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "lua.md"));
        String pattern = page.substring(page.indexOf("### Retry server errors, give up on client errors"));
        int start = pattern.indexOf("```lua\n") + "```lua\n".length();
        admin.createQueue(
                "orders",
                QueueConfig.DEFAULT.withOnFailureScript(pattern.substring(start, pattern.indexOf("```", start))));
        producer.send("orders", Outgoing.of("HTTP 404 not found"));
        producer.send("orders", Outgoing.of("HTTP 503 busy"));

        WorkerPool pool = client.consume("orders", order -> {
            throw new IOException(order.text());
        });

        try (pool) {
            await().until(() -> admin.stats("orders.dlq").depth() == 1
                    && admin.stats("orders").scheduled() == 1);
        }

        assertThat(admin.peek("orders.dlq", Peek.at(MessageState.PENDING)).messages())
                .singleElement()
                .satisfies(dead -> assertThat(dead.deadLetterReason()).isEqualTo("HTTP 404 not found"));
    }

    @Test
    void queueTellsHowItBehavesWithItsDefaults() {
        QueueConfig made = admin.createQueue("orders");

        assertThat(made.retryBackoff()).contains(Duration.ofMillis(100));
        assertThat(made.retryBackoffMax()).contains(Duration.ofMinutes(1));
        assertThat(made).isEqualTo(admin.stats("orders").config());
    }

    @Test
    void operatorsLookIntoAQueueAndChangeIt() {
        admin.createQueue("orders");
        admin.createQueue("elsewhere");
        admin.pause("orders");
        String id = producer.send("orders", Outgoing.of("one").withFairnessKey("acme"))
                .id();
        producer.send("orders", Outgoing.of("two").withFairnessKey("bolt"));

        assertThat(admin.stats("orders").paused()).isTrue();
        assertThat(admin.message("orders", id).text()).isEqualTo("one");
        admin.setKeyWeight("orders", "acme", 9);
        assertThat(admin.message("orders", id).state()).isEqualTo(MessageState.PENDING);
        admin.move("orders", id, "elsewhere");
        assertThatThrownBy(() -> admin.message("orders", id)).isInstanceOf(MessageNotFound.class);
        assertThat(admin.purge("orders")).isEqualTo(1);
        admin.resume("orders");
        assertThat(admin.stats("elsewhere").depth()).isEqualTo(1);
    }

    private static Delivery take(Deliveries deliveries) throws InterruptedException {
        Delivery delivery = deliveries.take();
        assertThat(delivery).isNotNull();
        return delivery;
    }
}
