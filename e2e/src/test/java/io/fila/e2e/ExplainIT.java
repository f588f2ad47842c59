package io.fila.e2e;

import static io.fila.e2e.wire.Requests.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.Finished;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why something waits, as an operator asks. */
class ExplainIT {
    @TempDir
    static Path directory;

    private static BrokerProcess broker;
    private static PlainClient client;
    private static Cli fila;

    @BeforeAll
    static void startBroker() throws InterruptedException {
        broker = BrokerProcess.in(directory).start();
        client = PlainClient.of(broker.address());
        fila = Cli.of(directory, broker.address());
    }

    @AfterAll
    static void stopBroker() {
        client.close();
        broker.close();
    }

    @Test
    void operatorLearnsWhatIsInTheWay() throws InterruptedException {
        client.createQueue("orders");
        assertThat(explain("orders"))
                .isEqualTo("Nothing waits to be delivered: 0 in flight, 0 of the queue scheduled.\n");
        String id = client.enqueue("orders", "acme", "one");
        assertThat(explain("orders", "--key", "acme"))
                .isEqualTo("Message " + id + " of key \"acme\" waits: no consumer is connected."
                        + " It would go now if a consumer connected.\n");
        fila.run("queue", "pause", "orders").printed();
        fila.run("queue", "pause", "orders", "--key", "acme").printed();
        try (PlainStream stream = client.consume("orders")) {
            assertThat(explain("orders", "--message", id))
                    .matches("Message " + id
                            + " of key \"acme\" waits: the queue was paused .* ago; key \"acme\" was paused .* ago\\."
                            + " It would go now if the queue were resumed, and key \"acme\" were resumed\\.\n");
            assertThat(fila.run("--output", "json", "explain", "orders").printed())
                    .contains("\"standing\":\"ready\"", "{\"kind\":\"queue_paused\"}", "{\"kind\":\"key_paused\"}");
            fila.run("queue", "resume", "orders").printed();
            fila.run("queue", "resume", "orders", "--key", "acme").printed();
            assertThat(stream.next().getId()).isEqualTo(id);
            assertThat(explain("orders", "--message", id))
                    .matches("Message .* is in flight: consumer \\d+ has had it for .*, and its lease ends in \\d+ s\\."
                            + " It was delivered once, to consumer \\d+, .* ago\\.\n");
        }
    }

    @Test
    void throttledMessageIsToldWhenItsTokenComes() throws InterruptedException {
        client.createQueue(
                "limited",
                QueueConfig.newBuilder()
                        .setOnEnqueueScript("function on_enqueue(msg) return {throttle_keys = {'slow'}} end")
                        .build());
        fila.run("config", "set", "throttle.slow", "0.001,1").printed();
        try (PlainStream stream = client.consume("limited")) {
            client.enqueue("limited", "acme", "goes");
            stream.next();
            String waits = client.enqueue("limited", "acme", "waits");

            assertThat(explain("limited", "--message", waits))
                    .contains(
                            "throttle key \"slow\" has 0.0",
                            "of 1 tokens and gets 0.001 a second, the next one comes in 16 min")
                    .contains(
                            "It would go now if throttle key \"slow\" had a token for it, or no rate were set for that key.");
        }
    }

    @Test
    void messageIsFoundWhereverItIs() throws InterruptedException {
        client.createQueue(
                "elsewhere",
                QueueConfig.newBuilder()
                        .setOnFailureScript("function on_failure(msg) return {action = 'dlq'} end")
                        .build());
        String later = client.enqueue(
                message("elsewhere", "later").setDelayMs(3_600_000).build());
        String given = client.enqueue("elsewhere", "acme", "given up");
        String done = client.enqueue("elsewhere", "acme", "done");
        try (PlainStream stream = client.consume("elsewhere")) {
            Message first = stream.next();
            Message second = stream.next();
            client.nack("elsewhere", first.getId(), "550 no such address");
            client.ack("elsewhere", second.getId());
        }

        assertThat(explain("elsewhere", "--message", later))
                .matches("Message .* is scheduled: it joins the line in 59 min .*\n");
        assertThat(explain("elsewhere", "--message", given))
                .contains("is a dead letter (550 no such address)", "It was delivered once, to consumer ");
        assertThat(explain("elsewhere", "--message", done))
                .matches("Message .* of key \"acme\" is gone: its consumer acked it .* ago\\."
                        + " It was delivered once, to consumer \\d+, .* ago\\.\n");
        assertThat(fila.run("explain", "elsewhere", "--message", "019b76da-a800-7000-8000-6f3c1d0e9a42")
                        .sentence(Finished.REFUSED))
                .contains("longer ago than the flight recorder reaches back, or it never existed");
    }

    @Test
    void whatHappenedLastIsSaved() throws InterruptedException, IOException {
        client.createQueue("recorded");
        String purged = client.enqueue("recorded", "tenänt", "one");
        fila.run("queue", "purge", "recorded").printed();
        Path file = directory.resolve("steps.jsonl");

        assertThat(fila.run("record", "--out", file.toString()).printed()).matches("Saved \\d+ steps since .* in .*\n");

        assertThat(Files.readAllLines(file))
                .filteredOn(line -> line.contains(purged))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains(
                                        "\"kind\":\"accepted\",\"queue\":\"recorded\"", "\"fairness_key\":\"tenänt\""),
                        line -> assertThat(line).contains("\"kind\":\"purged\""));
        assertThat(explain("recorded", "--message", purged)).contains("is gone: it was purged ");
    }

    private static String explain(String... words) throws InterruptedException {
        String[] all = new String[words.length + 1];
        all[0] = "explain";
        System.arraycopy(words, 0, all, 1, words.length);
        return fila.run(all).printed();
    }
}
