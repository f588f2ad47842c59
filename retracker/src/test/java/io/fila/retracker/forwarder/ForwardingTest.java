package io.fila.retracker.forwarder;

import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.outbound.ForwardedAnnounce;
import io.fila.retracker.outbound.ForwarderReply;
import io.fila.retracker.outbound.RetryAdvice;
import io.fila.retracker.swarm.Family;
import io.fila.retracker.swarm.SwarmLimits;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.tracker.Reply;
import io.fila.retracker.tracker.Tracker;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The whole of forwarding in virtual time: tracker, queue, workers, and forwarders that say what the test wants. */
final class ForwardingTest {
    private static final Endpoint A = at("10.0.0.1", 1);
    private static final Endpoint B = at("10.0.0.2", 2);
    private static final Endpoint STRANGER = at("203.0.113.9", 9);
    private static final long MINUTE = 60_000;
    private static final Duration RETRY_PERIOD = Duration.ofMinutes(5);
    private static final int CAPACITY = 10;

    private final Swarms swarms = new Swarms(new SwarmLimits(Duration.ofHours(3), 10_000, 10_000, 100, 10_000));
    private final Map<String, ForwarderReply> replies = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final List<ForwardedAnnounce> said = new ArrayList<>();
    private final Departures departures = new Departures();
    private final JobsNotMade notMade = new JobsNotMade();
    private final ScheduledTwins twins = new ScheduledTwins(CAPACITY);
    private FakeJobQueue queue = new FakeJobQueue(CAPACITY);
    private Members members = members(3);
    private Forwarding forwarding = forwarding(CAPACITY, 80);
    private final JobRun worker = new JobRun(
            members,
            swarms,
            new OwnAddresses(List.of()),
            departures,
            twins,
            notMade,
            Duration.ofMinutes(30),
            RETRY_PERIOD);
    private final Tracker tracker = new Tracker(
            swarms, (heard, nowMillis) -> forwarding.hear(heard, nowMillis), Duration.ofMinutes(30), RETRY_PERIOD);
    private long now = 1_000;

    @Test
    void firstAnnounceIsForwardedAtOnceAndTheClientComesBackSoonForWhatIsFound() throws Exception {
        Reply.Answer first = answered(leecher(1, 1, A));
        assertThat(first.intervalSeconds()).isEqualTo(300);
        assertThat(first.selection().contacts()).isEmpty();

        work();

        assertThat(asked).containsExactlyInAnyOrder("f0", "f1", "f2");
        Reply.Answer second = answered(leecher(1, 1, A));
        assertThat(second.intervalSeconds()).isEqualTo(1_800);
        assertThat(second.selection().contacts()).hasSize(1);
    }

    @Test
    void reannounceIsForwardedOnlyToForwardersThatAreDue() throws Exception {
        replies.put("f1", new ForwarderReply.Found(List.of(), Duration.ofHours(1), Optional.empty()));
        answered(leecher(1, 1, A));
        work();
        asked.clear();

        now += 15 * MINUTE - 1;
        answered(leecher(1, 1, A));
        assertThat(queue.waiting()).as("nobody is due: no job").isZero();

        now++;
        answered(leecher(1, 1, A));
        work();
        assertThat(asked).containsExactlyInAnyOrder("f0", "f2");

        answered(leecher(1, 1, A));
        assertThat(queue.waiting())
                .as("the time of the next announce was moved on")
                .isZero();
    }

    @Test
    void sameJobIsNotMadeTwiceWhileItWaitsAndIsMadeAgainAfterwards() throws Exception {
        replies.put("f0", new ForwarderReply.Failed("It hangs."));
        answered(leecher(1, 1, A));
        answered(leecher(1, 1, A));
        assertThat(queue.waiting()).isEqualTo(3);
        answered(leecher(1, 2, B));
        assertThat(queue.waiting()).as("another client has jobs of its own").isEqualTo(6);

        work();
        now += RETRY_PERIOD.toMillis();
        answered(leecher(1, 1, A));

        assertThat(queue.jobs(Lane.NORMAL)).extracting(AnnounceJob::forwarder).containsExactly("f0");
    }

    @Test
    void initialAnnounceThatFindsTheQueueFullIsTurnedAwayAndLeavesNothing() {
        fillQueue();

        assertThat(reply(leecher(77, 1, A))).isInstanceOfSatisfying(Reply.Failure.class, failure -> {
            assertThat(failure.intervalSeconds()).isEqualTo(300);
            assertThat(failure.retryMinutes()).isEqualTo(5);
        });
        assertThat(queue.waiting()).isEqualTo(CAPACITY);
        assertThat(swarms.counts(hash(77), now).incomplete()).isZero();
    }

