package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.client.admin.QueueConfig;
import io.fila.client.error.QueueNotFound;
import io.fila.client.fake.FakeBroker;
import io.fila.proto.v1.NackRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WorkerPoolTest {
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

        try (WorkerPool pool = client.consume("orders", delivery -> texts.add(delivery.text()))) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
            assertThat(pool.ended()).isNotDone();
        }

        assertThat(texts).hasSize(100).startsWith("message 0").endsWith("message 99");
    }

    @Test
    void aHandlerThatThrowsNacksWithTheReason() {
        enqueue(1);
        List<Long> attempts = new CopyOnWriteArrayList<>();

        WorkerPool pool = client.consume("orders", delivery -> {
            attempts.add(delivery.attempts());
            if (delivery.attempts() < 2) {
                throw new IllegalStateException("out of coffee");
            }
        });

        try (pool) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(attempts).containsExactly(0L, 1L, 2L);
        assertThat(broker.nackErrors()).containsExactly("out of coffee", "out of coffee");
    }

    @Test
    void anExceptionWithoutAMessageNacksWithItsClass() {
        enqueue(1);

        WorkerPool pool = client.consume("orders", delivery -> {
            if (delivery.attempts() == 0) {
                throw new IllegalStateException();
            }
        });

        try (pool) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(broker.nackErrors()).containsExactly("java.lang.IllegalStateException");
    }

    @Test
    void aHandlerMaySettleByItself() {
        enqueue(1);

        WorkerPool pool = client.consume("orders", delivery -> {
            if (delivery.attempts() == 0) {
                delivery.nack("later");
            } else {
                delivery.ack();
            }
        });

        try (pool) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(broker.nackErrors()).containsExactly("later");
    }

    @Test
    void anExpiredLeaseDoesNotEndTheSubscription() {
        enqueue(2);
        List<String> texts = new CopyOnWriteArrayList<>();

        WorkerPool pool = client.consume("orders", delivery -> {
            broker.expire(delivery.queue(), delivery.id());
            texts.add(delivery.text());
        });

        try (pool) {
            await().until(() -> texts.size() >= 2);
            assertThat(pool.ended()).isNotDone();
        }
    }

    @Test
    void closingWaitsForTheMessageInHand() throws InterruptedException {
        enqueue(2);
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        WorkerPool pool = client.consume("orders", delivery -> {
            inHand.countDown();
            goOn.await();
        });
        assertThat(inHand.await(10, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(pool::close);
        await().until(() -> broker.consumers("orders") == 0);
        assertThat(closing).isNotDone();
        goOn.countDown();

        closing.join();
        assertThat(pool.ended()).isCompleted();
        assertThat(broker.leased("orders")).isZero();
        assertThat(broker.pending("orders")).as("what was not taken").isEqualTo(1);
    }

    @Test
    void aHandlerMayCloseItsOwnSubscription() {
        enqueue(2);
        CompletableFuture<WorkerPool> self = new CompletableFuture<>();

        self.complete(client.consume("orders", delivery -> self.get().close()));

        await().until(() -> self.join().ended().isDone());
        await().until(() -> broker.leased("orders") == 0 && broker.pending("orders") == 1);
    }

    @Test
    void theEndOfTheQueueEndsThePoolWithItsReason() {
        try (WorkerPool pool = client.consume("orders", delivery -> {})) {
            client.admin().deleteQueue("orders");

            assertThatThrownBy(() -> pool.ended().get()).hasCauseInstanceOf(QueueNotFound.class);
        }
    }

    @Test
    void thePoolMayBeClosedByWhatFollowsItsEnd() {
        WorkerOptions patient = WorkerOptions.of(1).withStopGrace(Duration.ofHours(1));
        WorkerPool pool = client.consume("orders", patient, delivery -> {});
        CompletableFuture<?> closed = pool.ended().handle((nothing, failure) -> {
            pool.close();
            return "closed";
        });

        client.admin().deleteQueue("orders");

        assertThat(closed).succeedsWithin(Duration.ofMinutes(1));
    }

    @Test
    void aFailureThatCanNotBeWrittenIsNackedAllTheSame() {
        enqueue(1);

        WorkerPool pool = client.consume("orders", delivery -> {
            if (delivery.attempts() == 0) {
                throw new Speechless();
            }
        });

        try (pool) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(broker.nackErrors()).containsExactly(Speechless.class.getName());
    }

    @Test
    void onlyAKeyOfTheMessageIsHeldAndOnlyForSomeTime() {
        enqueue(1);
        client.enqueue("orders", Outgoing.of("throttled").withThrottleKey("smtp"));

        WorkerPool pool = client.consume("orders", delivery -> {
            if (delivery.attempts() == 0) {
                Duration delay = delivery.throttleKeys().isEmpty() ? Duration.ofSeconds(5) : Duration.ZERO;
                throw new RetryAfter("too many requests", delay).holding("smtp");
            }
        });

        try (pool) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(broker.nacks()).extracting(NackRequest::getRetryAfterMs).containsExactlyInAnyOrder(5_000L, 0L);
        assertThat(broker.nacks()).extracting(NackRequest::getHoldThrottleKey).containsOnly("");
    }

    @Test
    void whatIsDoneIsAckedAfterABreakThatIsLongerThanACallMayTake() {
        Duration callTimeout = Duration.ofSeconds(2);
        Backoff late = new Backoff(callTimeout.multipliedBy(3), callTimeout.multipliedBy(3));
        enqueue(1);
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);

        try (FilaClient slow = FilaClient.connect(ClientOptions.of(broker.address())
                        .withCallTimeout(callTimeout)
                        .withReconnect(late));
                WorkerPool _ = slow.consume("orders", delivery -> {
                    inHand.countDown();
                    goOn.await();
                })) {
            await().until(() -> inHand.getCount() == 0);
            broker.endStreams("orders", Status.UNAVAILABLE);
            await().until(() -> broker.consumers("orders") == 0);
            goOn.countDown();

            await().atMost(Duration.ofMinutes(1)).until(() -> broker.leased("orders") == 0);
        }
        assertThat(broker.pending("orders")).isZero();
    }

    @Test
    void aBreakDoesNotEndThePool() {
        List<String> texts = new CopyOnWriteArrayList<>();
        try (WorkerPool pool = client.consume("orders", delivery -> texts.add(delivery.text()))) {
            for (int i = 0; i < 3; i++) {
                enqueue(10);
                broker.endStreams("orders", Status.UNAVAILABLE);
            }

            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
            assertThat(pool.ended()).isNotDone();
        }
        assertThat(texts).hasSizeGreaterThanOrEqualTo(30);
    }

    @Test
    void anUnknownQueueFailsAtTheStart() {
        assertThatThrownBy(() -> client.consume("nowhere", delivery -> {})).isInstanceOf(QueueNotFound.class);
    }

    @Test
    void asManyAreHandledAtATimeAsThereAreWorkers() {
        enqueue(12);
        CyclicBarrier four = new CyclicBarrier(4);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        try (WorkerPool pool = client.consume("orders", WorkerOptions.of(4), delivery -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            four.await(60, TimeUnit.SECONDS);
            now.decrementAndGet();
        })) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
            assertThat(pool.size()).isEqualTo(4);
        }
        assertThat(broker.nacks()).isEmpty();
        assertThat(most).hasValue(4);
    }

    @Test
    void eachFreeWorkerHasAMessageAtOnceAndFewWaitBesides() {
        enqueue(60);
        CountDownLatch goOn = new CountDownLatch(1);

        try (WorkerPool pool = client.consume("orders", WorkerOptions.of(40), delivery -> goOn.await())) {
            await().until(() -> pool.inHand() == 40);

            await().during(Duration.ofMillis(100))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> broker.leased("orders") <= 42);
            goOn.countDown();
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
    }

    @Test
    void handlersRunOnVirtualThreadsWithANameThatTells() {
        enqueue(1);
        CompletableFuture<Thread> thread = new CompletableFuture<>();

        try (WorkerPool _ = client.consume("orders", delivery -> thread.complete(Thread.currentThread()))) {
            assertThat(thread.join().isVirtual()).isTrue();
            assertThat(thread.join().getName()).startsWith("fila-orders-");
        }
    }

    @Test
    void aHandlerCanSayWhenToTryAgain() {
        client.enqueue("orders", Outgoing.of("throttled").withThrottleKey("smtp"));

        WorkerPool pool = client.consume("orders", delivery -> {
            if (delivery.attempts() == 0) {
                throw new RetryAfter("too many requests", Duration.ofSeconds(5)).holding("smtp");
            }
        });

        try (pool) {
            await().until(() -> broker.pending("orders") == 0 && broker.leased("orders") == 0);
        }
        assertThat(broker.nacks()).singleElement().satisfies(nack -> {
            assertThat(nack.getError()).isEqualTo("too many requests");
            assertThat(nack.getRetryAfterMs()).isEqualTo(5_000);
            assertThat(nack.getHoldThrottleKey()).isEqualTo("smtp");
        });
    }

    @Test
    void theLeaseIsRenewedWhileTheHandlerWorks() {
        client.admin().createQueue("slow", QueueConfig.DEFAULT.withVisibilityTimeout(Duration.ofSeconds(1)));
        client.enqueue("slow", Outgoing.of("long work"));

        try (WorkerPool _ = client.consume(
                "slow", delivery -> await().until(() -> broker.extended().size() >= 2))) {
            await().until(() -> broker.pending("slow") == 0 && broker.leased("slow") == 0);
        }
        assertThat(broker.nacks()).isEmpty();
    }

    @Test
    void aHandlerThatDoesNotEndInTimeIsInterruptedAndItsMessageGivenBack() {
        enqueue(1);
        CountDownLatch inHand = new CountDownLatch(1);
        CompletableFuture<Throwable> interruption = new CompletableFuture<>();
        WorkerPool pool =
                client.consume("orders", WorkerOptions.of(1).withStopGrace(Duration.ofMillis(20)), delivery -> {
                    inHand.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interruption.complete(e);
                    }
                });
        await().until(() -> inHand.getCount() == 0);

        pool.close();

        assertThat(interruption.join()).isInstanceOf(InterruptedException.class);
        await().until(() -> broker.pending("orders") == 1 && broker.leased("orders") == 0);
        assertThat(broker.nacks()).isEmpty();
    }

    @Test
    void thePoolGrowsWhileItsWorkersAreBusyAndShrinksToItsBase() {
        enqueue(3);
        CountDownLatch goOn = new CountDownLatch(1);

        try (WorkerPool pool = client.consume("orders", WorkerOptions.elastic(1, 3), delivery -> goOn.await())) {
            await().atMost(Duration.ofMinutes(1)).until(() -> pool.size() == 3 && pool.inHand() == 3);
            goOn.countDown();
            await().atMost(Duration.ofMinutes(1)).until(() -> pool.size() == 1);
        }
    }

    @Test
    void theFillMayBeSomebodyElsesToTell() {
        AtomicReference<Double> fill = new AtomicReference<>(1.0);

        try (WorkerPool pool =
                client.consume("orders", WorkerOptions.elastic(1, 2).withFill(fill::get), delivery -> {})) {
            await().atMost(Duration.ofMinutes(1)).until(() -> pool.size() == 2);
            fill.set(0.0);
            await().atMost(Duration.ofMinutes(1)).until(() -> pool.size() == 1);
        }
    }

    private static final class Speechless extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }

    private void enqueue(int count) {
        for (int i = 0; i < count; i++) {
            client.enqueue("orders", Outgoing.of("message " + i));
        }
    }
}
