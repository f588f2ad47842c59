package io.fila.retracker.forwarder;

import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.outbound.ForwardedAnnounce;
import io.fila.retracker.outbound.ForwarderReply;
import io.fila.retracker.outbound.RetryAdvice;
import io.fila.retracker.swarm.Family;
import io.fila.retracker.swarm.SwarmLimits;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Contact;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of jobs, in virtual time and with forwarders that say what the test wants. */
final class JobRunTest {
    private static final Endpoint A = at("10.0.0.1", 1);
    private static final Endpoint STRANGER = at("203.0.113.9", 9);
    private static final long MINUTE = 60_000;
    private static final Duration RETRY_PERIOD = Duration.ofMinutes(5);

    private final Swarms swarms = new Swarms(new SwarmLimits(Duration.ofHours(3), 100, 100, 100, 100));
    private final List<ForwardedAnnounce> asked = new ArrayList<>();
    private ForwarderReply reply = found();
    private boolean throwing;
    private final Members members = new Members(
            new ForwardingConfig(
                    "",
                    Path.of("unused"),
                    10,
                    1,
                    2,
                    1,
                    60,
                    80,
                    60,
                    20,
                    100,
                    100,
                    200,
                    Duration.ofSeconds(30),
                    RETRY_PERIOD,
                    3,
                    List.of(forwarder("one"), forwarder("two"))),
            config -> announce -> {
                asked.add(announce);
                if (throwing) {
                    throw new IllegalArgumentException("http://tracker.example/s3cret");
                }
                return reply;
            },
            new RememberedDisablings());
    private final OwnAddresses own = new OwnAddresses(List.of(at("198.51.100.1", 5)));
    private final Departures departures = new Departures();
    private final JobRun jobs = new JobRun(
            members,
            swarms,
            own,
            departures,
            new ScheduledTwins(10),
            new JobsNotMade(),
            Duration.ofMinutes(30),
            RETRY_PERIOD);
    private long now = 1_000;

    @Test
    void forwarderThatNeverSawATorrentIsEligibleAndThenRestsAsLongAsItSays() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        assertThat(eligible()).containsExactly("one", "two");

        assertThat(run("one")).isEqualTo(Settlement.DONE);

