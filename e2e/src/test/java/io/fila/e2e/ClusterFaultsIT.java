package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.crash.Load;
import io.fila.e2e.program.NodeNetwork;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PeekMessagesResponse;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of three machines under load, to which everything happens that can: machines die, stand still, lose each other or
 * their disks. What was confirmed must be there in the end, on every one of them. {@code .ci/cluster-rounds} runs more rounds.
 */
class ClusterFaultsIT {
    private static final int ROUNDS = Integer.getInteger("fila.e2e.cluster.rounds", 7);
    private static final long SEED = Long.getLong("fila.e2e.seed", System.currentTimeMillis());
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Those that happen, by name with commas between them; all if none is named. */
    private static final List<Fault> FAULTS = faults(System.getProperty("fila.e2e.cluster.faults", ""));

    private static final int LONGEST_FAULT_MILLIS = 3_000;

    /** Queues on all shards. Messages in them are never consumed: all copies must have them in the end. */
    private static final List<String> KEPT = List.of("kept0", "kept1", "kept2");

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final CountDownLatch never = new CountDownLatch(1);
    private final Set<String> kept = new TreeSet<>();
    private final List<Long> deaths = new ArrayList<>();
    private final List<Long> handOvers = new ArrayList<>();

    /** What can happen. */
    private enum Fault {
        LEADER_DIES,
        ONE_DIES,
        TWO_DIE,
        ALL_DIE,
        ONE_STANDS_STILL,
        ONE_IS_CUT_OFF,
        ONE_WAY_IS_CUT,
        ONE_LOSES_ITS_DISK,
        ONE_IS_RESTARTED,
        LEAD_IS_HANDED_OVER
    }

    private static List<Fault> faults(String names) {
        return names.isEmpty()
                ? List.of(Fault.values())
                : Stream.of(names.split(",", -1)).map(Fault::valueOf).toList();
    }

    @Tag("long")
    @Test
    void whatWasConfirmedIsOnEveryCopyWhateverHappens() throws Exception {
        try (NodeNetwork network = NodeNetwork.make();
                ThreeNodes cluster = ThreeNodes.startIn(directory, network);
                Load load = Load.on(cluster.addresses(), SEED)) {
            KEPT.forEach(cluster.client(1)::createQueue);
            List<Fault> left = new ArrayList<>();
            for (int round = 1; round <= ROUNDS; round++) {
                if (left.isEmpty()) {
                    // Each comes once before one comes again.
                    left.addAll(FAULTS);
                    Collections.shuffle(left, random);
                }
                Fault fault = left.removeLast();
                System.err.printf("seed %d, round %d of %d: %s%n", SEED, round, ROUNDS, fault);
                awaitHeadway(load);
                keepSome(cluster);
                strike(fault, cluster, network, load);
                try {
                    awaitInSync(cluster, fault);
                } catch (RuntimeException stuck) {
                    cluster.tellLogs();
                    throw stuck;
                }
                assertThat(load.ledger().isClean())
                        .as(() -> "seed " + SEED + ", " + fault + ": "
                                + load.ledger().violations())
                        .isTrue();
            }
            checkBooks(cluster, load);
            checkCopies(cluster);
            System.err.printf("seed %d: %d rounds, %d messages on every copy%n", SEED, ROUNDS, kept.size());
            tell("a leader's death", deaths);
            tell("a hand-over", handOvers);
        }
    }

    private void strike(Fault fault, ThreeNodes cluster, NodeNetwork network, Load load) throws Exception {
        int one = 1 + random.nextInt(3);
        int another = 1 + (one + random.nextInt(2)) % 3;
        switch (fault) {
            case LEADER_DIES -> {
                int leader = leader(cluster);
                cluster.node(leader).kill();
                deaths.add(gapMillis(cluster, leader));
                cluster.revive(leader);
                load.brokerIsBack();
            }
            case ONE_DIES -> die(cluster, load, List.of(one));
            case TWO_DIE -> die(cluster, load, List.of(one, another));
            case ALL_DIE -> die(cluster, load, List.of(1, 2, 3));
            case ONE_STANDS_STILL -> {
                cluster.node(one).freeze();
                goOn();
                cluster.node(one).thaw();
            }
            case ONE_IS_CUT_OFF -> {
                network.isolate(one);
                goOn();
                network.heal();
            }
            case ONE_WAY_IS_CUT -> {
                network.cut(one, another);
                goOn();
                network.heal();
            }
            case ONE_LOSES_ITS_DISK -> {
                cluster.node(one).kill();
                goOn();
                cluster.replaceDisk(one);
                load.brokerIsBack();
            }
            case ONE_IS_RESTARTED -> {
                cluster.node(one).terminate();
                cluster.revive(one);
                load.brokerIsBack();
            }
            case LEAD_IS_HANDED_OVER -> {
                int leader = leader(cluster);
                var _ = cluster.client(leader)
                        .admin()
                        .transferLeadership(TransferLeadershipRequest.newBuilder()
                                .setNodeId(ThreeNodes.otherThan(leader))
                                .build());
                handOvers.add(gapMillis(cluster, leader));
            }
        }
    }

