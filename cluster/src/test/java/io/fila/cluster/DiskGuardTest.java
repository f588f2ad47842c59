package io.fila.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.storage.StorageSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that want more room than the disk of this machine has. */
final class DiskGuardTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    private StorageSettings wanting(int times) {
        StorageSettings usual = StorageSettings.defaults();
        return new StorageSettings(
                usual.durability(),
                home.toFile().getUsableSpace() * times,
                usual.cacheBytes(),
                usual.writeBufferBytes());
    }

    @Test
    void anotherNodeLeadsThanTheOneWithTooLittleRoom() throws IOException {
        try (TestCluster cluster = new TestCluster(home, LogLimits.USUAL)) {
            cluster.store(1, wanting(2));
            TestCluster.TestNode first = cluster.start(1);
            cluster.awaitMembers(1);
            assertThat(first.shard().freeBytes()).isLessThan(wanting(2).minFreeBytes());
            cluster.start(2);
            cluster.start(3);
            cluster.awaitMembers(3);

            await().atMost(20, SECONDS)
                    .until(() -> cluster.node(2).term() > 0 || cluster.node(3).term() > 0);

            assertThat(cluster.failures()).isEmpty();
        }
    }

    @Test
    void aNodeEndsBeforeItsLogMeetsAFullDisk() {
        List<Throwable> failures = new CopyOnWriteArrayList<>();

        new DiskGuard(home, wanting(8), new Closing(), failures::add).watchUntilClosed();

        assertThat(failures).singleElement().satisfies(end -> assertThat(end).hasMessageContaining("Free some"));
    }
}
