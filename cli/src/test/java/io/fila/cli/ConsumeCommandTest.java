package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.client.Deliveries;
import io.fila.client.Outgoing;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ConsumeCommandTest {
    private static final String ID = "019b76da-a800-7000-8000-00000000000";

    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @BeforeEach
    void createQueue() {
        fila.run("queue", "create", "orders");
    }

    @Test
    void aMessageIsALineWithItsIdKeyAndPayload() {
        fila.client().enqueue("orders", Outgoing.of("one coffee"));
        fila.client()
                .enqueue(
                        "orders", Outgoing.of("one tea").withFairnessKey("acme").withHeader("table", "4"));

        assertThat(fila.run("consume", "orders", "--count", "2"))
                .isEqualTo(ID + "1  default  one coffee\n" + ID + "2  acme  one tea\n  table: 4\n");
    }

    @Test
    void aMessageIsALineOfJson() {
        fila.client()
                .enqueue(
                        "orders",
                        Outgoing.of("one\n\"coffee\"")
                                .withFairnessKey("acme")
                                .withWeight(3)
                                .withHeader("table", "4")
                                .withThrottleKey("smtp"));

        assertThat(fila.run("consume", "orders", "--count", "1", "--output", "json"))
                .isEqualTo("{\"id\":\"" + ID + "1\",\"headers\":{\"table\":\"4\"},"
                        + "\"payload\":\"one\\n\\\"coffee\\\"\",\"fairness_key\":\"acme\",\"weight\":3,"
                        + "\"throttle_keys\":[\"smtp\"],\"attempt_count\":0,\"queue_id\":\"orders\","
                        + "\"enqueued_at\":\"2026-01-01T00:00:00Z\",\"leased_at\":\"2026-01-01T00:00:01Z\"}\n");
    }

    @Test
    void whatIsNoTextIsBase64() {
        fila.client().enqueue("orders", Outgoing.of(new byte[] {-1, 0}));
        fila.client().enqueue("orders", Outgoing.of(new byte[] {-1, 0}));

        assertThat(fila.run("consume", "orders", "--count", "1")).isEqualTo(ID + "1  default  base64:/wA=\n");
        fila.client().enqueue("orders", Outgoing.of(new byte[] {-1, 0}));
        assertThat(fila.run("consume", "orders", "--count", "1", "--output", "json"))
                .contains("\"payload_base64\":\"/wA=\"");
    }

    @Test
    void noProducerCommandsTheTerminalOfTheReader() {
        fila.client().enqueue("orders", Outgoing.of("clear\u001b[2J\nbell\u0007"));

        assertThat(fila.run("consume", "orders", "--count", "1"))
                .isEqualTo(ID + "1  default  clear\\x1b[2J\\nbell\\x07\n");
    }

    @Test
    void aFailedDeliveryIsCounted() throws InterruptedException {
        fila.client().enqueue("orders", Outgoing.of("one coffee"));
        try (Deliveries deliveries = fila.client().consume("orders")) {
            assertThat(deliveries.take()).isNotNull();
        }
        await().until(() -> fila.broker().consumers("orders") == 0);
        fila.client().nack("orders", ID + "1", "spilt");

        assertThat(fila.run("consume", "orders", "--count", "1"))
                .isEqualTo(ID + "1  default  (attempt 1)  one coffee\n");
    }

    @Test
    void withoutAckMessagesStayLeased() {
        fila.client().enqueue("orders", Outgoing.of("one coffee"));

        fila.run("consume", "orders", "--count", "1");

        assertThat(fila.broker().leased("orders")).isEqualTo(1);
    }

    @Test
    void withAckTheyAreGone() {
        for (int i = 0; i < 600; i++) {
            fila.client().enqueue("orders", Outgoing.of("message " + i));
        }

        assertThat(fila.run("consume", "orders", "--ack", "--count", "600").lines())
                .hasSize(600);

        assertThat(fila.broker().pending("orders")).isZero();
        assertThat(fila.broker().leased("orders")).isZero();
    }

    @Test
    void aConsumerOfSoManyLeasesNoOthers() {
        for (int i = 0; i < 10; i++) {
            fila.client().enqueue("orders", Outgoing.of("message " + i));
        }

        fila.run("consume", "orders", "--ack", "--count", "3");

        assertThat(fila.broker().pending("orders")).isEqualTo(7);
        assertThat(fila.broker().leased("orders")).isZero();
    }

    @Test
    void anInterruptEndsItWell() {
        FakeTerminal terminal = fila.terminal();
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> new Shell(terminal).run("consume", "orders", "--ack"));
        await().until(() -> fila.broker().consumers("orders") == 1 && terminal.canInterrupt());
        fila.client().enqueue("orders", Outgoing.of("one coffee"));
        await().until(() -> terminal.printed().endsWith("one coffee\n"));

        terminal.interrupt();

        assertThat(code.join()).isZero();
        assertThat(terminal.complained()).isEmpty();
        assertThat(fila.broker().leased("orders")).isZero();
    }

    @Test
    void whoGetsNothingIsToldWhatItWaitsFor() {
        assertThat(hintWhileConsuming("orders")).isEqualTo("Waiting: queue \"orders\" has no pending messages.\n");
        fila.client().enqueue("orders", Outgoing.of("one coffee"));
        fila.run("queue", "pause", "orders");
        assertThat(hintWhileConsuming("orders"))
                .isEqualTo("Waiting: queue \"orders\" is paused; fila queue resume orders\n");
    }

    private String hintWhileConsuming(String queue) {
        FakeTerminal terminal = fila.terminal();
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> new Shell(terminal).run("consume", queue));
        await().until(() -> terminal.complained().endsWith("\n"));
        terminal.interrupt();
        assertThat(code.join()).isZero();
        return terminal.complained();
    }

    @Test
    void aBrokerThatGoesAwayIsAnError() {
        FakeTerminal terminal = fila.terminal();
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> new Shell(terminal).run("consume", "orders"));
        await().until(() -> fila.broker().consumers("orders") == 1);

        fila.broker().endStreams("orders", Status.UNAVAILABLE.withDescription("the broker is shutting down"));

        assertThat(code.join()).isEqualTo(1);
        assertThat(terminal.complained()).isEqualTo("Error: the broker is shutting down\n");
    }

    @Test
    void mistakesAreNamed() {
        assertThat(fila.refused("consume", "nowhere")).isEqualTo("Error: queue \"nowhere\" does not exist\n");
        assertThat(fila.misused("consume", "orders", "--count", "0"))
                .startsWith("Error: Expected --count to be a whole number of at least 1 but found \"0\"\n");
    }
}
