package io.fila.retracker.forwarder;

import static io.fila.retracker.forwarder.ForwardingRig.CLIENT;
import static io.fila.retracker.forwarder.ForwardingRig.INTERVAL;
import static io.fila.retracker.forwarder.ForwardingRig.STRANGER;
import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.leecher;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.outbound.ForwarderReply;
import io.fila.retracker.outbound.RetryAdvice;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.tracker.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When jobs are made, put off, given up and kept, on a real broker in virtual time. */
final class ForwardingServiceTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void clientAnnouncesAndTheForwarderIsAskedAgainWhenItIsDue() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f")) {
            assertThat(rig.announce(1)).extracting(Reply::intervalSeconds).isEqualTo(300);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(1);

            rig.advance(INTERVAL.minusMillis(1));
            assertThat(answer(rig.announce(1)).selection().contacts())
                    .extracting(contact -> contact.endpoint())
                    .containsExactly(STRANGER);
            rig.settle();
            assertThat(rig.asked("f")).as("it is not due: no job").isEqualTo(1);

            rig.advance(Duration.ofMillis(1));
            rig.announce(1);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(2);

            rig.announce(1);
            rig.settle();
            assertThat(rig.asked("f")).as("its next time was moved on").isEqualTo(2);
            assertThat(rig.stats().pending()).isZero();
        }
    }

    @Test
    void scheduledJobThatIsReadyWhileTheQueueIsFullIsLateAndNotLost() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, oneWorker(3), "busy", "later");
                Door door = new Door()) {
            rig.let("later", soon(2));
            rig.let("busy", failed());
            rig.announce(1);
            rig.settle();
            assertThat(rig.stats().scheduledCount()).isEqualTo(1);
            rig.let("busy", door);
            rig.let("later", found());
            rig.advance(MINUTE);
            rig.put(job("busy", 2));
            rig.awaitAsked("busy", 2);
            IntStream.range(3, 6).forEach(torrent -> rig.put(job("busy", torrent)));
            assertThat(rig.stats().fillPercent()).isEqualTo(100);

            rig.advanceOnly(MINUTE.plusSeconds(10));
            assertThat(rig.asked("later")).as("no worker is free").isEqualTo(1);
            assertThat(rig.stats().pending()).as("all are still there").isEqualTo(5);

            door.open();
            rig.awaitWorked();
            assertThat(rig.asked("later")).isEqualTo(2);
            assertThat(rig.stats().pending()).isZero();
        }
    }

    @Test
    void initialAnnounceThatFindsTheQueueFullIsTurnedAway() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, oneWorker(3) + "queue_rate_limit_threshold = 0\n", "f");
                Door door = new Door()) {
            fill(rig, door, 3);

            assertThat(rig.announce(99)).isInstanceOfSatisfying(Reply.Failure.class, failure -> {
                assertThat(failure.intervalSeconds()).isEqualTo(300);
                assertThat(failure.retryMinutes()).isEqualTo(5);
            });

            assertThat(rig.stats().pending()).isEqualTo(4);
            assertThat(rig.swarms().counts(hash(99), rig.nowMillis()).incomplete())
                    .as("it is initial the next time too")
                    .isZero();
        }
    }

    @Test
    void reannounceThatFindsTheQueueFullIsDroppedAndCountedAndMadeAgainLater() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, oneWorker(3), "f");
                Door door = new Door()) {
            rig.announce(99);
            rig.settle();
            rig.advance(INTERVAL);
            fill(rig, door, 3);
            int before = rig.asked("f");

            assertThat(rig.announce(99)).isInstanceOf(Reply.Answer.class);

            assertThat(rig.stats().droppedFull()).isEqualTo(1);
            door.open();
            rig.awaitWorked();
            rig.announce(99);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(before + 4);
        }
    }

    @Test
    void initialAnnouncesAreLimitedByTokensWhileTheQueueIsNearlyFull() throws Exception {
        String limits = "rate_limit_initial_per_sec = 1\nrate_limit_initial_burst = 2\n";
        try (ForwardingRig rig = new ForwardingRig(folder, oneWorker(10) + limits, "f");
                Door door = new Door()) {
            fill(rig, door, 7);
            assertThat(rig.announce(20)).as("below the threshold").isInstanceOf(Reply.Answer.class);
            assertThat(rig.stats().fillPercent()).isEqualTo(80);

            assertThat(rig.announce(21)).as("a token").isInstanceOf(Reply.Answer.class);
            assertThat(rig.announce(22)).as("the last one").isInstanceOf(Reply.Answer.class);
            assertThat(rig.announce(23)).isInstanceOf(Reply.Failure.class);
            assertThat(rig.stats().rateLimited()).isEqualTo(1);
            assertThat(rig.announce(20)).as("one that is known").isInstanceOf(Reply.Answer.class);

            door.open();
            rig.awaitWorked();
            IntStream.range(30, 40).forEach(torrent -> {
                assertThat(rig.announce(torrent)).isInstanceOf(Reply.Answer.class);
                rig.awaitWorked();
            });
            assertThat(rig.stats().rateLimited()).as("no limit without need").isEqualTo(1);
        }
    }

    @Test
    void retryInNeverDisablesAcrossRestartsUntilAnOperatorEnables() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f", "g")) {
            rig.let("f", new ForwarderReply.Declined("Go away.", new RetryAdvice.Never()));
            rig.announce(1);
            rig.settle();
            assertThat(rig.stats("f").state()).isEqualTo("disabled");

            rig.restart();
            rig.let("f", found());
            rig.announce(2);
            rig.settle();
            assertThat(rig.stats("f").state()).isEqualTo("disabled");
            assertThat(rig.stats("f").lastFailure()).isEqualTo("Go away.");
            assertThat(rig.stats("f").failures()).as("nothing was asked since").isZero();
            assertThat(rig.asked("f")).isEqualTo(1);

            assertThat(rig.enable("nobody")).isFalse();
            assertThat(rig.enable("f")).isTrue();
            rig.announce(3);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(2);
            rig.restart();
            assertThat(rig.stats("f").state()).isEqualTo("active");
        }
    }

    @Test
    void retryInTenMinutesMakesNoJobAndTheForwarderIsNotDueBefore() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f")) {
            rig.let("f", new ForwarderReply.Declined("Later.", new RetryAdvice.Later(Duration.ofMinutes(10))));
            rig.announce(1);
            rig.settle();
            assertThat(rig.stats().pending()).isZero();

            rig.advance(Duration.ofMinutes(10).minusMillis(1));
            rig.announce(1);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(1);

            rig.advance(Duration.ofMillis(1));
            rig.announce(1);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(2);
        }
    }

    @Test
    void retryInLessIsAskedAgainAtThatTimeWithoutTheClient() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f")) {
            rig.let("f", soon(9));
            rig.announce(1);
            rig.settle();
            rig.announce(1);
            rig.settle();
            assertThat(rig.stats().scheduledCount()).isEqualTo(1);

            rig.let("f", found());
            rig.advance(Duration.ofMinutes(9).minusMillis(1));
            rig.announce(1);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(1);

            rig.advance(Duration.ofMillis(1));
            assertThat(rig.asked("f")).isEqualTo(2);
            assertThat(rig.stats().pending()).isZero();
        }
    }

    @Test
    void retryInWithoutSenseIsAnOrdinaryFailure() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f")) {
            rig.let("f", new ForwarderReply.Declined("Hm.", RetryAdvice.NONE));
            rig.announce(1);
            rig.settle();

            assertThat(rig.stats().pending()).isZero();
            assertThat(rig.stats("f").failures()).isEqualTo(1);
            rig.advance(Duration.ofMinutes(5));
            rig.announce(1);
            rig.settle();
            assertThat(rig.asked("f")).isEqualTo(2);
        }
    }

    @Test
    void jobThatIsTakenUpBeforeItsTimeWaitsForIt() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f")) {
            rig.put(job("f", 1).dueAt(rig.nowMillis() + MINUTE.toMillis()));
            rig.settle();
            assertThat(rig.asked("f")).isZero();
            assertThat(rig.stats().scheduledCount()).isEqualTo(1);

            rig.advance(MINUTE);
            assertThat(rig.asked("f")).isEqualTo(1);
        }
    }

    @Test
    void ofTwoClientsWithOneTorrentOneRetryIsScheduledAlsoAfterARestart() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f")) {
            rig.let("f", soon(5));
            rig.announce(leecher(1, 1, CLIENT));
            rig.announce(leecher(1, 2, at("10.0.0.2", 2)));
            rig.settle();
            assertThat(rig.stats().pending()).isEqualTo(1);
            int asked = rig.asked("f");

            rig.restart();
            rig.announce(leecher(1, 3, at("10.0.0.3", 3)));
            rig.settle();
            assertThat(rig.stats().pending()).isEqualTo(1);
            assertThat(rig.asked("f"))
                    .as("it wanted five minutes of peace about that torrent")
                    .isEqualTo(asked);

            rig.let("f", found());
            rig.advance(Duration.ofMinutes(5));
            assertThat(rig.asked("f")).isEqualTo(asked + 1);
        }
    }

    @Test
    void jobsThatWaitAndThoseThatAreScheduledSurviveARestart() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, oneWorker(10), "slow", "later");
                Door door = new Door()) {
            rig.let("later", soon(5));
            rig.let("slow", failed());
            rig.announce(1);
            rig.settle();
            rig.let("slow", door);
            rig.put(job("slow", 2));
            rig.awaitAsked("slow", 2);
            rig.put(job("slow", 3));
            assertThat(rig.stats().pending()).isEqualTo(3);

            rig.let("slow", found());
            rig.let("later", found());
            rig.restart();
            rig.advance(Duration.ofSeconds(1));
            assertThat(rig.asked("slow")).as("one was in hand, one waited").isGreaterThanOrEqualTo(4);
            rig.advance(Duration.ofMinutes(5));
            assertThat(rig.asked("later")).isEqualTo(2);
            assertThat(rig.stats().pending()).isZero();
        }
    }

    @Test
    void clientThatLeavesTakesItsJobsAlongAndIsTakenLeaveOf() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f", "later")) {
            rig.let("later", soon(5));
            rig.announce(1);
            rig.settle();

            rig.announce(announce(1, 1, CLIENT, Event.STOPPED, 1, -1));
            rig.settle();
            assertThat(rig.asked("f")).as("it knew the client").isEqualTo(2);
            rig.advance(Duration.ofMinutes(5));
            assertThat(rig.asked("later")).isEqualTo(1);
            assertThat(rig.stats().pending()).isZero();
        }
    }

    @Test
    void nextTenScheduledJobsAreShownTheFirstFirst() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "f")) {
            for (int torrent = 1; torrent <= 12; torrent++) {
                rig.let("f", soon(torrent % 6 + 1));
                rig.announce(torrent);
                rig.settle();
            }

            assertThat(rig.stats().scheduledCount()).isEqualTo(12);
            assertThat(rig.stats().scheduled())
                    .extracting(ScheduledStats::timeToExecMillis)
                    .containsExactly(
                            60_000L, 60_000L, 120_000L, 120_000L, 180_000L, 180_000L, 240_000L, 240_000L, 300_000L,
                            300_000L);
            rig.advance(MINUTE);
            assertThat(rig.stats().scheduled().getFirst())
                    .isEqualTo(new ScheduledStats(hash(1).toString(), peer(1).toString(), "f", 60_000));
        }
    }

    static String oneWorker(int queueSize) {
        return "forwarder_workers = 1\nmax_forwarder_workers = 1\nforwarder_concurrency = 1\n"
                + "queue_throttle_threshold = 0\nforwarder_queue_size = " + queueSize + "\n";
    }

    /** Has the only worker wait behind the door, and so many jobs behind it. */
    private static void fill(ForwardingRig rig, Door door, int jobs) {
        int before = rig.asked("f");
        rig.let("f", door);
        rig.put(job("f", 1_000));
        rig.awaitAsked("f", before + 1);
        IntStream.range(0, jobs).forEach(i -> rig.put(job("f", 1_001 + i)));
        assertThat(rig.stats().queueDepth()).isEqualTo(jobs);
    }

    private static AnnounceJob job(String forwarder, int torrent) {
        return new AnnounceJob(forwarder, leecher(torrent, 1, CLIENT), 0);
    }

    private static ForwarderReply soon(int minutes) {
        return new ForwarderReply.Declined("Soon.", new RetryAdvice.Soon(Duration.ofMinutes(minutes)));
    }

    private static ForwarderReply found() {
        return new ForwarderReply.Found(List.of(STRANGER), INTERVAL, Optional.empty());
    }

    private static ForwarderReply failed() {
        return new ForwarderReply.Failed("It hangs.");
    }

    private static Reply.Answer answer(Reply reply) {
        return (Reply.Answer) reply;
    }
}
