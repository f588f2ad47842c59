package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.crash.Load;
import io.fila.e2e.program.ThreeNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of a cluster die at random moments under load, and its clients' books are checked against what it promised. */
class ClusterCrashIT {
    private static final int ROUNDS = Integer.getInteger("fila.e2e.rounds", 3);
    private static final long SEED = Long.getLong("fila.e2e.seed", System.currentTimeMillis());
    private static final int LONGEST_LIFE_MILLIS = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final CountDownLatch never = new CountDownLatch(1);

    @Tag("long")
    @Test
    void nothingConfirmedIsLostWhicheverNodeDies() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.startIn(directory);
                Load load = Load.on(cluster.addresses(), SEED)) {
            for (int round = 1; round <= ROUNDS; round++) {
                live(load);
                int victim = 1 + random.nextInt(3);
                cluster.node(victim).kill();
                // The others go on meanwhile.
                live(load);
                cluster.revive(victim);
                load.brokerIsBack();
            }
            checkBooks(cluster, load);
        }
    }

    private static void checkBooks(ThreeNodes cluster, Load load) throws InterruptedException {
        load.stopProducing();
        load.awaitDrained(cluster.addresses().getFirst());
        load.close();

        assertThat(load.ledger().violations())
                .as("violations with seed %d", SEED)
                .isEmpty();
    }

    /** Lets the load make some headway, and then go on for a random while. */
    private void live(Load load) throws InterruptedException {
        long confirmedBefore = load.ledger().confirmed();
        long ackedBefore = load.ledger().acked();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> load.ledger().confirmed() > confirmedBefore
                        && load.ledger().acked() > ackedBefore);
        assertThat(never.await(random.nextInt(LONGEST_LIFE_MILLIS), TimeUnit.MILLISECONDS))
                .isFalse();
        assertThat(load.ledger().isClean())
                .as(() -> "seed " + SEED + ": " + load.ledger().violations())
                .isTrue();
    }
}
