package io.fila.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.ratis.protocol.RaftGroupId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes in one process, more than there are copies of a shard. */
final class FewerCopiesTest {
    private static final int SHARDS = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @SuppressWarnings("NullAway.Init")
    private TestCluster cluster;

    @BeforeEach
    void begin() throws IOException {
        cluster = new TestCluster(home, LogLimits.USUAL, SHARDS);
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    private TestCluster.TestNode firstLeader() {
        return cluster.awaitLeader(0);
    }

    /** The nodes that have a shard, as its leader knows. */
    private Set<Integer> holders(int shard) {
        Set<Integer> holders = new TreeSet<>();
        for (NodeStatus node : cluster.awaitLeader(shard).shard(shard).nodes()) {
            holders.add(node.nodeId());
        }
        return holders;
    }

    private boolean isInSync(int shard) {
        List<NodeStatus> nodes = cluster.awaitLeader(shard).shard(shard).nodes();
        return !nodes.isEmpty() && nodes.stream().allMatch(NodeStatus::inSync);
    }

    /** The first shard is everywhere, each other has so many copies, no node has two more than another, and nobody keeps what it should not. */
    private void awaitPlaced(int nodes, int copies) {
        await().atMost(60, SECONDS).untilAsserted(() -> {
            assertThat(holders(0)).hasSize(nodes);
            int[] load = new int[6];
            for (int shard = 1; shard < SHARDS; shard++) {
                Set<Integer> holders = holders(shard);
                assertThat(holders).as("shard %d", shard).hasSize(copies);
                assertThat(isInSync(shard)).isTrue();
                for (TestCluster.TestNode each : cluster.running()) {
                    boolean has = holders.contains(cluster.numberOf(each));
                    assertThat(each.shard(shard).copy() != null)
                            .as("node %d, shard %d", cluster.numberOf(each), shard)
                            .isEqualTo(has);
                    assertThat(each.shard(shard).leaderNodeId())
                            .isEqualTo(cluster.numberOf(cluster.awaitLeader(shard)));
                }
                holders.forEach(node -> load[node]++);
            }
            int most = 0;
            int least = SHARDS;
            for (int node : holders(0)) {
                most = Math.max(most, load[node]);
                least = Math.min(least, load[node]);
            }
            assertThat(most - least).isLessThan(2);
        });
    }

    private void set(int shard, String value) {
        cluster.set(shard, "shard " + shard, value);
    }

    private void setEach(String value) {
        for (int shard = 0; shard < SHARDS; shard++) {
            set(shard, value);
        }
    }

    /** Everybody who has a copy has the value in it. */
    private void awaitEach(String value) {
        for (int shard = 0; shard < SHARDS; shard++) {
            int each = shard;
            await().atMost(20, SECONDS).untilAsserted(() -> {
                for (int node : holders(each)) {
                    assertThat(cluster.node(node).settings(each)).containsEntry("shard " + each, value);
                }
            });
        }
    }

    private void startAll(int nodes) {
        for (int number = 1; number <= nodes; number++) {
            cluster.start(number);
        }
    }

    @Test
    void copiesMoveToNodesThatComeAndAreMadeElsewhereWhenOneGoes() throws Exception {
        cluster.startThree();
        setEach("of three");
        cluster.start(4);
        cluster.start(5);
        awaitPlaced(5, 3);
        awaitEach("of three");
        setEach("of five");

        // Any node reaches the broker of any shard.
        for (TestCluster.TestNode each : cluster.running()) {
            for (int shard = 0; shard < SHARDS; shard++) {
                assertThat(new String(each.shard(shard).ask("who".getBytes(UTF_8)), UTF_8))
                        .startsWith("who of shard " + shard);
                assertThat(each.shard(shard).leaderAddress())
                        .isEqualTo(cluster.clientAddress(each.shard(shard).leaderNodeId()));
            }
        }

        // What was given up is gone from the disk, and known to be.
        int gaveUp = cluster.running().stream()
                .map(cluster::numberOf)
                .filter(node -> Files.exists(cluster.directory(node).resolve("given-up")))
                .findFirst()
                .orElseThrow();
        int shard =
                Integer.parseInt(Files.readAllLines(cluster.directory(gaveUp).resolve("given-up"))
                        .getFirst());
        RaftGroupId group =
                requireNonNull(cluster.node(gaveUp).shard(shard).peer()).groupId();
        assertThat(cluster.directory(gaveUp)
                        .resolve("raft")
                        .resolve(group.getUuid().toString()))
                .doesNotExist();
        assertThat(cluster.directory(gaveUp).resolve("shards").resolve(Integer.toString(shard)))
                .doesNotExist();
        assertThatThrownBy(() -> cluster.node(gaveUp).node().hosting().take(shard))
                .hasMessageContaining("given shard " + shard + " up");
        TestCluster.TestNode leader = cluster.awaitLeader(shard);
        assertThatThrownBy(() -> leader.shard(shard).transfer(gaveUp)).hasMessageContaining("has none");

        // A node that has given something up comes back without it.
        cluster.stop(gaveUp);
        setEach("of four that live");
        cluster.start(gaveUp);
        awaitPlaced(5, 3);
        awaitEach("of four that live");

        // A dead one is removed: what it had is made elsewhere.
        int dead = holders(1).stream()
                .filter(node -> node != cluster.numberOf(firstLeader()))
                .findFirst()
                .orElseThrow();
        cluster.stop(dead);
        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(OperationRefused.class)
                .until(() -> {
                    firstLeader().node().remove(dead);
                    return true;
                });
        await().atMost(30, SECONDS).untilAsserted(() -> {
            for (int each = 0; each < SHARDS; each++) {
                assertThat(holders(each)).doesNotContain(dead);
            }
            assertThat(holders(1)).hasSize(3);
        });
        awaitEach("of four that live");
        setEach("of four");
        awaitEach("of four");
        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void oneCopyOfEachMovesToTheNodeThatComes() throws Exception {
        cluster.copies(1);
        cluster.start(1);
        cluster.awaitMembers(1);
        setEach("alone");

        cluster.start(2);

        awaitPlaced(2, 1);
        awaitEach("alone");
        int other = 3 - cluster.numberOf(firstLeader());
        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(OperationRefused.class)
                .until(() -> {
                    // The only copy of something is here no more, so somebody has to take it first: a third node.
                    if (cluster.running().size() < 3) {
                        cluster.start(3, List.of(cluster.address(cluster.numberOf(firstLeader()))));
                    }
                    firstLeader().node().remove(other);
                    return true;
                });
        assertThat(firstLeader().shard(0).isKept())
                .as("the lead stays with the node that knows who leaves")
                .isTrue();
        cluster.stop(other);
        awaitEach("alone");
    }

    @Test
    void aNodeThatLostItsDirectoryIsReplacedInEveryShardThatItHad() throws Exception {
        startAll(4);
        awaitPlaced(4, 3);
        setEach("kept");
        int lost = holders(1).stream()
                .filter(node -> node != cluster.numberOf(firstLeader()))
                .findFirst()
                .orElseThrow();
        cluster.stop(lost);
        DirectoryTree.delete(cluster.directory(lost));

        cluster.start(lost, List.of(cluster.address(cluster.numberOf(firstLeader()))));

        await().atMost(60, SECONDS).untilAsserted(() -> {
            for (int shard = 1; shard < SHARDS; shard++) {
                assertThat(holders(shard)).hasSize(3);
                assertThat(isInSync(shard)).isTrue();
            }
            assertThat(cluster.node(lost).shard(1).copy()).isNotNull();
        });
        awaitEach("kept");
        setEach("again");
        awaitEach("again");
        assertThat(cluster.failures()).isEmpty();
    }
}
