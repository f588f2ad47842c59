package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.client.error.QueueNotFound;
import io.fila.client.error.Unavailable;
import io.fila.client.fake.FakeBroker;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SubscriptionTest {
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
    void aHandlerThatReturnsAcks() {
        enqueue(100);
        List<String> texts = new CopyOnWriteArrayList<>();

        try (Subscription subscription = client.consume("orders", delivery -> texts.add(delivery.text()))) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
            assertThat(subscription.ended()).isNotDone();
        }

        assertThat(texts).hasSize(100).startsWith("message 0").endsWith("message 99");
    }

    @Test
    void aHandlerThatThrowsNacksWithTheReason() {
        enqueue(1);
        List<Long> attempts = new CopyOnWriteArrayList<>();

        Subscription subscription = client.consume("orders", delivery -> {
            attempts.add(delivery.attempts());
            if (delivery.attempts() < 2) {
                throw new IllegalStateException("out of coffee");
            }
        });

        try (subscription) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(attempts).containsExactly(0L, 1L, 2L);
        assertThat(broker.nackErrors())
                .containsExactly(
                        "java.lang.IllegalStateException: out of coffee",
                        "java.lang.IllegalStateException: out of coffee");
    }

    @Test
    void aHandlerMaySettleByItself() {
        enqueue(1);

        Subscription subscription = client.consume("orders", delivery -> {
            if (delivery.attempts() == 0) {
                delivery.nack("later");
            } else {
                delivery.ack();
            }
        });

        try (subscription) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(broker.nackErrors()).containsExactly("later");
    }

    @Test
    void anExpiredLeaseDoesNotEndTheSubscription() {
        enqueue(2);
        List<String> texts = new CopyOnWriteArrayList<>();

        Subscription subscription = client.consume("orders", delivery -> {
            broker.expire(delivery.queue(), delivery.id());
            texts.add(delivery.text());
        });

        try (subscription) {
            await().until(() -> texts.size() >= 2);
            assertThat(subscription.ended()).isNotDone();
        }
    }

    @Test
    void closingWaitsForTheMessageInHand() throws InterruptedException {
        enqueue(2);
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Subscription subscription = client.consume("orders", delivery -> {
            inHand.countDown();
            goOn.await();
        });
        assertThat(inHand.await(10, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(subscription::close);
        await().until(() -> broker.consumers("orders") == 0);
        assertThat(closing).isNotDone();
        goOn.countDown();

        closing.join();
        assertThat(subscription.ended()).isCompleted();
        assertThat(broker.leased("orders")).isEqualTo(1);
    }

    @Test
    void aHandlerMayCloseItsOwnSubscription() {
        enqueue(2);
        CompletableFuture<Subscription> self = new CompletableFuture<>();

        self.complete(client.consume("orders", delivery -> self.get().close()));

        await().until(() -> self.join().ended().isDone());
        assertThat(broker.leased("orders")).isEqualTo(1);
    }

    @Test
    void theEndOfTheStreamEndsTheSubscriptionWithItsReason() {
        try (Subscription subscription = client.consume("orders", delivery -> {})) {
            broker.endStreams("orders", Status.UNAVAILABLE.withDescription("the broker is shutting down"));

            assertThatThrownBy(() -> subscription.ended().get()).hasCauseInstanceOf(Unavailable.class);
        }
    }

    @Test
    void anUnknownQueueFailsAtTheSubscribing() {
        assertThatThrownBy(() -> client.consume("nowhere", delivery -> {})).isInstanceOf(QueueNotFound.class);
    }

    private void enqueue(int count) {
        for (int i = 0; i < count; i++) {
            client.enqueue("orders", Outgoing.of("message " + i));
        }
    }
}
