package io.fila.e2e;

import io.fila.e2e.fault.Fault;
import io.fila.e2e.fault.Gaps;
import io.fila.e2e.fault.Rounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clusters of three machines that are used, to which everything happens that can: see {@link Fault}. What was confirmed must be there
 * in the end, on every one of them, and settings and queues must be as if there were one broker. {@code .ci/cluster-rounds} runs more
 * rounds.
 */
class ClusterFaultsIT {
    private static final List<Fault> FAULTS = Fault.named(System.getProperty("fila.e2e.cluster.faults", ""));
    private static final int ROUNDS = Integer.getInteger("fila.e2e.cluster.rounds", FAULTS.size());
    private static final long SEED = Long.getLong("fila.e2e.seed", System.currentTimeMillis());

    /** No round begins after so long; then there were fewer. */
    private static final Duration LONGEST = Duration.ofMinutes(Integer.getInteger("fila.e2e.cluster.minutes", 24 * 60));

    /** Then there is a new cluster: what went wrong early in a long life would be hard to find. */
    private static final int ROUNDS_OF_A_CLUSTER = 60;

    @TempDir
    Path directory;

    @Tag("long")
    @Test
    void whatWasConfirmedIsOnEveryCopyWhateverHappens() throws Exception {
        Gaps deaths = new Gaps("a leader's death");
        Gaps handOvers = new Gaps("a hand-over");
        try {
            long deadlineNanos = System.nanoTime() + LONGEST.toNanos();
            int done = 0;
            for (long seed = SEED; done < ROUNDS && System.nanoTime() - deadlineNanos < 0; seed++) {
                Path own = Files.createDirectory(directory.resolve(Long.toString(seed)));
                done += new Rounds(seed, FAULTS, deaths, handOvers)
                        .run(own, Math.min(ROUNDS - done, ROUNDS_OF_A_CLUSTER), deadlineNanos);
            }
            System.err.printf("%d rounds of %d, from seed %d%n", done, ROUNDS, SEED);
        } finally {
            deaths.tell();
            handOvers.tell();
        }
    }
}
