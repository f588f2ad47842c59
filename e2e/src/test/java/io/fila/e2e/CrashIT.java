package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.crash.Load;
import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The broker dies at random moments under load, and its clients' books are checked against what it promised. */
class CrashIT {
    private static final int ROUNDS = Integer.getInteger("fila.e2e.rounds", 3);
    private static final int PLANNED_ROUNDS = 3;
    private static final long SEED = Long.getLong("fila.e2e.seed", System.currentTimeMillis());

    /** One in so many rounds kills the broker a second time while it starts. */
    private static final int KILLED_AT_START_EVERY = 3;

    private static final int LONGEST_LIFE_MILLIS = 800;
    private static final int LONGEST_START_MILLIS = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofMillis(300);

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final CountDownLatch never = new CountDownLatch(1);

    @Tag("rounds")
    @ParameterizedTest
    @ValueSource(strings = {"group", "os"})
    void nothingConfirmedIsLostAndNothingAckedComesBack(String durability) throws InterruptedException {
        try (BrokerProcess broker = BrokerProcess.in(directory)
                        .with("storage.durability", durability)
                        .start();
                Load load = Load.on(broker.address(), SEED)) {
            for (int round = 1; round <= ROUNDS; round++) {
                live(load);
                broker.kill();
                if (round % KILLED_AT_START_EVERY == 0) {
                    broker.launch();
                    pass(random.nextInt(LONGEST_START_MILLIS));
                    broker.kill();
                }
                broker.start();
                load.brokerIsBack();
            }
            checkBooks(broker, load);
        }
    }

    @Test
    void leaseOutlivesACrash() throws InterruptedException {
        try (BrokerProcess broker = BrokerProcess.in(directory).start();
                PlainClient client = PlainClient.of(broker.address())) {
            client.createQueue("held");
            for (int i = 0; i < 20; i++) {
                client.enqueue("held", "m" + i);
            }
            List<Message> held;
            try (PlainStream stream = client.consume("held")) {
                held = stream.next(20);
                broker.kill();
            }

            broker.start();
            client.reconnect();

            assertThat(client.stats("held").getInFlight()).isEqualTo(20);
            try (PlainStream other = client.consume("held").awaitHeaders()) {
                assertThat(other.poll(SILENCE))
                        .as("a message that is leased still")
                        .isNull();
                held.forEach(message -> client.ack("held", message.getId()));
                assertThat(client.stats("held").getInFlight()).isZero();
            }
        }
    }

    @Test
    void plannedRestartsLoseNothingEither() throws InterruptedException {
        try (BrokerProcess broker = BrokerProcess.in(directory).start();
                Load load = Load.on(broker.address(), SEED)) {
            for (int round = 1; round <= PLANNED_ROUNDS; round++) {
                live(load);
                assertThat(broker.terminate().exitCode()).isZero();
                broker.start();
                load.brokerIsBack();
            }
            checkBooks(broker, load);
        }
    }

    /** Lets the load make some headway, and then go on for a random while. */
    private void live(Load load) throws InterruptedException {
        long confirmedBefore = load.ledger().confirmed();
        long ackedBefore = load.ledger().acked();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> load.ledger().confirmed() > confirmedBefore
                        && load.ledger().acked() > ackedBefore);
        pass(random.nextInt(LONGEST_LIFE_MILLIS));
        assertThat(load.ledger().isClean())
                .as(() -> "seed " + SEED + ": " + load.ledger().violations())
                .isTrue();
    }

    private void pass(int millis) throws InterruptedException {
        assertThat(never.await(millis, TimeUnit.MILLISECONDS)).isFalse();
    }

    private static void checkBooks(BrokerProcess broker, Load load) throws InterruptedException {
        load.stopProducing();
        load.awaitDrained(broker.address());
        load.close();
        System.out.printf(
                "seed %d: %d confirmed, %d deliveries, %d acked, %d of these in a later process%n",
                SEED,
                load.ledger().confirmed(),
                load.ledger().delivered(),
                load.ledger().acked(),
                load.ledger().ackedAcrossACrash());
        assertThat(load.ledger().violations())
                .as("violations with seed %d", SEED)
                .isEmpty();
        broker.kill();
        broker.start();
        try (PlainClient client = PlainClient.of(broker.address());
                PlainStream stream = client.consume("load").awaitHeaders()) {
            assertThat(stream.poll(SILENCE))
                    .as("a message although all are acked")
                    .isNull();
            assertThat(client.stats("load").getDepth()).isZero();
            assertThat(client.stats("load").getInFlight()).isZero();
        }
    }
}
