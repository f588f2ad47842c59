package io.fila.e2e;

import static io.fila.e2e.wire.Requests.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.Finished;
import io.fila.e2e.wire.BatchConsumer;
import io.fila.e2e.wire.BatchProducer;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.QueueConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why something waits, as an operator asks. */
class ExplainIT {
    private static final int LINES = 1_000;
    private static final int DAMAGED_AMONG = 20;
    private static final int PAYLOAD_BYTES = 2_000;

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
        assertThat(explain("orders")).isEqualTo("Nothing is waiting: 0 messages in flight, 0 messages scheduled.\n");
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
                    .contains("It would go within about a second if throttle key \"slow\" were 1/s instead of 0.001/s,"
                            + " and now if no rate were set for that key.");
            assertThat(fila.run("--output", "json", "explain", "limited", "--message", waits)
                            .printed())
                    .contains("\"sufficient_rate_per_second\":1,");
            fila.run("config", "set", "throttle.slow", "1,1").printed();
            assertThat(stream.next().getId()).isEqualTo(waits);
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
    void limitsAreToldWithWhoHoldsWhatTheyAllow() throws InterruptedException {
        client.createQueue(
                "narrow",
                QueueConfig.newBuilder()
                        .setMaxInFlight(2)
                        .setMaxInFlightPerKey(1)
                        .build());
        try (PlainStream stream = client.consume("narrow")) {
            client.enqueue("narrow", "acme", "one");
            stream.next();
            client.enqueue("narrow", "acme", "two");
            assertThat(explain("narrow", "--key", "acme"))
                    .containsPattern("waits: 1 message is in flight for key \"acme\", which is the limit of a key"
                            + " \\(consumer \\d+ has 1\\)")
                    .contains("It would go now if max_in_flight_per_key were above 1.");
            client.enqueue("narrow", "globex", "three");
            stream.next();
            client.enqueue("narrow", "initech", "four");
            assertThat(explain("narrow", "--key", "initech"))
                    .containsPattern("waits: 2 messages are in flight in the queue, which is its limit"
                            + " \\(consumer \\d+ has 2\\)")
                    .contains("It would go as soon as its turn comes if max_in_flight were above 2.");
        }
    }

    @Test
    void consumerThatAskedForNoMoreIsTold() throws InterruptedException {
        client.createQueue("busy");
        try (BatchConsumer consumer = BatchConsumer.open(client, "busy", 1)) {
            client.enqueue("busy", "acme", "first");
            client.enqueue("busy", "acme", "second");
            consumer.next();
            assertThat(explain("busy"))
                    .contains("the one consumer that is connected has not asked for more")
                    .contains("It would go now if a consumer asked for more or another one connected.");
        }
    }

    /** It asked for more, but a consumer that settles nothing gets no more than half of what may be in flight. */
    @Test
    void consumerThatHoldsAllItMayIsTold() throws InterruptedException {
        client.createQueue(
                "hoarding", QueueConfig.newBuilder().setMaxInFlight(30).build());
        try (BatchConsumer consumer = BatchConsumer.open(client, "hoarding", 100)) {
            for (int i = 0; i < 17; i++) {
                client.enqueue("hoarding", "acme", "work");
            }
            consumer.next(16);
            assertThat(explain("hoarding"))
                    .contains("the one consumer that is connected holds 16 messages, as many as it may")
                    .contains("It would go now if a consumer settled what it holds or another one connected.");
        }
    }

    @Test
    void throttleThatAConsumerHoldsIsToldAndWhoWaitsThere() throws InterruptedException {
        client.createQueue("partners");
        fila.run("config", "set", "throttle.partner", "1000,1000").printed();
        try (PlainStream stream = client.consume("partners")) {
            client.enqueue(message("partners", "one").addThrottleKeys("partner").build());
            var _ = client.messages()
                    .nack(NackRequest.newBuilder()
                            .setQueue("partners")
                            .setMessageId(stream.next().getId())
                            .setError("429")
                            .setRetryAfterMs(3_600_000)
                            .setHoldThrottleKey("partner")
                            .build());
            client.enqueue(message("partners", "two")
                    .setFairnessKey("acme")
                    .addThrottleKeys("partner")
                    .build());
            String third = client.enqueue(message("partners", "three")
                    .setFairnessKey("globex")
                    .addThrottleKeys("partner")
                    .build());

            assertThat(explain("partners", "--message", third))
                    .contains(
                            "throttle key \"partner\" is on hold, at a consumer's request: it opens again in 59 min",
                            "1 waits there before it (\"acme\")",
                            "At the current rate it goes in about 59 min",
                            "It would go as soon as its turn comes if the hold on throttle key \"partner\" were over.");
        }
    }

