package io.fila.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real nodes with three shards. */
final class ShardsTest {
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

    private void awaitSpread(int nodes) {
        int most = Math.ceilDiv(SHARDS, nodes);
        await().atMost(30, SECONDS).untilAsserted(() -> {
            assertThat(cluster.running().stream()
                            .mapToInt(each -> each.leads().size())
                            .sum())
                    .isEqualTo(SHARDS);
            assertThat(cluster.running())
                    .allSatisfy(each -> assertThat(each.leads()).hasSizeBetween(1, most));
        });
    }

    private void setEach(String value) {
        for (int shard = 0; shard < SHARDS; shard++) {
            cluster.set(shard, "shard " + shard, value);
        }
    }

    private void awaitEach(String value) {
        for (int shard = 0; shard < SHARDS; shard++) {
            cluster.awaitEverywhere(shard, "shard " + shard, value);
        }
    }

    @Test
    void leadersAreSpreadAndSpreadAgainWhenANodeComesBack() {
        cluster.startThree();
        awaitSpread(3);
        setEach("of three");
        awaitEach("of three");
        assertThat(cluster.node(2).settings(1)).containsOnlyKeys("shard 1");

        cluster.stop(1);
        awaitSpread(2);
        setEach("of two");

        cluster.start(1);
        awaitSpread(3);
        awaitEach("of two");
        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void aNodeThatLostItsDirectoryGetsEveryShard() throws IOException {
        cluster.startThree();
        setEach("kept");
        awaitEach("kept");
        cluster.stop(2);
        DirectoryTree.delete(cluster.directory(2));

        cluster.start(2);

        cluster.awaitMembers(3);
        awaitEach("kept");
        awaitSpread(3);
        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void aNodeThatLeadsAShardIsRemovedFromAll() throws Exception {
        cluster.startThree();
        awaitSpread(3);
        TestCluster.TestNode first = cluster.awaitLeader(0);
        int leaving = cluster.numberOf(cluster.awaitLeader(1));
        assertThatThrownBy(() -> first.node().remove(cluster.numberOf(first))).hasMessageContaining("transfer");

        first.node().remove(leaving);

        await().atMost(20, SECONDS).until(() -> !cluster.failures().isEmpty());
        assertThat(cluster.failures().getFirst()).hasMessageContaining("was removed from the cluster");
        cluster.stop(leaving);
        assertThat(first.members()).isEqualTo(2);
        awaitSpread(2);
        setEach("of two");
        awaitEach("of two");
    }

    @Test
    void aClusterKeepsTheNumberOfShardsItWasFoundedWith() {
        cluster.start(1);
        cluster.awaitMembers(1);
        cluster.stop(1);

        cluster.configure(1);
        cluster.start(1);
        cluster.start(2);

        assertThat(cluster.awaitMembers(2).node().shards()).hasSize(SHARDS);
        assertThat(cluster.node(2).node().shards()).hasSize(SHARDS);
    }

    @Test
    void aFoundingThatWasCutShortIsFinished() throws IOException {
        cluster.start(1);
        cluster.awaitMembers(1);
        cluster.stop(1);
        List<Path> groups;
        try (var all = Files.list(cluster.directory(1).resolve("raft"))) {
            groups = all.filter(Files::isDirectory).sorted().toList();
        }
        assertThat(groups).hasSize(SHARDS);
        // A node that is cut short has not noted yet that it had logs.
        Files.deleteIfExists(cluster.directory(1).resolve("begun"));
        DirectoryTree.delete(groups.get(1));
        try (var files = Files.walk(groups.get(2))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }

        cluster.start(1);

        cluster.awaitMembers(1);
        setEach("begun");
        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void aDirectoryFromBeforeThereWereShardsIsRefused() throws IOException {
        cluster.start(1);
        cluster.awaitMembers(1);
        cluster.stop(1);
        Path file = cluster.directory(1).resolve("node");
        Files.write(file, Files.readAllLines(file).subList(0, 3));

        assertThatThrownBy(() -> cluster.start(1))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("earlier build");
    }
}