        assertThat(eligible()).containsExactly("two");
        now += 15 * MINUTE - 1;
        assertThat(eligible()).containsExactly("two");
        now++;
        assertThat(eligible()).containsExactly("one", "two");
    }

    @Test
    void whatItFoundIsToldAndItIsKnownToHaveHeardOfThePeer() throws Exception {
        swarms.enter(leecher(1, 1, A), now);

        run("two");

        assertThat(told()).containsExactly(STRANGER);
        assertThat(swarms.leave(hash(1), A).stream()).containsExactly(1);
    }

    @Test
    void intervalsWithoutSenseAreBroughtIntoBounds() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        reply = new ForwarderReply.Found(List.of(), Duration.ofSeconds(1), Optional.empty());
        run("one");
        now += MINUTE - 1;
        assertThat(eligible()).doesNotContain("one");
        now++;
        reply = new ForwarderReply.Found(List.of(), Duration.ofDays(999), Optional.empty());
        run("one");
        now += Duration.ofDays(1).toMillis();
        assertThat(eligible()).contains("one");
        reply = new ForwarderReply.Found(List.of(), Duration.ZERO, Optional.empty());
        run("one");
        now += 30 * MINUTE - 1;
        assertThat(eligible()).doesNotContain("one");
    }

    @Test
    void failureKeepsThePeersFoundBeforeAndRestsAWhile() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        run("one");
        reply = new ForwarderReply.Failed("It hangs.");

        assertThat(run("one")).isEqualTo(Settlement.DONE);

        assertThat(told()).containsExactly(STRANGER);
        now += RETRY_PERIOD.toMillis();
        assertThat(eligible()).contains("one");
    }

    @Test
    void forwarderThatFailsTooOftenIsLeftAloneForEveryTorrentAndJobsForItAreOver() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        swarms.enter(leecher(2, 1, A), now);
        reply = new ForwarderReply.Failed("It hangs.");
        run("one");
        run("one");
        run("one");
        asked.clear();

        assertThat(members.eligible(swarms, hash(2), now))
                .extracting(Member::name)
                .containsExactly("two");
        assertThat(run("one")).isEqualTo(Settlement.DONE);
        assertThat(asked).isEmpty();
        assertThat(members.stats(forwarder -> 0, now)).first().satisfies(stats -> {
            assertThat(stats.state()).isEqualTo("suspended");
            assertThat(stats.failuresInRow()).isEqualTo(3);
            assertThat(stats.lastFailure()).isEqualTo("It hangs.");
        });
        now += RETRY_PERIOD.toMillis();
        assertThat(eligible()).contains("one");
    }

    @Test
    void whatNobodyExpectedIsAFailureAndTheJobIsOver() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        throwing = true;

        assertThat(run("one")).isEqualTo(Settlement.DONE);

        assertThat(eligible()).containsExactly("two");
        assertThat(members.stats(forwarder -> 0, now)).first().satisfies(stats -> {
            assertThat(stats.failuresInRow()).isEqualTo(1);
            assertThat(stats.lastFailure()).isEqualTo("It could not be asked.");
        });
    }

    @Test
    void busyForwarderIsLeftAloneAtOnce() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        reply = new ForwarderReply.Busy("Status 429.", Duration.ofMinutes(1));

        assertThat(run("one")).isEqualTo(Settlement.DONE);

        assertThat(eligible()).containsExactly("two");
        now += MINUTE;
        assertThat(eligible()).containsExactly("one", "two");
    }

    @Test
    void retryInNeverDisablesTheForwarder() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        reply = new ForwarderReply.Declined("Go away.", new RetryAdvice.Never());

        assertThat(run("one")).isEqualTo(Settlement.DONE);

        now += Duration.ofDays(365).toMillis();
        assertThat(eligible()).containsExactly("two");
        assertThat(members.stats(forwarder -> 0, now).getFirst().state()).isEqualTo("disabled");
    }

    @Test
    void retryInTenMinutesOrMoreMakesNoJobButTheForwarderRestsForThatTorrent() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        reply = new ForwarderReply.Declined("Later.", new RetryAdvice.Later(Duration.ofMinutes(10)));

        assertThat(run("one")).isEqualTo(Settlement.DONE);

        now += 10 * MINUTE - 1;
        assertThat(eligible()).containsExactly("two");
        now++;
        assertThat(eligible()).containsExactly("one", "two");
    }

    @Test
    void retryInLessThanTenMinutesKeepsTheJobUntilThenAndTheForwarderIsNotDueEarlier() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        reply = new ForwarderReply.Declined("Soon.", new RetryAdvice.Soon(Duration.ofMinutes(9)));

        assertThat(run("one")).isEqualTo(new Settlement.Again(Duration.ofMinutes(9)));

        now += 9 * MINUTE - 1;
        assertThat(eligible()).containsExactly("two");
    }

    @Test
    void failureWithoutAdviceIsAnOrdinaryOneOfAForwarderThatIsWell() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        reply = new ForwarderReply.Declined("Unregistered torrent.", RetryAdvice.NONE);
        for (int i = 0; i < 5; i++) {
            assertThat(run("one")).isEqualTo(Settlement.DONE);
        }

        assertThat(eligible()).containsExactly("two");
        now += RETRY_PERIOD.toMillis();
        assertThat(eligible()).containsExactly("one", "two");
    }

    @Test
    void jobThatIsTakenUpTooEarlyWaitsForItsTime() throws Exception {
        AnnounceJob early = new AnnounceJob("one", leecher(1, 1, A), now + 300);

        assertThat(jobs.run(early, () -> now)).isEqualTo(new Settlement.Again(Duration.ofMillis(300)));
        assertThat(asked).isEmpty();
        now += 300;
        assertThat(jobs.run(early, () -> now)).isEqualTo(Settlement.DONE);
        assertThat(asked).hasSize(1);
    }

    @Test
    void jobForAForwarderThatIsNoLongerThereIsOver() throws Exception {
        assertThat(run("three")).isEqualTo(Settlement.DONE);
        assertThat(asked).isEmpty();
    }

    @Test
    void stoppedIsForwardedAndItsAnswerIsNotKept() throws Exception {
        swarms.enter(leecher(1, 2, at("10.0.0.2", 2)), now);

        jobs.run(new AnnounceJob("one", announce(1, 1, A, Event.STOPPED, 0, -1), 0), () -> now);

        assertThat(asked)
                .singleElement()
                .satisfies(said -> assertThat(said.event()).isEqualTo(Event.STOPPED));
        assertThat(swarms.totals().forwarderPeers()).isZero();
        assertThat(eligible()).contains("one");
    }

    @Test
    void stoppedIsNotSaidOfAClientThatIsBackAndIsSaidWhenItLeavesAgain() throws Exception {
        swarms.enter(leecher(1, 1, A), now);

        assertThat(jobs.run(new AnnounceJob("two", announce(1, 1, A, Event.STOPPED, 0, -1), 0), () -> now))
                .isEqualTo(Settlement.DONE);

        assertThat(asked).isEmpty();
        assertThat(swarms.leave(hash(1), A).stream()).as("who still knows it").containsExactly(1);
    }

    @Test
    void weUnderAClientsPortAreNotToldAlsoWhenAForwarderSaysWhoWeAre() throws Exception {
        swarms.enter(leecher(1, 1, A), now);
        Endpoint external = at("192.0.2.55", 0);
        reply = new ForwarderReply.Found(
                List.of(at("198.51.100.1", 1), external.withPort(1), STRANGER), Duration.ZERO, Optional.of(external));

        run("one");

        assertThat(told()).containsExactly(STRANGER);
    }

    private Settlement run(String forwarder) throws InterruptedException {
        return jobs.run(new AnnounceJob(forwarder, leecher(1, 1, A), 0), () -> now);
    }

    private List<String> eligible() {
        return members.eligible(swarms, hash(1), now).stream().map(Member::name).toList();
    }

    private List<Endpoint> told() {
        return swarms.select(leecher(1, 1, A), 50, Family.ANY, now).contacts().stream()
                .map(Contact::endpoint)
                .toList();
    }

    private static ForwarderReply found() {
        return new ForwarderReply.Found(List.of(STRANGER), Duration.ofMinutes(15), Optional.empty());
    }

    private static ForwarderConfig forwarder(String name) {
        return new ForwarderConfig(URI.create("http://" + name + ".example/announce"), name, null, null);
    }
}