    @Test
    void howAMessageLeftIsTold() throws InterruptedException {
        client.createQueue("leaving");
        client.createQueue("refuge");
        String cancelled =
                client.enqueue(message("leaving", "x").setDedupKey("k").build());
        fila.run("cancel", "leaving", "k").printed();
        String moved = client.enqueue("leaving", "acme", "x");
        fila.run("message", "move", "leaving", moved, "refuge").printed();
        String expired = client.enqueue(message("leaving", "x").setTtlMs(1).build());
        client.createQueue(
                "small",
                QueueConfig.newBuilder()
                        .setMaxDepth(1)
                        .setOverflow("drop_oldest")
                        .build());
        String oldest = client.enqueue("small", "acme", "x");
        client.enqueue("small", "acme", "y");

        assertThat(explain("leaving", "--message", cancelled)).contains("is gone: its producer cancelled it ");
        assertThat(explain("leaving", "--message", moved)).contains("is gone: it was moved to queue refuge ");
        assertThat(explain("small", "--message", oldest))
                .contains("is gone: it was the oldest of a full queue and made room ");
        client.createQueue(
                "strict",
                QueueConfig.newBuilder()
                        .setOnFailureScript("function on_failure(msg) return {action = 'dlq'} end")
                        .build());
        String given = client.enqueue("strict", "acme", "x");
        try (PlainStream stream = client.consume("strict")) {
            client.nack("strict", stream.next().getId(), "declined");
        }
        fila.run("queue", "delete", "strict.dlq").printed();
        assertThat(explain("strict", "--message", given))
                .contains("is gone: it became a dead letter (declined) in queue ");
        try (PlainStream _ = client.consume("leaving")) {
            await().untilAsserted(() ->
                    assertThat(explain("leaving", "--message", expired)).contains("is gone: it expired "));
        }
    }

    @Test
    void redrivenMessageIsToldWhereItCameFrom() throws InterruptedException {
        client.createQueue(
                "again",
                QueueConfig.newBuilder()
                        .setOnFailureScript("function on_failure(msg) return {action = 'dlq'} end")
                        .build());
        String id = client.enqueue("again", "acme", "x");
        try (PlainStream stream = client.consume("again")) {
            client.nack("again", stream.next().getId(), "declined");
        }
        fila.run("redrive", "again.dlq").printed();

        assertThat(explain("again.dlq", "--message", id)).contains("is gone: it went back to queue again ");
        assertThat(explain("again", "--message", id)).contains("waits: no consumer is connected");
    }

    @Test
    void othersWhoseTurnComesFirstAreTold() throws InterruptedException {
        client.createQueue("shared");
        String last = "";
        for (int i = 0; i < 3; i++) {
            client.enqueue("shared", "globex", "work");
            last = client.enqueue("shared", "acme", "work");
        }

        assertThat(explain("shared", "--message", last))
                .containsPattern("stands behind 2 messages of its own key, and the first of them waits: no consumer is"
                        + " connected; about \\d messages of other keys go before it\\.")
                .endsWith("It would go as soon as its turn comes if a consumer connected.\n");
    }

    @Test
    void whatBeganBeforeTheBrokerStartedIsTold(@TempDir Path other) throws InterruptedException {
        try (BrokerProcess restarted = BrokerProcess.in(other).start()) {
            Cli there = Cli.of(other, restarted.address());
            String held;
            try (PlainClient before = PlainClient.of(restarted.address())) {
                before.createQueue("orders");
                held = before.enqueue("orders", "acme", "x");
                try (PlainStream stream = before.consume("orders")) {
                    stream.next();
                }
                before.enqueue("orders", "acme", "y");
                there.run("queue", "pause", "orders").printed();
            }
            restarted.kill();
            restarted.start();

            assertThat(there.run("explain", "orders", "--message", held).printed())
                    .contains("is in flight: a consumer has had it since before the broker started");
            assertThat(there.run("explain", "orders").printed())
                    .contains("the queue is paused, since before the broker started");
        }
    }

