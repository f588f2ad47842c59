package io.fila.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.core.journal.Journal;
import io.fila.core.record.ConfigChanged;
import io.fila.core.replication.Fate;
import io.fila.core.replication.LostLeadException;
import io.fila.core.runtime.Clock;
import io.fila.storage.StorageSettings;
import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node finds in its directory when it starts, and what it then fetches from others. */
final class DirectoriesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @SuppressWarnings("NullAway.Init")
    private TestCluster cluster;

    @BeforeEach
    void begin() throws IOException {
        cluster = new TestCluster(home, LogLimits.USUAL);
    }

    @AfterEach
    void end() {
        cluster.close();
        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void oneNodeAloneCommitsAndGoesOnWhereItStopped() {
        cluster.start(1);
        cluster.awaitMembers(1).set("colour", "red");
        cluster.stop(1);

        cluster.start(1);
        TestCluster.TestNode again = cluster.awaitMembers(1);

        assertThat(again.settings()).containsExactly(Map.entry("colour", "red"));
        again.set("colour", "blue");
        assertThat(again.settings()).containsExactly(Map.entry("colour", "blue"));
    }

    @Test
    void allThreeStopAndStartAndKnowWhatTheyKnew() {
        cluster.startThree().set("colour", "red");
        cluster.awaitEverywhere("colour", "red");
        for (int number = 1; number <= 3; number++) {
            cluster.stop(number);
        }

        TestCluster.TestNode leader = cluster.startThree();

        assertThat(leader.settings()).containsExactly(Map.entry("colour", "red"));
        leader.set("shape", "round");
        cluster.awaitEverywhere("colour", "red");
        cluster.awaitEverywhere("shape", "round");
        assertThat(cluster.node(1).records()).isEqualTo(cluster.node(2).records());
        assertThat(cluster.node(1).records()).isEqualTo(cluster.node(3).records());
    }

    @Test
    void whatWasDecidedInAnotherTermIsNeverApplied() {
        cluster.start(1);
        TestCluster.TestNode leader = cluster.awaitMembers(1);
        Clock clock = leader.shard().beginClock();
        Journal stale = leader.shard().journal(leader.term() + 1, clock);

        assertThatThrownBy(() -> Commit.of(stale, new ConfigChanged("colour", "red")))
                .isInstanceOf(LostLeadException.class);
        assertThatThrownBy(() -> Commit.confirm(stale)).isInstanceOf(LostLeadException.class);
        assertThat(leader.settings()).isEmpty();
        assertThat(propose(leader, leader.term() - 1)).isEqualTo(Fate.LOST);
        assertThat(propose(leader, leader.term())).isEqualTo(Fate.COMMITTED);
    }

    @Test
    void aNodeThatIsTooFarBehindForTheLogFetchesACopy() throws IOException {
        cluster = new TestCluster(home.resolve("small"), new LogLimits(1 << 20, 0));
        cluster.startThree().set("colour", "red");
        cluster.awaitEverywhere("colour", "red");
        cluster.stop(3);
        TestCluster.TestNode leader = cluster.awaitLeader();
        String filler = "y".repeat(500_000);
        for (int i = 0; i < 30; i++) {
            leader.set("filler", filler + i);
        }
        for (TestCluster.TestNode each : cluster.running()) {
            each.shard().store().beginPersisting();
        }
        await().atMost(20, SECONDS)
                .until(() -> leader.shard().store().persisted().index() > 25);
        for (int i = 0; i < 150; i++) {
            leader.set("round", Integer.toString(i));
        }
        Path log = cluster.directory(cluster.numberOf(leader)).resolve("raft");
        await().atMost(20, SECONDS).until(() -> isPurged(log));

        cluster.start(3);

        cluster.awaitEverywhere("colour", "red");
        cluster.awaitEverywhere("filler", filler + 29);
        cluster.awaitEverywhere("round", "149");
        leader.set("colour", "blue");
        cluster.awaitEverywhere("colour", "blue");
        cluster.awaitEverywhere("filler", filler + 29);
        cluster.awaitEverywhere("round", "149");
        cluster.stop(3);
        cluster.start(3);
        cluster.awaitEverywhere("colour", "blue");
        cluster.awaitEverywhere("filler", filler + 29);
        cluster.awaitEverywhere("round", "149");
    }

    private static boolean isPurged(Path log) throws IOException {
        try (var files = Files.walk(log)) {
            return files.noneMatch(file -> file.getFileName().toString().startsWith("log_0-"));
        }
    }

    @Test
    void aNodeThatHasLostItsLogIsNotTheOneItWas() throws IOException {
        cluster.start(1);
        cluster.awaitMembers(1).set("colour", "red");
        await().atMost(20, SECONDS)
                .until(() -> Files.exists(cluster.directory(1).resolve("begun")));
        cluster.stop(1);
        DirectoryTree.delete(cluster.directory(1).resolve("raft"));

        assertThatThrownBy(() -> cluster.start(1))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("joins anew");
    }

    /** In the middle of what was written: at its end it could be what the last run had not finished. */
    @Test
    void aNodeWhoseLogIsDamagedDoesNotGoOnWithTheRest() throws IOException {
        cluster.start(1);
        TestCluster.TestNode node = cluster.awaitMembers(1);
        for (int i = 0; i < 20; i++) {
            node.set("colour " + i, "red");
        }
        cluster.stop(1);
        Path log;
        try (Stream<Path> files = Files.walk(cluster.directory(1).resolve("raft"))) {
            log = files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(log);
        int used = bytes.length;
        while (bytes[used - 1] == 0) {
            used--;
        }
        for (int part = 1; part < 8; part++) {
            byte[] damaged = bytes.clone();
            damaged[used * part / 8] ^= 4;
            Files.write(log, damaged);
            assertThatThrownBy(() -> cluster.start(1))
                    .as("damage in byte %d of %d", used * part / 8, used)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("move this node's data directory away");
        }
    }

    @Test
    void aNodeThatDoesNotKnowWhoItIsDoesNotBegin() throws IOException {
        cluster.start(1);
        cluster.awaitMembers(1);
        cluster.stop(1);
        Path file = cluster.directory(1).resolve("node");
        String known = Files.readString(file);
        for (String damaged : List.of("", known.replaceFirst("-", "m"), known.replaceFirst("\n1\n", "\nq\n"))) {
            Files.writeString(file, damaged);
            assertThatThrownBy(() -> cluster.start(1))
                    .as("who it is: \"%s\"", damaged)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("move the data directory away");
        }
    }

    @Test
    void aDirectoryOfAnotherNodeIsRefused() {
        cluster.start(1);
        cluster.awaitMembers(1);
        cluster.stop(1);
        ClusterSettings other = new ClusterSettings(
                2, cluster.address(2), List.of(), Duration.ofMillis(400), Duration.ofMillis(100), 1, 3, null);

        assertThatThrownBy(() -> ClusterNode.start(
                        other,
                        cluster.directory(1),
                        StorageSettings.defaults(),
                        cluster.clientAddress(2),
                        new TestCluster.TestNode(),
                        failure -> {},
                        sentence -> {}))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("node 1's");
    }

    private static Fate propose(TestCluster.TestNode node, long term) {
        CompletableFuture<Fate> fate = new CompletableFuture<>();
        node.shard().propose(term, 0, ByteBuffer.allocate(0), fate::complete);
        return fate.join();
    }
}
