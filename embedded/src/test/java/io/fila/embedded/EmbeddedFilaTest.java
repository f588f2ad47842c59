package io.fila.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Receipt;
import io.fila.client.admin.QueueInfo;
import io.fila.client.error.FilaException;
import io.fila.client.error.QueueNotFound;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker inside the program: the same client, the same promises, and nothing left behind. */
final class EmbeddedFilaTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    void messageGoesInAndComesOut() throws Exception {
        try (EmbeddedFila fila = EmbeddedFila.start()) {
            FilaClient client = fila.client();
            client.admin().createQueue("orders");

            String id = client.enqueue("orders", Outgoing.of("one coffee")).id();

            try (Deliveries deliveries = client.consume("orders")) {
                Delivery delivery = next(deliveries);
                assertThat(delivery.id()).isEqualTo(id);
                assertThat(delivery.text()).isEqualTo("one coffee");
                delivery.ack();
            }
            assertThat(client.admin().stats("orders").inFlight()).isZero();
            assertThat(fila.port()).isEmpty();
        }
    }

    @Test
    void refusalsAreTheSameTypesAsOverTheNetwork() {
        try (EmbeddedFila fila = EmbeddedFila.start()) {
            assertThatThrownBy(() -> fila.client().enqueue("nowhere", Outgoing.of("lost")))
                    .isInstanceOf(QueueNotFound.class);
        }
    }

    @Test
    void backlogLargerThanWhatIsKeptInMemoryComesOutInOrder() throws Exception {
        try (EmbeddedFila fila = EmbeddedFila.start(EmbeddedOptions.DEFAULT.with("storage.durability", "os"))) {
            FilaClient client = fila.client();
            client.admin().createQueue("orders");
            List<String> sent =
                    IntStream.range(0, 3_000).mapToObj(n -> "order " + n).toList();
            List<CompletableFuture<Receipt>> stored = sent.stream()
                    .map(text -> client.enqueueAsync("orders", Outgoing.of(text)))
                    .toList();
            stored.forEach(CompletableFuture::join);

            List<String> received = new ArrayList<>();
            List<CompletableFuture<?>> acks = new ArrayList<>();
            try (Deliveries deliveries = client.consume("orders")) {
                while (received.size() < sent.size()) {
                    Delivery delivery = next(deliveries);
                    received.add(delivery.text());
                    acks.add(delivery.ackAsync());
                }
                acks.forEach(CompletableFuture::join);
            }

            assertThat(received).isEqualTo(sent);
        }
    }

    @Test
    void directoryThatWasGivenIsKeptAndReadAgain() {
        try (EmbeddedFila fila = EmbeddedFila.start(directory)) {
            fila.client().admin().createQueue("orders");
            fila.client().enqueue("orders", Outgoing.of("one coffee"));
        }

        try (EmbeddedFila again = EmbeddedFila.start(directory)) {
            assertThat(again.client().admin().stats("orders").depth()).isEqualTo(1);
        }
    }

    @Test
    void temporaryDirectoryIsGoneAfterwards() {
        EmbeddedFila fila = EmbeddedFila.start();
        fila.client().admin().createQueue("orders");
        assertThat(fila.directory()).isNotEmptyDirectory();

        fila.close();

        assertThat(fila.directory()).doesNotExist();
    }

    @Test
    void aCallThatComesTooLateIsRefused() {
        EmbeddedFila fila = EmbeddedFila.start();
        FilaClient client = fila.client();
        fila.close();

        CompletableFuture<Receipt> late = client.enqueueAsync("orders", Outgoing.of("late"));

        assertThat(late).failsWithin(PATIENCE).withThrowableThat().havingCause().isInstanceOf(FilaException.class);
        assertThatThrownBy(() -> client.consume("orders")).isInstanceOf(FilaException.class);
    }

    @Test
    void closingTwiceIsClosing() {
        EmbeddedFila fila = EmbeddedFila.start();
        fila.close();

        fila.close();

        assertThat(fila.directory()).doesNotExist();
    }

    @Test
    void otherProgramsReachItWhenAPortIsAskedFor() {
        EmbeddedOptions options = EmbeddedOptions.DEFAULT.withPort(0).with("storage.durability", "os");
        try (EmbeddedFila fila = EmbeddedFila.start(options);
                FilaClient outside =
                        FilaClient.connect("localhost:" + fila.port().orElseThrow())) {
            fila.client().admin().createQueue("orders");

            assertThat(outside.admin().listQueues()).extracting(QueueInfo::name).contains("orders");
        }
    }

    @Test
    void settingThatWouldBeIgnoredIsRefused() {
        assertThatThrownBy(() -> EmbeddedOptions.DEFAULT.with("server.data_dir", "/var/lib/orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected no setting of server.data_dir for a broker inside a program; use withDirectory.");
        assertThatThrownBy(() -> EmbeddedOptions.DEFAULT.with("server.listen_addr", "127.0.0.1:5555"))
                .hasMessageEndingWith("use withPort.");
    }

    @Test
    void settingNobodyKnowsIsRefused() {
        assertThatThrownBy(() -> EmbeddedFila.start(EmbeddedOptions.DEFAULT.with("storage.durabilty", "os")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("storage.durability");
    }

    private static Delivery next(Deliveries deliveries) throws InterruptedException {
        Delivery delivery = deliveries.poll(PATIENCE);
        if (delivery == null) {
            throw new AssertionError("Expected a delivery within " + PATIENCE);
        }
        return delivery;
    }
}
