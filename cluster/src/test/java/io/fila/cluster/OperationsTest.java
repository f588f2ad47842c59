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

/** What operators do to three real nodes in one process. Every test leaves them as many as it found them. */
final class OperationsTest {
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
    void theLeadIsHandedOverToTheNodeThatIsNamed() throws OperationRefused {
        leader.set("lead", "here");
        int next = cluster.numberOf(leader) % 3 + 1;
        awaitInSync();

        HandOver prepared = leader.shard().transfer(next);
        assertThat(prepared.nodeId()).isEqualTo(next);
        prepared.begin().run();

        await().atMost(20, SECONDS)
                .pollInterval(1, SECONDS)
                .ignoreExceptionsInstanceOf(OperationRefused.class)
                .until(() -> leadsOrIsGivenTheLead(next));
        assertThat(cluster.node(next).settings()).containsEntry("lead", "here");
        cluster.node(next).set("lead", "there");
        cluster.awaitEverywhere("lead", "there");
    }

    /** An election may come between, and another be elected: it can hand over too. */
    private static boolean leadsOrIsGivenTheLead(int number) throws OperationRefused {
        TestCluster.TestNode leads = cluster.awaitLeader();
        if (!leads.equals(cluster.node(number))) {
            leads.shard().transfer(number).begin().run();
        }
        return cluster.node(number).term() > 0;
    }

    @Test
    void whoStopsHandsOverBefore() {
        awaitInSync();

        leader.node().handOver();

        await().atMost(20, SECONDS)
                .until(() -> cluster.running().stream().anyMatch(each -> each.term() > 0 && !each.equals(leader)));
        // From then on it wants no lead.
        int stopping = cluster.numberOf(leader);
        TestCluster.TestNode next = cluster.awaitLeader();
        assertThatThrownBy(() -> next.shard().transfer(stopping)).hasMessageContaining("about to stop");
        cluster.stop(stopping);
        cluster.start(stopping);
    }

    @Test
    void aNodeThatIsRemovedEndsAndComesBackOnlyAsAnother() throws Exception {
        leader.set("members", "three");
        cluster.awaitEverywhere("members", "three");
        awaitInSync();
        int leaving = cluster.numberOf(leader) % 3 + 1;

        leader.node().remove(leaving);

        await().atMost(20, SECONDS).until(() -> !cluster.failures().isEmpty());
        assertThat(cluster.failures())
                .singleElement()
                .satisfies(end -> assertThat(end).hasMessageContaining("was removed from the cluster"));
        cluster.failures().clear();
        assertThat(leader.members()).isEqualTo(2);
        leader.set("members", "two");
        cluster.stop(leaving);
        assertThatThrownBy(() -> cluster.start(leaving))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("was removed");
        DirectoryTree.delete(cluster.directory(leaving));
        cluster.start(leaving, List.of(cluster.address(cluster.numberOf(leader))));
        cluster.awaitEverywhere("members", "two");
    }

    @Test
    void whatCanNotBeDoneIsRefusedWithASentence() {
        awaitInSync();
        int leads = cluster.numberOf(leader);

        assertThatThrownBy(() -> leader.shard().transfer(7)).hasMessageContaining("there is no node 7");
        assertThatThrownBy(() -> leader.node().remove(leads)).hasMessageContaining("fila cluster transfer");
        assertThatThrownBy(() -> cluster.node(leads % 3 + 1).shard().transfer(0))
                .hasMessageContaining("to lead");
        cluster.stop(leads % 3 + 1);
        assertThatThrownBy(() -> leader.node().remove(1 + (leads + 1) % 3))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("majority");
        cluster.start(leads % 3 + 1);
    }

    private void awaitInSync() {
        await().atMost(20, SECONDS).until(() -> leader.shard().nodes().stream().allMatch(NodeStatus::inSync));
    }

    @Test
    void whoStepsDownLeadsAgainOnlyInALaterTerm() {
        Journal journal = leader.journal();
        long term = leader.term();

        leader.shard().stepDown(term);

        await().atMost(20, SECONDS).until(() -> cluster.running().stream().anyMatch(each -> each.term() > term));
        assertThatThrownBy(() -> Commit.of(journal, new ConfigChanged("stepped", "down")))
                .isInstanceOf(LostLeadException.class);
    }
}
