package io.fila.retracker.forwarder;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.forwarder.ScheduledTwins.Outcome;
import org.junit.jupiter.api.Test;

final class ScheduledTwinsTest {
    private final ScheduledTwins twins = new ScheduledTwins(2);

    @Test
    void ofATorrentAtAForwarderOneJobIsScheduledUntilItIsDue() {
        assertThat(twins.claim(job("f", 1, 1), 100, 0)).isEqualTo(Outcome.CLAIMED);

        assertThat(twins.claim(job("f", 1, 2), 200, 0)).as("another client").isEqualTo(Outcome.TWIN);
        assertThat(twins.claim(job("f", 1, 1), 150, 0)).as("the same, later").isEqualTo(Outcome.CLAIMED);
        assertThat(twins.claim(job("g", 1, 2), 100, 0)).as("another forwarder").isEqualTo(Outcome.CLAIMED);
        assertThat(twins.claim(job("f", 1, 2), 300, 149)).isEqualTo(Outcome.TWIN);
        assertThat(twins.claim(job("f", 1, 2), 300, 150)).isEqualTo(Outcome.CLAIMED);
    }

    @Test
    void thereIsAMost() {
        assertThat(twins.claim(job("f", 1, 1), 100, 0)).isEqualTo(Outcome.CLAIMED);
        assertThat(twins.claim(job("f", 2, 1), 100, 0)).isEqualTo(Outcome.CLAIMED);

        assertThat(twins.claim(job("f", 3, 1), 100, 0)).isEqualTo(Outcome.FULL);
        assertThat(twins.claim(job("f", 2, 1), 200, 0)).as("one that is there").isEqualTo(Outcome.CLAIMED);
        assertThat(twins.size(99)).isEqualTo(2);
        assertThat(twins.claim(job("f", 3, 1), 200, 100)).isEqualTo(Outcome.CLAIMED);
    }

    @Test
    void jobKnowsOfItsTwinAndNotOfItself() {
        twins.claim(job("f", 1, 1), 100, 0);

        assertThat(twins.twinDueMillis(job("f", 1, 2), 0)).isEqualTo(100);
        assertThat(twins.twinDueMillis(job("f", 1, 1), 0)).isZero();
        assertThat(twins.twinDueMillis(job("g", 1, 2), 0)).isZero();
        assertThat(twins.twinDueMillis(job("f", 1, 2), 100)).isZero();
    }

    private static AnnounceJob job(String forwarder, int torrent, int peer) {
        return new AnnounceJob(forwarder, leecher(torrent, peer, at("10.0.0.1", peer)), 0);
    }
}
