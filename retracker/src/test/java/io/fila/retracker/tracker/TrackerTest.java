package io.fila.retracker.tracker;

import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.swarm.Family;
import io.fila.retracker.swarm.SwarmCounts;
import io.fila.retracker.swarm.SwarmLimits;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class TrackerTest {
    private static final Endpoint A = at("10.0.0.1", 1);
    private static final Endpoint B = at("10.0.0.2", 2);

    private final Swarms swarms = new Swarms(new SwarmLimits(Duration.ofHours(3), 100, 100, 100, 100));
    private final List<Announcement> heard = new ArrayList<>();
    private CompletableFuture<Verdict> verdict = Verdict.WELCOME;
    private final Tracker tracker = new Tracker(
            swarms,
            (announcement, nowMillis) -> {
                heard.add(announcement);
                return verdict;
            },
            Duration.ofMinutes(30),
            Duration.ofMinutes(5));

    @Test
    void everyAnnounceIsHeardAndTheFirstOfAPeerIsInitial() {
        tracker.announce(leecher(1, 1, A), Family.ANY, 0).join();
        tracker.announce(leecher(1, 1, A), Family.ANY, 0).join();
        tracker.announce(leecher(1, 2, B), Family.ANY, 0).join();

        assertThat(heard).extracting(Announcement::initial).containsExactly(true, false, true);
    }

    @Test
    void initialAnnounceIsAnsweredWhenTheVerdictIsThereAndWithWhatWasFoundMeanwhile() {
        verdict = new CompletableFuture<>();
        CompletableFuture<Reply> reply = tracker.announce(leecher(1, 1, A), Family.ANY, 0);
        assertThat(reply).isNotDone();

        swarms.merge(hash(1), 0, List.of(B), ours -> false, 0);
        verdict.complete(new Verdict.Accepted(60));

        assertThat(reply.join()).isInstanceOfSatisfying(Reply.Answer.class, answer -> {
            assertThat(answer.intervalSeconds()).isEqualTo(60);
            assertThat(answer.minIntervalSeconds()).isEqualTo(60);
            assertThat(answer.selection().contacts()).hasSize(1);
        });
    }

    @Test
    void refusedClientIsForgottenSoThatItIsInitialAgain() {
        verdict = CompletableFuture.completedFuture(new Verdict.Refused("Too busy.", 301));

        assertThat(tracker.announce(leecher(1, 1, A), Family.ANY, 0).join())
                .isInstanceOfSatisfying(Reply.Failure.class, failure -> {
                    assertThat(failure.sentence()).isEqualTo("Too busy.");
                    assertThat(failure.intervalSeconds()).isEqualTo(301);
                    assertThat(failure.retryMinutes()).isEqualTo(6);
                });
        assertThat(tracker.scrape(hash(1), 0)).isEqualTo(SwarmCounts.NONE);
        tracker.announce(leecher(1, 1, A), Family.ANY, 0).join();
        assertThat(heard).extracting(Announcement::initial).containsExactly(true, true);
    }

    @Test
    void laterAnnounceIsAnsweredWhateverTheVerdict() {
        tracker.announce(leecher(1, 1, A), Family.ANY, 0).join();
        verdict = new CompletableFuture<>();

        assertThat(tracker.announce(leecher(1, 1, A), Family.ANY, 0))
                .isCompletedWithValueMatching(reply -> reply.intervalSeconds() == 1_800);
    }

    @Test
    void peerThatStopsIsGoneAndThoseWhoKnowItAreNamed() {
        tracker.announce(leecher(1, 1, A), Family.ANY, 0).join();
        tracker.announce(leecher(1, 2, B), Family.ANY, 0).join();
        swarms.markKnown(hash(1), A, 7);

        Reply reply = tracker.announce(announce(1, 1, A, Event.STOPPED, 1, -1), Family.ANY, 0)
                .join();

        assertThat(reply).isInstanceOfSatisfying(Reply.Answer.class, answer -> {
            assertThat(answer.selection().contacts()).isEmpty();
            assertThat(answer.selection().counts()).isEqualTo(new SwarmCounts(0, 1, 0));
        });
        assertThat(heard.getLast().initial()).isFalse();
        assertThat(heard.getLast().knownBy().stream()).containsExactly(7);
    }
}