    /** Nothing is read while no consumer is there. */
    @Test
    void whatIsOnDiskAndNotReadYetIsTold(@TempDir Path other) throws InterruptedException {
        try (BrokerProcess restarted =
                BrokerProcess.in(other).with("storage.durability", "os").start()) {
            String last;
            try (PlainClient before = PlainClient.of(restarted.address());
                    BatchProducer producer = BatchProducer.open(before)) {
                before.createQueue("stored");
                last = producer.send(IntStream.range(0, LINES)
                                .mapToObj(n -> message("stored", "work")
                                        .setFairnessKey("key-" + n)
                                        .build())
                                .toList())
                        .getLast()
                        .getMessageId();
            }
            restarted.terminate();
            restarted.start();

            Cli there = Cli.of(other, restarted.address());
            assertThat(there.run("explain", "stored", "--message", last).printed())
                    .startsWith("Message " + last + " is further back in its queue than the messages in memory.");
            assertThat(there.run("explain", "stored", "--key", "key-7").printed())
                    .startsWith(
                            "The next message of key \"key-7\" waits: no consumer is connected; it is on disk and has to"
                                    + " be read first; ")
                    .endsWith("It would go as soon as its turn comes if a consumer connected.\n");
        }
    }

    @Test
    void damagedMessageIsToldToBeSetAside(@TempDir Path other) throws InterruptedException, IOException {
        try (BrokerProcess restarted =
                BrokerProcess.in(other).with("storage.durability", "os").start()) {
            List<String> ids = new ArrayList<>();
            try (PlainClient before = PlainClient.of(restarted.address())) {
                before.createQueue("orders");
                for (int i = 0; i < DAMAGED_AMONG; i++) {
                    ids.add(before.enqueue(random("orders", i)));
                }
            }
            // Who stops in order leaves everything in tables.
            restarted.terminate();
            flipABitOfAPayload(restarted.dataDirectory().resolve("rocksdb"));
            restarted.start();
            try (PlainClient after = PlainClient.of(restarted.address());
                    PlainStream stream = after.consume("orders")) {
                for (Message sound : stream.next(DAMAGED_AMONG - 1)) {
                    ids.remove(sound.getId());
                }
            }

            assertThat(Cli.of(other, restarted.address())
                            .run("explain", "orders", "--message", ids.getFirst())
                            .printed())
                    .containsPattern("is gone: its stored bytes are damaged \\(.+\\) and it was set aside .* ago\\.");
        }
    }

    private static EnqueueRequest random(String queue, int seed) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        new Random(seed).nextBytes(payload);
        return EnqueueRequest.newBuilder()
                .setQueue(queue)
                .setPayload(ByteString.copyFrom(payload))
                .build();
    }

    /** Payloads are nearly all there is, so the middle of the largest table is in one. */
    private static void flipABitOfAPayload(Path tables) throws IOException {
        try (Stream<Path> files = Files.list(tables)) {
            Path largest = files.filter(file -> file.toString().endsWith(".sst"))
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(largest);
            bytes[bytes.length / 2] ^= 1;
            Files.write(largest, bytes);
        }
    }

    @Test
    void whatIsAheadIsToldAndHowLongItTakes() throws InterruptedException {
        client.createQueue("moving");
        fila.run("config", "set", "throttle.pace", "1,1").printed();
        String last = "";
        for (int i = 0; i < 30; i++) {
            last = client.enqueue(
                    message("moving", "work").addThrottleKeys("pace").build());
        }
        try (BatchConsumer consumer = BatchConsumer.open(client, "moving", 50)) {
            consumer.next();
            assertThat(explain("moving", "--message", last))
                    .containsPattern("stands behind 2\\d messages of its own key, and the first of them waits:"
                            + " throttle key \"pace\" has 0\\.\\d+ of 1 tokens")
                    .containsPattern("At the current rate it goes in about 2\\d s\\.");
        }
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
