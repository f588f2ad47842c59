package io.fila.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.crash.Load;
import io.fila.e2e.history.Clerks;
import io.fila.e2e.program.ThreeNodes;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.TransferLeadershipRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Rounds of faults on a new cluster that is used all the while, and what must hold in the end. After each round every copy must be in
 * sync again, by itself.
 */
public final class Rounds {
    /** Of each producer: two processors have to do for three nodes and everybody who uses them. */
    private static final Duration PACE = Duration.ofMillis(600);

    private final long seed;
    private final List<Fault> faults;
    private final List<Gaps> gaps;
    private final Random random;
    private final KeptMessages kept;

    /**
     * @param faults those that happen; each comes once before one comes again
     * @param deaths takes how long nothing was confirmed after a leader died
     * @param handOvers the same after a lead was handed over
     */
    public Rounds(long seed, List<Fault> faults, Gaps deaths, Gaps handOvers) {
        this.seed = seed;
        this.faults = faults;
        this.gaps = List.of(deaths, handOvers);
        this.random = new Random(seed);
        this.kept = new KeptMessages(random);
    }

    /**
     * Runs so many, or as many as fit.
     *
     * @return how many
     */
    public int run(Path directory, int most, long deadlineNanos) throws Exception {
        try (Machines machines = Machines.startIn(directory)) {
            // Before there are other queues, so that each shard gets one.
            KeptMessages.QUEUES.forEach(machines.cluster().client(1)::createQueue);
            return run(machines, most, deadlineNanos);
        }
    }

    private int run(Machines machines, int most, long deadlineNanos) throws Exception {
        ThreeNodes cluster = machines.cluster();
        try (Load load = Load.on(cluster.addresses(), seed, PACE);
                Clerks clerks = Clerks.on(cluster.addresses(), seed)) {
            try {
                int count = rounds(most, deadlineNanos, machines, load);
                clerks.stop();
                checkBooks(cluster, load);
                checkCopies(cluster, clerks);
                System.err.printf(
                        "seed %d: %d rounds, %d messages on every copy, %d confirmed and delivered, %d calls in order%n",
                        seed, count, kept.size(), load.ledger().confirmed(), clerks.calls());
                return count;
            } catch (AssertionError | RuntimeException wrong) {
                System.err.println("seed " + seed + ": " + wrong);
                cluster.tellLogs();
                throw wrong;
            }
        }
    }

    private int rounds(int most, long deadlineNanos, Machines machines, Load load) throws Exception {
        Strikes strikes = new Strikes(
                new Scene(machines, load, KeptMessages.QUEUES.getFirst(), random), gaps.getFirst(), gaps.getLast());
        List<Fault> left = new ArrayList<>();
        int round = 0;
        while (round < most && System.nanoTime() - deadlineNanos < 0) {
            round++;
            if (left.isEmpty()) {
                left.addAll(faults);
                Collections.shuffle(left, random);
            }
            Fault fault = left.removeLast();
            System.err.printf("seed %d, round %d of %d: %s%n", seed, round, most, fault);
            long begin = System.nanoTime();
            awaitHeadway(load);
            kept.add(machines.cluster());
            long struck = System.nanoTime();
            strikes.strike(fault);
            long over = System.nanoTime();
            awaitInSync(machines.cluster(), fault);
            System.err.printf(
                    "    %d ms until headway, %d ms the fault, %d ms until in sync%n",
                    millis(begin, struck), millis(struck, over), millis(over, System.nanoTime()));
            assertThat(load.ledger().isClean())
                    .as(() -> "after " + fault + ": " + load.ledger().violations())
                    .isTrue();
        }
        return round;
    }

    private static long millis(long fromNanos, long toNanos) {
        return TimeUnit.NANOSECONDS.toMillis(toNanos - fromNanos);
    }

    private static void awaitHeadway(Load load) {
        long confirmedBefore = load.ledger().confirmed();
        long ackedBefore = load.ledger().acked();
        await("messages are confirmed and acked")
                .atMost(Scene.PATIENCE)
                .until(() -> load.ledger().confirmed() > confirmedBefore
                        && load.ledger().acked() > ackedBefore);
    }

    private static void awaitInSync(ThreeNodes cluster, Fault fault) {
        await("every copy in sync after " + fault)
                .atMost(Scene.PATIENCE)
                .ignoreExceptions()
                .until(() -> cluster.client(1)
                                .admin()
                                .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                                .getReplicationCount()
                        == Machines.COUNT);
    }

    private static void checkBooks(ThreeNodes cluster, Load load) {
        load.stopProducing();
        load.awaitDrained(cluster.addresses().getFirst());
        load.close();

        assertThat(load.ledger().violations()).isEmpty();
    }

    /** Lets each node lead in turn: it answers from its own copy then. */
    private void checkCopies(ThreeNodes cluster, Clerks clerks) {
        for (int id = 1; id <= Machines.COUNT; id++) {
            lead(cluster, id);
            kept.check(cluster.client(id));
            clerks.readAll(cluster.client(id));
        }
        assertThat(clerks.violations()).isEmpty();
        assertThat(clerks.calls()).isPositive();
    }

    private static void lead(ThreeNodes cluster, int id) {
        await("node " + id + " leads").atMost(Scene.PATIENCE).ignoreExceptions().until(() -> {
            var _ = cluster.client(id)
                    .admin()
                    .transferLeadership(
                            TransferLeadershipRequest.newBuilder().setNodeId(id).build());
            return KeptMessages.QUEUES.stream().allMatch(queue -> cluster.leaderOf(queue, id) == id);
        });
    }
}
