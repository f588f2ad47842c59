package io.fila.retracker.forwarder;

import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.MalformedException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AnnounceJobTest {
    private final AnnounceJob job =
            new AnnounceJob("träcker", announce(1, 2, at("2001:db8::1", 65_535), Event.COMPLETED, -1, 50), 77);

    @Test
    void jobComesBackFromItsBytes() {
        assertThat(AnnounceJob.decode(job.encode())).isEqualTo(job);
    }

    @Test
    void otherBytesAreNoJob() {
        byte[] bytes = job.encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> AnnounceJob.decode(cut)).isInstanceOf(MalformedException.class);
        }
        bytes[0] = 9;
        assertThatThrownBy(() -> AnnounceJob.decode(bytes)).hasMessageContaining("version");
    }

    @Test
    void keysTellJobsApartByPeerAndScheduledOnesNot() {
        AnnounceJob one = new AnnounceJob("f", leecher(1, 1, at("1.1.1.1", 1)), 0);
        AnnounceJob other = new AnnounceJob("f", leecher(1, 2, at("1.1.1.2", 1)), 0);

        assertThat(one.dedupKey()).isNotEqualTo(other.dedupKey());
        assertThat(one.scheduleKey()).isEqualTo(other.scheduleKey());
        assertThat(new AnnounceJob("g", one.announce(), 0).scheduleKey()).isNotEqualTo(one.scheduleKey());
    }

    @Test
    void clientThatDidNotSayWhatIsLeftHasSomethingLeft() {
        Announce announce = job.announce();

        assertThat(job.forwarded(Optional.empty()).left()).isEqualTo(1);
        assertThat(job.forwarded(Optional.empty()).event()).isEqualTo(announce.event());
    }
}