    @Test
    void initialAnnounceThatOnlyOneWithMoreThanItsShareIsDueForIsAnswered() throws Exception {
        replies.put("f2", new ForwarderReply.Found(List.of(STRANGER), Duration.ofMinutes(1), Optional.empty()));
        answered(leecher(1, 1, A));
        work();
        now += MINUTE;
        fillQueue(70);

        Reply.Answer answer = answered(leecher(1, 2, B));

        assertThat(answer.selection().contacts())
                .extracting(contact -> contact.endpoint())
                .containsExactly(A, STRANGER);
        assertThat(answer.intervalSeconds()).isEqualTo(300);
        assertThat(queue.waiting()).isEqualTo(7);
    }

    @Test
    void reannounceThatFindsTheQueueFullIsDroppedAndCountedAndAnsweredAllTheSame() throws Exception {
        swarms.enter(leecher(77, 1, A), now);
        fillQueue();

        assertThat(reply(leecher(77, 1, A))).isInstanceOf(Reply.Answer.class);

        assertThat(notMade.droppedFull())
                .as("two because the queue is full, one because all of it is its own")
                .isEqualTo(3);
        work();
        answered(leecher(77, 1, A));
        assertThat(queue.waiting()).as("it can be made again").isEqualTo(3);
    }

    @Test
    void scheduledJobIsKeptAlsoWhileTheQueueIsFull() throws Exception {
        replies.put("f0", new ForwarderReply.Declined("Soon.", new RetryAdvice.Soon(Duration.ofMinutes(2))));
        answered(leecher(1, 1, A));
        work();
        assertThat(queue.waiting()).isEqualTo(1);
        fillQueue();
        asked.clear();
        replies.remove("f0");

        now += 2 * MINUTE;
        work();

        assertThat(asked).contains("f0");
        assertThat(said.stream().filter(each -> each.hash().equals(hash(1)))).hasSize(4);
    }

    @Test
    void ofTwoClientsWithTheSameTorrentOneRetryIsScheduled() throws Exception {
        replies.put("f0", new ForwarderReply.Declined("Soon.", new RetryAdvice.Soon(Duration.ofMinutes(2))));
        answered(leecher(1, 1, A));
        answered(leecher(1, 2, B));

        work();

        assertThat(queue.jobs(Lane.NORMAL)).as("its twin was refused").hasSize(1);
        now += MINUTE;
        answered(leecher(1, 1, A));
        answered(leecher(1, 2, B));
        assertThat(queue.waiting()).as("nor is another made before its time").isEqualTo(1);
        now += MINUTE;
        work();
        assertThat(queue.jobs(Lane.NORMAL)).as("it can be scheduled again").hasSize(1);
    }

    @Test
    void initialAnnouncesAreLimitedOnlyWhileTheQueueIsNearlyFull() {
        use(1, 1_000, 80);
        IntStream.range(0, 799).forEach(i -> assertThat(reply(leecher(i, 1, A))).isInstanceOf(Reply.Answer.class));
        assertThat(forwarding.rateLimited()).isZero();

        reply(leecher(900, 1, A));
        for (int i = 0; i < 5; i++) {
            assertThat(reply(leecher(1_000 + i, 1, A))).as("the burst").isInstanceOf(Reply.Answer.class);
        }
        assertThat(reply(leecher(2_000, 1, A))).isInstanceOf(Reply.Failure.class);
        assertThat(forwarding.rateLimited()).isEqualTo(1);
        assertThat(reply(leecher(0, 1, A))).as("one that is known").isInstanceOf(Reply.Answer.class);

        now += 500;
        assertThat(reply(leecher(2_000, 1, A))).as("two a second").isInstanceOf(Reply.Answer.class);
        assertThat(reply(leecher(2_001, 1, A))).isInstanceOf(Reply.Failure.class);
    }

    @Test
    void limitOfInitialAnnouncesCanBeSwitchedOff() {
        use(1, 100, 0);

        IntStream.range(0, 100).forEach(i -> assertThat(reply(leecher(i, 1, A))).isInstanceOf(Reply.Answer.class));

        assertThat(forwarding.rateLimited()).isZero();
    }

    @Test
    void fewerForwardersAreAskedWhileTheQueueIsFull() {
        use(8, 100, 0);
        IntStream.range(0, 7).forEach(i -> reply(leecher(i, 1, A)));
        assertThat(queue.waiting()).isEqualTo(56);
        reply(leecher(7, 1, A));
        assertThat(queue.waiting()).isEqualTo(64);

        reply(leecher(8, 1, A));

        assertThat(queue.waiting()).as("two of eight").isEqualTo(66);
    }

