package io.fila.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.ratis.protocol.RaftPeerId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of a cluster that somebody takes for members no more. */
final class MistakenRemovalTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @SuppressWarnings("NullAway.Init")
    private TestCluster cluster;

    @BeforeEach
    void begin() throws IOException {
        cluster = new TestCluster(home, LogLimits.USUAL, 2);
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void aMemberWhosePartTheEngineEndedTakesPartAgainWithWhatItHad() {
        cluster.startThree();
        cluster.set(1, "k", "before");
        cluster.awaitEverywhere(1, "k", "before");
        int leader = cluster.numberOf(cluster.awaitLeader(1));
        int ended = leader % 3 + 1;
        int other = ended % 3 + 1;

        cluster.node(ended).node().hosting().ended(1);
        cluster.node(ended).node().hosting().ended(0);

        // It is needed for every majority from now on.
        cluster.stop(other);
        cluster.set(1, "k", "after");
        cluster.awaitEverywhere(1, "k", "after");
        assertThat(cluster.failures()).isEmpty();
        assertThat(cluster.directory(ended).resolve("removed")).doesNotExist();
    }

    @Test
    void aNodeDoesNotTakeTheRemovalOfItsPredecessorForItsOwn() {
        cluster.startThree();
        Hosting hosting = cluster.node(2).node().hosting();

        hosting.nodeRemoved(RaftPeerId.valueOf("2-predecessor"));

        assertThat(cluster.failures()).isEmpty();
    }

    @Test
    void aSecondNodeWithANumberIsNotLetInWhileTheFirstIsThere() {
        cluster.startThree();
        cluster.startAs(3, 4, List.of(cluster.address(1)));

        await().during(3, SECONDS)
                .atMost(10, SECONDS)
                .until(() -> cluster.node(1).shard().nodes().stream()
                        .noneMatch(each -> each.address().equals(cluster.address(4))));

        assertThat(cluster.failures()).isEmpty();
        assertThat(cluster.directory(3).resolve("removed")).doesNotExist();
    }
}