    private void die(ThreeNodes cluster, Load load, List<Integer> victims) throws InterruptedException {
        for (int victim : victims) {
            cluster.node(victim).kill();
        }
        goOn();
        for (int victim : victims) {
            cluster.node(victim).launch();
        }
        for (int victim : victims) {
            cluster.node(victim).awaitReady();
            cluster.client(victim).reconnect();
        }
        load.brokerIsBack();
    }

    /** How long nothing is confirmed to a client of another node, now that a leader leads no more. */
    private static long gapMillis(ThreeNodes cluster, int former) {
        long begin = System.nanoTime();
        PlainClient survivor = cluster.client(ThreeNodes.otherThan(former));
        while (true) {
            try {
                survivor.enqueue(KEPT.getFirst(), "under the next leader");
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            } catch (StatusRuntimeException notYet) {
                assertThat(System.nanoTime() - begin)
                        .as("nothing was confirmed: %s", notYet.getMessage())
                        .isLessThan(PATIENCE.toNanos());
            }
        }
    }

    /** Lets the fault last for a random while. */
    private void goOn() throws InterruptedException {
        assertThat(never.await(100 + random.nextInt(LONGEST_FAULT_MILLIS), TimeUnit.MILLISECONDS))
                .isFalse();
    }

    private static int leader(ThreeNodes cluster) {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cluster.leaderOf(KEPT.getFirst(), 1), leader -> leader != 0);
    }

    private static void awaitHeadway(Load load) {
        long confirmedBefore = load.ledger().confirmed();
        long ackedBefore = load.ledger().acked();
        await().atMost(PATIENCE)
                .until(() -> load.ledger().confirmed() > confirmedBefore
                        && load.ledger().acked() > ackedBefore);
    }

    private void keepSome(ThreeNodes cluster) {
        for (int i = 0; i < KEPT.size(); i++) {
            try {
                kept.add(cluster.client(1 + i).enqueue(KEPT.get(i), "kept"));
            } catch (StatusRuntimeException unclear) {
                // The lead may be moving from the round before: what was not confirmed may be there or not.
                assertThat(unclear.getStatus().getCode().name()).isIn("UNAVAILABLE", "DEADLINE_EXCEEDED");
            }
        }
    }

    /** Every copy catches up by itself; one that does not is stuck. */
    private static void awaitInSync(ThreeNodes cluster, Fault fault) {
        await("every copy in sync after " + fault)
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cluster.client(1)
                                .admin()
                                .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                                .getReplicationCount()
                        == 3);
    }

    private static void checkBooks(ThreeNodes cluster, Load load) throws InterruptedException {
        load.stopProducing();
        load.awaitDrained(cluster.addresses().getFirst());
        load.close();

        assertThat(load.ledger().violations())
                .as("violations with seed %d", SEED)
                .isEmpty();
    }

    /** Lets each node lead in turn: it answers from its own copy then. */
    private void checkCopies(ThreeNodes cluster) {
        Set<String> first = null;
        for (int id = 1; id <= 3; id++) {
            lead(cluster, id);
            Set<String> stored = stored(cluster.client(id));
            assertThat(stored).as("copy of node %d with seed %d", id, SEED).containsAll(kept);
            first = first == null ? stored : first;
            assertThat(stored).as("copies with seed %d", SEED).isEqualTo(first);
        }
    }

    private static void lead(ThreeNodes cluster, int id) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            var _ = cluster.client(id)
                    .admin()
                    .transferLeadership(
                            TransferLeadershipRequest.newBuilder().setNodeId(id).build());
            return KEPT.stream().allMatch(queue -> cluster.leaderOf(queue, id) == id);
        });
    }

    private static Set<String> stored(PlainClient client) {
        Set<String> ids = new TreeSet<>();
        KEPT.forEach(queue -> addStored(queue, client, ids));
        return ids;
    }

    private static void addStored(String queue, PlainClient client, Set<String> ids) {
        String page = "";
        do {
            PeekMessagesResponse some = client.admin()
                    .peekMessages(PeekMessagesRequest.newBuilder()
                            .setQueue(queue)
                            .setPageToken(page)
                            .build());
            some.getMessagesList().forEach(each -> ids.add(each.getMessage().getId()));
            page = some.getNextPageToken();
        } while (!page.isEmpty());
    }

    private static void tell(String what, List<Long> gaps) {
        Collections.sort(gaps);
        if (!gaps.isEmpty()) {
            System.err.printf(
                    "gap after %s, %d times: median %d ms, p99 %d ms, longest %d ms%n",
                    what,
                    gaps.size(),
                    gaps.get(gaps.size() / 2),
                    gaps.get((int) Math.ceil(gaps.size() * 0.99) - 1),
                    gaps.getLast());
        }
    }
}