    @Test
    void clientThatLeavesCancelsItsJobsAndIsTakenLeaveOfWhereItIsKnown() throws Exception {
        answered(leecher(1, 1, A));
        work();
        now += 15 * MINUTE;
        answered(leecher(1, 1, A));
        asked.clear();
        said.clear();

        reply(announce(1, 1, A, Event.STOPPED, 1, -1));
        assertThat(queue.jobs(Lane.URGENT)).hasSize(3);
        work();

        assertThat(said).hasSize(3).allSatisfy(each -> assertThat(each.event()).isEqualTo(Event.STOPPED));
        reply(announce(1, 1, A, Event.STOPPED, 1, -1));
        assertThat(queue.waiting()).as("nobody knows it any more").isZero();
    }

    @Test
    void clientThatStopsBeforeItStartsIsForwarded() throws Exception {
        reply(announce(1, 1, A, Event.STOPPED, 1, -1));
        assertThat(queue.waiting()).isZero();

        answered(announce(1, 1, A, Event.STARTED, 1, -1));
        work();

        assertThat(asked).hasSize(3);
    }

    @Test
    void completionIsSaidOnceWhereTheClientIsKnownWithoutWaitingBehindOthers() throws Exception {
        answered(leecher(1, 1, A));
        work();
        said.clear();
        fillQueue();

        answered(announce(1, 1, A, Event.COMPLETED, 0, -1));
        answered(announce(1, 1, A, Event.COMPLETED, 0, -1));
        assertThat(queue.jobs(Lane.URGENT)).hasSize(3);
        work();

        assertThat(said.stream().filter(each -> each.event() == Event.COMPLETED))
                .hasSize(3);
    }

    @Test
    void jobsOfBeforeARestartAreTakenUpAlthoughNobodyHasAnnouncedItselfYet() throws Exception {
        queue.offer(new AnnounceJob("f1", leecher(1, 1, A), 0), Lane.NORMAL).join();

        work();

        assertThat(asked).containsExactly("f1");
    }

    @Test
    void oneForwarderThatFailsDoesNotTouchTheOthers() throws Exception {
        replies.put("f0", new ForwarderReply.Busy("Status 429.", Duration.ofMinutes(1)));
        replies.put("f1", new ForwarderReply.Failed("It talks garbage."));
        answered(leecher(1, 1, A));
        work();

        assertThat(swarms.select(leecher(1, 1, A), 50, Family.ANY, now).contacts())
                .extracting(contact -> contact.endpoint())
                .containsExactly(STRANGER);
    }

    private void fillQueue() {
        fillQueue(100);
    }

    private void fillQueue(int percent) {
        for (int i = 0; queue.fillPercent() < percent; i++) {
            queue.offer(new AnnounceJob("f2", leecher(50_000 + i, 1, A), 0), Lane.NORMAL)
                    .join();
        }
    }

    private void work() throws InterruptedException {
        queue.work(worker, now);
    }

    private Reply.Answer answered(Announce announce) {
        return (Reply.Answer) reply(announce);
    }

    private Reply reply(Announce announce) {
        return tracker.announce(announce, Family.ANY, now).join();
    }

    private Members members(int forwarders) {
        return new Members(
                config(forwarders, CAPACITY, 80),
                config -> announce -> {
                    asked.add(config.name());
                    said.add(announce);
                    return replies.getOrDefault(
                            config.name(),
                            new ForwarderReply.Found(List.of(STRANGER), Duration.ofMinutes(15), Optional.empty()));
                },
                new RememberedDisablings());
    }

    /** Forwarding to so many others, in a queue of that capacity. */
    private void use(int forwarders, int capacity, int rateLimitThreshold) {
        queue = new FakeJobQueue(capacity);
        members = members(forwarders);
        forwarding = forwarding(capacity, rateLimitThreshold);
    }

    private Forwarding forwarding(int capacity, int rateLimitThreshold) {
        return new Forwarding(
                config(0, capacity, rateLimitThreshold),
                members,
                swarms,
                queue,
                departures,
                twins,
                notMade,
                RETRY_PERIOD,
                new Random(1),
                0);
    }

    private static ForwardingConfig config(int forwarders, int capacity, int rateLimitThreshold) {
        List<ForwarderConfig> all = IntStream.range(0, forwarders)
                .mapToObj(
                        i -> new ForwarderConfig(URI.create("http://f" + i + ".example/announce"), "f" + i, null, null))
                .toList();
        return new ForwardingConfig(
                "",
                Path.of("unused"),
                capacity,
                1,
                2,
                1,
                60,
                rateLimitThreshold,
                60,
                2,
                100,
                2,
                5,
                Duration.ofSeconds(30),
                RETRY_PERIOD,
                10,
                all);
    }
}
