package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.junit.jupiter.api.Test;

final class EnginePropertiesTest {
    private static final ClusterSettings SETTINGS = new ClusterSettings(
            1,
            new NodeAddress("127.0.0.1", 5557),
            List.of(),
            Duration.ofSeconds(1),
            Duration.ofMillis(300),
            3,
            3,
            null);

    /** The engine's default acks entries that were not appended: see decision 0022. */
    @Test
    void aFollowerAppendsInTheOrderInWhichEntriesCome() {
        RaftProperties properties = EngineProperties.of(SETTINGS, LogLimits.USUAL, Path.of("raft"));

        assertThat(RaftServerConfigKeys.Log.appendEntriesComposeEnabled(properties))
                .isFalse();
    }

    /** What is confirmed is on the disks of a majority. */
    @Test
    void theLogIsSyncedAndNobodyGoesOnBeforeItIs() {
        RaftProperties properties = EngineProperties.of(SETTINGS, LogLimits.USUAL, Path.of("raft"));

        assertThat(RaftServerConfigKeys.Log.unsafeFlushEnabled(properties)).isFalse();
        assertThat(RaftServerConfigKeys.Log.asyncFlushEnabled(properties)).isFalse();
    }
}
