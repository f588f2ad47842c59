package io.fila.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.core.journal.Journal;
import io.fila.core.record.ConfigChanged;
import io.fila.core.replication.LostLeadException;
import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real nodes in one process, each with its own log and database. Every test leaves them as many as it found them. */
final class ThreeNodesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path home;

    @SuppressWarnings("NullAway.Init")
    private static TestCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private TestCluster.TestNode leader;

    @BeforeAll
    static void startThree() throws IOException {
        cluster = new TestCluster(home, LogLimits.USUAL);
        cluster.startThree();
    }

    @BeforeEach
    void findLeader() {
        leader = cluster.awaitMembers(3);
    }

    @AfterEach
    void nobodyFailed() {
        assertThat(cluster.failures()).isEmpty();
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Test
    void allHaveWhatTheLeaderCommitsAndKnowWhereItIs() {
        leader.set("colour", "red");

        cluster.awaitEverywhere("colour", "red");
        assertThat(cluster.running())
                .allSatisfy(each -> assertThat(each.shard().leaderNodeId()).isEqualTo(cluster.numberOf(leader)));
        awaitInSync();
        assertThat(cluster.running())
                .allSatisfy(each -> assertThat(each.shard().nodes()).hasSize(3));
        NodeAddress address = cluster.clientAddress(cluster.numberOf(leader));
        await().atMost(20, SECONDS)
                .untilAsserted(() -> assertThat(cluster.running())
                        .allSatisfy(
                                each -> assertThat(each.shard().leaderAddress()).isEqualTo(address)));
    }

    @Test
    void anotherLeadsWhenTheLeaderIsGoneAndTheFirstCatchesUpWhenItComesBack() {
        leader.set("leads", "one");
        long timeThen = leader.shard().beginClock().nowNanos();
        int gone = cluster.numberOf(leader);
        cluster.stop(gone);

        TestCluster.TestNode second = cluster.awaitLeader();

        assertThat(second.settings()).containsEntry("leads", "one");
        assertThat(second.shard().beginClock().nowNanos()).isGreaterThan(timeThen);
        second.set("leads", "another");
        cluster.start(gone);
        cluster.awaitEverywhere("leads", "another");
    }

    @Test
    void withoutAMajorityNothingIsConfirmed() {
        Journal journal = leader.journal();
        int left = cluster.numberOf(leader);
        for (int number = 1; number <= 3; number++) {
            if (number != left) {
                cluster.stop(number);
            }
        }

        assertThatThrownBy(() -> Commit.of(journal, new ConfigChanged("majority", "none")))
                .isInstanceOf(LostLeadException.class);
        assertThatThrownBy(() -> Commit.confirm(journal)).isInstanceOf(LostLeadException.class);
        await().atMost(20, SECONDS).until(() -> leader.term() == 0);

        for (int number = 1; number <= 3; number++) {
            if (number != left) {
                cluster.start(number);
            }
        }
    }

    @Test
    void aNodeThatLostItsDirectoryIsAnotherAndGetsEverything() throws IOException {
        leader.set("directory", "kept");
        int lost = cluster.numberOf(leader) % 3 + 1;
        cluster.stop(lost);
        DirectoryTree.delete(cluster.directory(lost));

        cluster.start(lost, List.of(cluster.address(cluster.numberOf(leader))));

        cluster.awaitEverywhere("directory", "kept");
        cluster.awaitLeader().set("directory", "made anew");
        cluster.awaitEverywhere("directory", "made anew");
        assertThat(leader.members()).isEqualTo(3);
    }

    @Test
    void aNewLeaderDoesNotCountANodeThatIsAway() throws Exception {
        awaitInSync();
        int away = cluster.numberOf(leader) % 3 + 1;
        int next = away % 3 + 1;
        cluster.stop(away);
        await().atMost(20, SECONDS).until(() -> inSync(leader) == 2);

        leader.shard().transfer(next).begin().run();

        TestCluster.TestNode second = cluster.node(next);
        await().atMost(20, SECONDS).until(() -> second.shard().leaderNodeId() == next);
        await().atMost(20, SECONDS).until(() -> {
            assertThat(inSync(second)).isLessThan(3);
            return inSync(second) == 2;
        });
        cluster.start(away);
        await().atMost(20, SECONDS).until(() -> inSync(second) == 3);
    }

    private static long inSync(TestCluster.TestNode node) {
        return node.shard().nodes().stream().filter(NodeStatus::inSync).count();
    }

    @Test
    void aTurnThatIsTooLargeForOneEntryGoesInParts() {
        String large = "x".repeat(5 << 20);

        leader.set("large", large);

        cluster.awaitEverywhere("large", large);
    }

    private void awaitInSync() {
        await().atMost(20, SECONDS).until(() -> leader.shard().nodes().stream().allMatch(NodeStatus::inSync));
    }
}
