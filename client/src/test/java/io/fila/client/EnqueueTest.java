package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.fila.client.error.QueueNotFound;
import io.fila.client.fake.FakeBroker;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EnqueueTest {
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
    void everythingAboutAMessageArrives() throws InterruptedException {
        Outgoing message = Outgoing.of(new byte[] {0, -1, 127})
                .withHeader("tenant", "acme")
                .withHeader("city", "Zürich")
                .withFairnessKey("acme")
                .withWeight(7)
                .withThrottleKey("smtp")
                .withThrottleKey("acme:smtp");

        String id = client.enqueue("orders", message).id();

        try (Deliveries deliveries = client.consume("orders")) {
            Delivery delivery = deliveries.take();
            assertThat(delivery).isNotNull();
            assertThat(delivery.id()).isEqualTo(id);
            assertThat(delivery.queue()).isEqualTo("orders");
            assertThat(delivery.payload()).isEqualTo(ByteString.copyFrom(new byte[] {0, -1, 127}));
            assertThat(delivery.headers()).containsOnly(Map.entry("tenant", "acme"), Map.entry("city", "Zürich"));
            assertThat(delivery.fairnessKey()).isEqualTo("acme");
            assertThat(delivery.weight()).isEqualTo(7);
            assertThat(delivery.throttleKeys()).containsExactly("smtp", "acme:smtp");
            assertThat(delivery.attempts()).isZero();
            assertThat(delivery.enqueuedAt()).isEqualTo("2026-01-01T00:00:00Z");
            assertThat(delivery.leasedAt()).isEqualTo("2026-01-01T00:00:01Z");
        }
    }

    @Test
    void manyCanBeOutstandingAtOnce() {
        List<CompletableFuture<Receipt>> replies = IntStream.range(0, 500)
                .mapToObj(i -> client.enqueueAsync("orders", Outgoing.of("message " + i)))
                .toList();

        assertThat(replies.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
        assertThat(broker.pending("orders")).isEqualTo(500);
    }

    @Test
    void anUnknownQueueIsATypeAndNamesTheQueue() {
        assertThatThrownBy(() -> client.enqueue("nowhere", Outgoing.of("lost")))
                .isInstanceOfSatisfying(
                        QueueNotFound.class, e -> assertThat(e.queue()).isEqualTo("nowhere"))
                .hasMessage("queue \"nowhere\" does not exist");
    }

    @Test
    void aFailureHasTheStackOfTheThreadThatWaited() {
        assertThatThrownBy(() -> client.enqueue("nowhere", Outgoing.of("lost")))
                .satisfies(e -> assertThat(e.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().startsWith(EnqueueTest.class.getName())));
    }

    @Test
    void aFutureFailsWithTheSameType() {
        CompletableFuture<Throwable> failure =
                client.enqueueAsync("nowhere", Outgoing.of("lost")).handle((id, e) -> e);

        assertThat(failure.join()).isInstanceOf(QueueNotFound.class);
    }

    @Test
    void weightsAreUnsigned32BitNumbers() throws InterruptedException {
        client.enqueue("orders", Outgoing.of("heavy").withWeight(4_294_967_295L));

        try (Deliveries deliveries = client.consume("orders")) {
            Delivery delivery = deliveries.take();
            assertThat(delivery).isNotNull();
            assertThat(delivery.weight()).isEqualTo(4_294_967_295L);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Outgoing.of("too heavy").withWeight(4_294_967_296L))
                .withMessage("Expected a weight between 0 and 4294967295 but found 4294967296");
    }
}
