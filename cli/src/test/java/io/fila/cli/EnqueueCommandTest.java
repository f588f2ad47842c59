package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class EnqueueCommandTest {
    private static final String FIRST_ID = "019b76da-a800-7000-8000-000000000001";

    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @BeforeEach
    void createQueue() {
        fila.run("queue", "create", "orders");
    }

    @Test
    void printsTheId() {
        assertThat(fila.run("enqueue", "orders", "one coffee")).isEqualTo(FIRST_ID + "\n");
        assertThat(fila.run("enqueue", "orders", "one tea", "--output", "json"))
                .isEqualTo("{\"message_id\":\"019b76da-a800-7000-8000-000000000002\"}\n");
    }

    @Test
    void delayAndLifetimeAreWholeNumbersOfMilliseconds() {
        assertThat(fila.run("enqueue", "orders", "later", "--delay", "60000", "--ttl", "1000", "--dedup-key", "17"))
                .isEqualTo(FIRST_ID + "\n");
        assertThat(fila.misused("enqueue", "orders", "later", "--delay", "soon"))
                .contains(
                        "Expected --delay to be a time such as 500ms, 5s, 2m, 1h or 7d, of at least 0ms, but found \"soon\"");
        assertThat(fila.misused("enqueue", "orders", "later", "--ttl", "0"))
                .contains(
                        "Expected --ttl to be a time such as 500ms, 5s, 2m, 1h or 7d, of at least 1ms, but found \"0\"");
    }

    @Test
    void messageThatWaitsIsCancelledByItsKey() {
        fila.run("enqueue", "orders", "one coffee", "--dedup-key", "order-17");

        assertThat(fila.run("cancel", "orders", "order-17"))
                .isEqualTo("Cancelled message \"order-17\" in queue \"orders\"\n");
        assertThat(fila.run("cancel", "orders", "order-17"))
                .isEqualTo("No message \"order-17\" is waiting in queue \"orders\"\n");
        assertThat(fila.run("cancel", "orders", "order-17", "--output", "json"))
                .isEqualTo("{\"queue\":\"orders\",\"dedup_key\":\"order-17\",\"cancelled\":false}\n");
    }

    @Test
    void sendsEverythingThatWasTyped() throws InterruptedException {
        fila.run(
                "enqueue",
                "orders",
                "one coffee",
                "--header",
                "tenant=acme",
                "--header=formula=a=b",
                "--key",
                "acme",
                "--weight",
                "3",
                "--throttle-key",
                "smtp",
                "--throttle-key",
                "acme:smtp");

        Delivery delivery = next();
        assertThat(delivery.text()).isEqualTo("one coffee");
        assertThat(delivery.headers()).containsEntry("tenant", "acme").containsEntry("formula", "a=b");
        assertThat(delivery.fairnessKey()).isEqualTo("acme");
        assertThat(delivery.weight()).isEqualTo(3);
        assertThat(delivery.throttleKeys()).containsExactly("smtp", "acme:smtp");
    }

    @Test
    void withoutAPayloadAllOfStandardInputIsTheMessage() throws InterruptedException {
        byte[] bytes = {0, 10, -1, 13, 10};
        FakeTerminal terminal = fila.terminal().type(bytes);

        assertThat(new Shell(terminal).run("enqueue", "orders")).isZero();

        assertThat(next().payload()).isEqualTo(ByteString.copyFrom(bytes));
    }

    @Test
    void aPayloadMayLookLikeAnOptionAfterTwoDashes() throws InterruptedException {
        fila.run("enqueue", "orders", "--key", "acme", "--", "--help");

        assertThat(next().text()).isEqualTo("--help");
    }

    @Test
    void linesAreMessagesInTheirOrder() {
        List<String> lines = IntStream.range(0, 300).mapToObj(i -> "job " + i).toList();
        FakeTerminal terminal = fila.terminal().type(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));

        assertThat(new Shell(terminal).run("enqueue", "orders", "--lines", "--key", "acme"))
                .isZero();

        assertThat(terminal.printed().lines())
                .hasSize(300)
                .doesNotHaveDuplicates()
                .startsWith(FIRST_ID);
        try (Deliveries deliveries = fila.client().consume("orders")) {
            Iterator<Delivery> iterator = deliveries.iterator();
            lines.forEach(line -> assertThat(iterator.next().text()).isEqualTo(line));
        }
    }

    @Test
    void aRefusalOfOneLineEndsTheCommand() {
        FakeTerminal terminal = fila.terminal().type("one\ntwo".getBytes(StandardCharsets.UTF_8));

        assertThat(new Shell(terminal).run("enqueue", "nowhere", "--lines")).isEqualTo(1);

        assertThat(terminal.complained()).isEqualTo("Error: queue \"nowhere\" does not exist\n");
    }

    @Test
    void aMessageThatAFullQueueDropsHasNoIdToPrint() {
        fila.run("queue", "update", "orders", "--max-depth", "1", "--overflow", "drop_new");
        FakeTerminal text = fila.terminal().type("one\ntwo".getBytes(StandardCharsets.UTF_8));
        FakeTerminal json = fila.terminal();

        assertThat(new Shell(text).run("enqueue", "orders", "--lines")).isZero();
        assertThat(new Shell(json).run("enqueue", "orders", "three", "--output", "json"))
                .isZero();

        assertThat(text.printed()).isEqualTo(FIRST_ID + "\n");
        assertThat(text.complained()).isEqualTo("Dropped: the queue is full.\n");
        assertThat(json.printed()).isEqualTo("{\"dropped\":true}\n");
    }

    @Test
    void mistakesAreNamed() {
        assertThat(fila.misused("enqueue", "orders", "coffee", "--header", "tenant"))
                .startsWith("Error: Expected --header to be like tenant=acme but found \"tenant\"\n");
        assertThat(fila.misused("enqueue", "orders", "coffee", "--lines"))
                .startsWith("Error: Expected either a PAYLOAD or --lines but found both\n");
        assertThat(fila.misused("enqueue", "orders", "coffee", "--weight", "4294967296"))
                .startsWith("Error: Expected a weight between 0 and 4294967295 but found 4294967296\n");
        assertThat(fila.refused("enqueue", "nowhere", "coffee")).isEqualTo("Error: queue \"nowhere\" does not exist\n");
    }

    private Delivery next() throws InterruptedException {
        try (Deliveries deliveries = fila.client().consume("orders")) {
            Delivery delivery = deliveries.take();
            assertThat(delivery).isNotNull();
            return delivery;
        }
    }
}
