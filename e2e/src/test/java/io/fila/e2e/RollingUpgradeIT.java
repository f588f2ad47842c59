package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.crash.Load;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes under load are replaced one after the other by this build, and back again. They begin with the build that {@code
 * .ci/rolling-upgrade} names, or with this one: then it is one rolling restart.
 */
class RollingUpgradeIT {
    private static final String FORMER_BUILD = System.getProperty("fila.e2e.former.launcher", "");
    private static final long SEED = Long.getLong("fila.e2e.seed", System.currentTimeMillis());
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Far more than a change of leader takes, on a busy machine too. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(20);

    /** On all shards. Messages in them are never consumed. */
    private static final List<String> KEPT = List.of("kept0", "kept1", "kept2");

    private static final String PROBED = "probed";
    private static final List<String> QUEUES =
            Stream.concat(KEPT.stream(), Stream.of(PROBED)).toList();

    /** More messages than there are in one of them. */
    private static final int PAGE = 1_000;

    @TempDir
    Path directory;

    private final Set<String> kept = new TreeSet<>();
    private final List<Long> gaps = new CopyOnWriteArrayList<>();
    private final AtomicLong probed = new AtomicLong();
    private final Set<Status.Code> refusals = ConcurrentHashMap.newKeySet();

    @Tag("long")
    @Test
    void nothingConfirmedIsLostAndCallsGoOn() throws Exception {
        @Nullable Path former = FORMER_BUILD.isEmpty() ? null : Path.of(FORMER_BUILD);
        try (ThreeNodes cluster = ThreeNodes.prepareIn(
                        directory,
                        node -> node.with("cluster.shards", KEPT.size()).use(former),
                        PlainClient::of)
                .start()) {
            awaitQueues(cluster);
            try (Load load = Load.on(cluster.addresses(), SEED)) {
                awaitInSync(cluster);
                for (int node = 1; node <= 3; node++) {
                    replace(cluster, node, null, load);
                }
                for (int node = 1; node <= 3; node++) {
                    lead(cluster, node);
                    assertStored(cluster.client(node));
                }
                for (int node = 3; node >= 1 && former != null; node--) {
                    replace(cluster, node, former, load);
                }
                checkBooks(cluster, load);
                System.err.printf(
                        "seed %d: %d messages confirmed, %d acked, and %d sent one after the other; the longest time without one"
                                + " of those, for each node that was replaced: %s ms%n",
                        SEED, load.ledger().confirmed(), load.ledger().acked(), probed.get(), gaps);
            }
            assertThat(gaps).allMatch(millis -> millis < LONGEST_GAP.toMillis());
            assertThat(refusals).isSubsetOf(Status.Code.UNAVAILABLE);
            cluster.clients().forEach(this::assertStored);
        }
    }

    /** A former build lets calls in before its leads are where they are to stay. */
    private static void awaitQueues(ThreeNodes cluster) {
        for (String queue : QUEUES) {
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                if (!exists(cluster.client(1), queue)) {
                    cluster.client(1).createQueue(queue);
                }
                return true;
            });
        }
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            cluster.client(2).set("motd", "hello");
            return true;
        });
    }

    private static boolean exists(PlainClient client, String queue) {
        return client.admin().listQueues(ListQueuesRequest.getDefaultInstance()).getQueuesList().stream()
                .anyMatch(each -> each.getName().equals(queue));
    }

    private static void checkBooks(ThreeNodes cluster, Load load) {
        load.stopProducing();
        load.awaitDrained(cluster.addresses().getFirst());
        load.close();
        assertThat(load.ledger().violations()).as("seed %d", SEED).isEmpty();
    }

    private void replace(ThreeNodes cluster, int node, @Nullable Path build, Load load) throws InterruptedException {
        awaitHeadway(load);
        keepSome(cluster);
        try (Probe _ = new Probe(cluster.node(ThreeNodes.otherThan(node)).address())) {
            cluster.node(node).terminate();
            awaitHeadway(load);
            cluster.node(node).use(build);
            cluster.revive(node);
            load.brokerIsBack();
            awaitInSync(cluster);
            awaitHeadway(load);
        }
        // Asked of the new one and of those that are still the former build, or the other way round. Leads may move
        // back meanwhile.
        for (PlainClient client : cluster.clients()) {
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> client.admin()
                            .getConfig(
                                    GetConfigRequest.newBuilder().setKey("motd").build())
                            .getValue()
                            .equals("hello"));
        }
        keepSome(cluster);
    }

    /** A client of a node that stays, which sends one message after the other. */
    private final class Probe implements AutoCloseable {
        private final PlainClient client;
        private final Thread thread;
        private volatile boolean over;

        Probe(String address) {
            client = PlainClient.of(address);
            thread = Thread.ofVirtual().start(this::send);
        }

        private void send() {
            long since = System.nanoTime();
            long longestNanos = 0;
            while (!over) {
                try {
                    client.enqueue(PROBED, "probe");
                    probed.incrementAndGet();
                    long now = System.nanoTime();
                    longestNanos = Math.max(longestNanos, now - since);
                    since = now;
                } catch (StatusRuntimeException notNow) {
                    refusals.add(notNow.getStatus().getCode());
                }
            }
            gaps.add(TimeUnit.NANOSECONDS.toMillis(Math.max(longestNanos, System.nanoTime() - since)));
        }

        @Override
        public void close() {
            over = true;
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            client.close();
        }
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
                // A lead may be moving: what was not confirmed may be there or not.
                assertThat(unclear.getStatus().getCode().name()).isIn("UNAVAILABLE", "DEADLINE_EXCEEDED");
            }
        }
    }

    private static void awaitInSync(ThreeNodes cluster) {
        await("every copy in sync")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> QUEUES.stream()
                        .allMatch(queue -> cluster.client(1).stats(queue).getReplicationCount() == 3));
    }

    /** Lets a node lead everything: it answers from its own copy then. */
    private static void lead(ThreeNodes cluster, int node) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            var _ = cluster.client(node)
                    .admin()
                    .transferLeadership(TransferLeadershipRequest.newBuilder()
                            .setNodeId(node)
                            .build());
            return QUEUES.stream().allMatch(queue -> cluster.leaderOf(queue, node) == node);
        });
    }

    private void assertStored(PlainClient client) {
        Set<String> stored = new TreeSet<>();
        for (String queue : KEPT) {
            client.admin()
                    .peekMessages(PeekMessagesRequest.newBuilder()
                            .setQueue(queue)
                            .setPageSize(PAGE)
                            .build())
                    .getMessagesList()
                    .forEach(each -> stored.add(each.getMessage().getId()));
        }
        assertThat(stored).containsAll(kept);
        assertThat(client.stats(PROBED).getDepth()).isGreaterThanOrEqualTo(probed.get());
    }
}
