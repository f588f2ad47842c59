package io.fila.retracker.swarm;

import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Contact;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SwarmsTest {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final Endpoint A = at("10.0.0.1", 1);
    private static final Endpoint B = at("10.0.0.2", 2);
    private static final Endpoint C = at("2001:db8::3", 3);
    private static final Endpoint STRANGER = at("203.0.113.9", 9);

    private final Swarms swarms = swarms(1_000, 1_000, 100, 1_000);

    @Test
    void peersAreToldOfEachOtherAndNotOfThemselves() {
        assertThat(swarms.enter(leecher(1, 1, A), 0)).isTrue();
        assertThat(swarms.enter(leecher(1, 2, B), 0)).isTrue();
        assertThat(swarms.enter(leecher(1, 1, A), 0)).isFalse();
        swarms.enter(leecher(2, 3, C), 0);

        assertThat(seenBy(leecher(1, 1, A), 0)).containsExactly(B);
        assertThat(seenBy(leecher(1, 9, STRANGER), 0)).containsExactly(A, B);
        assertThat(seenBy(leecher(1, 1, STRANGER), 0))
                .as("not by its peer id either")
                .containsExactly(B);
    }

    @Test
    void thoseWhoSpokeLastComeFirstAndNoMoreThanWanted() {
        IntStream.rangeClosed(1, 20).forEach(i -> swarms.enter(leecher(1, i, at("10.0.0.1", i)), i));
        swarms.enter(leecher(1, 5, at("10.0.0.1", 5)), 21);

        Selection selection = swarms.select(leecher(1, 99, STRANGER), 3, Family.ANY, 21);

        assertThat(selection.contacts())
                .extracting(contact -> contact.endpoint().port())
                .containsExactly(5, 20, 19);
        assertThat(swarms.select(leecher(1, 99, STRANGER), 0, Family.ANY, 21).contacts())
                .isEmpty();
    }

    @Test
    void peersNobodyCanReachAreCountedAndNotTold() {
        swarms.enter(leecher(1, 1, at("10.0.0.1", 0)), 0);

        assertThat(seenBy(leecher(1, 2, B), 0)).isEmpty();
        assertThat(swarms.counts(hash(1), 0)).isEqualTo(new SwarmCounts(0, 1, 0));
    }

    @Test
    void familyLimitsWhatIsTold() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.enter(leecher(1, 3, C), 0);
        swarms.merge(hash(1), 0, List.of(STRANGER, at("::9", 9)), ours -> false, 0);

        assertThat(endpoints(swarms.select(leecher(1, 2, B), 50, Family.V4, 0))).containsExactly(A, STRANGER);
        assertThat(endpoints(swarms.select(leecher(1, 2, B), 50, Family.V6, 0))).containsExactly(C, at("::9", 9));
    }

    @Test
    void seedersAndDownloadsAreCounted() {
        swarms.enter(announce(1, 1, A, Event.STARTED, 10, -1), 0);
        swarms.enter(announce(1, 1, A, Event.COMPLETED, 0, -1), 0);
        swarms.enter(announce(1, 1, A, Event.COMPLETED, 0, -1), 0);
        swarms.enter(announce(1, 2, B, Event.STARTED, -1, -1), 0);

        assertThat(swarms.counts(hash(1), 0)).isEqualTo(new SwarmCounts(1, 1, 1));
        assertThat(swarms.totals().seeders()).isEqualTo(1);

        swarms.leave(hash(1), A);

        assertThat(swarms.counts(hash(1), 0)).isEqualTo(new SwarmCounts(0, 1, 1));
    }

    @Test
    void silentPeersAgeAwayOneByOne() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.enter(leecher(1, 2, B), 100 * MINUTE);

        assertThat(seenBy(leecher(1, 9, STRANGER), 180 * MINUTE)).containsExactly(B, A);
        assertThat(seenBy(leecher(1, 9, STRANGER), 180 * MINUTE + 1)).containsExactly(B);
        assertThat(swarms.counts(hash(1), 280 * MINUTE + 1)).isEqualTo(SwarmCounts.NONE);
        assertThat(swarms.totals()).isEqualTo(SwarmTotals.NONE);
    }

    @Test
    void silentSwarmsAgeAwayWithoutBeingAskedFor() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.enter(leecher(2, 1, A), 0);
        swarms.enter(leecher(1, 2, B), 10 * MINUTE);
        swarms.merge(hash(2), 0, List.of(STRANGER), ours -> false, 0);

        swarms.age(181 * MINUTE);

        assertThat(swarms.totals().hashes()).isEqualTo(1);
        assertThat(swarms.totals().forwarderPeers()).isZero();
        swarms.age(191 * MINUTE);
        assertThat(swarms.totals()).isEqualTo(SwarmTotals.NONE);
    }

    @Test
    void forwarderPeersComeAfterLocalOnesWithoutDuplicatesPortZeroAndTheAsker() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.enter(leecher(1, 2, B), 0);
        swarms.merge(hash(1), 0, List.of(STRANGER, A, at("203.0.113.1", 0), STRANGER), ours -> false, 0);
        swarms.merge(hash(1), 1, List.of(STRANGER, B, C), ours -> false, 0);

        assertThat(seenBy(leecher(1, 2, B), 0)).containsExactly(A, STRANGER, C);
        assertThat(endpoints(swarms.select(leecher(1, 2, B), 2, Family.ANY, 0))).containsExactly(A, STRANGER);
    }

    @Test
    void eachForwarderIsHeardBeforeOneIsHeardOutThatTellsOfMany() {
        swarms.enter(leecher(1, 1, A), 0);
        List<Endpoint> many =
                IntStream.rangeClosed(1, 200).mapToObj(STRANGER::withPort).toList();
        swarms.merge(hash(1), 0, many, ours -> false, 0);
        swarms.merge(hash(1), 1, List.of(B, C), ours -> false, 0);

        assertThat(endpoints(swarms.select(leecher(1, 1, A), 4, Family.ANY, 0)))
                .containsExactly(many.get(0), many.get(1), B, C);
        assertThat(endpoints(swarms.select(leecher(1, 1, A), 50, Family.ANY, 0)))
                .as("what one leaves is for the others")
                .hasSize(50)
                .contains(B, C)
                .doesNotHaveDuplicates();
    }

    @Test
    void weUnderAClientsPortAreThatClient() {
        Endpoint us = at("198.51.100.7", 1);
        swarms.enter(leecher(1, 1, A), 0);
        swarms.enter(leecher(1, 2, B), 0);

        swarms.merge(hash(1), 0, List.of(us, us.withPort(77), STRANGER.withPort(1)), us::sameAddress, 0);

        assertThat(seenBy(leecher(1, 2, B), 0))
                .as("our address with a port of nobody here is a neighbour; a stranger may have any port")
                .containsExactly(A, us.withPort(77), STRANGER.withPort(1));
    }

    @Test
    void newAnswerOfAForwarderReplacesItsLastOneAlone() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.merge(hash(1), 0, List.of(B), ours -> false, 0);
        swarms.merge(hash(1), 1, List.of(C), ours -> false, 0);
        swarms.merge(hash(1), 0, List.of(STRANGER), ours -> false, 0);

        assertThat(seenBy(leecher(1, 1, A), 0)).containsExactly(STRANGER, C);
        assertThat(swarms.totals().forwarderPeers()).isEqualTo(2);
    }

    @Test
    void forwarderPeersAgeAndVanishWithTheLastLocalPeer() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.merge(hash(1), 0, List.of(STRANGER), ours -> false, 0);
        swarms.enter(leecher(1, 1, A), 170 * MINUTE);

        assertThat(seenBy(leecher(1, 1, A), 180 * MINUTE)).containsExactly(STRANGER);
        assertThat(seenBy(leecher(1, 1, A), 181 * MINUTE)).isEmpty();

        swarms.merge(hash(1), 0, List.of(STRANGER), ours -> false, 181 * MINUTE);
        swarms.leave(hash(1), A);
        assertThat(swarms.totals()).isEqualTo(SwarmTotals.NONE);
        swarms.merge(hash(1), 0, List.of(STRANGER), ours -> false, 181 * MINUTE);
        assertThat(swarms.totals()).as("nobody here wants them").isEqualTo(SwarmTotals.NONE);
    }

    @Test
    void peerThatComesBackAfterItAgedAwayFindsNothingOfOld() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.merge(hash(1), 0, List.of(STRANGER), ours -> false, 0);

        assertThat(swarms.enter(leecher(1, 1, A), 181 * MINUTE)).isTrue();
        assertThat(swarms.totals().forwarderPeers()).isZero();
        assertThat(swarms.totals().peers()).isEqualTo(1);
    }

    @Test
    void forwarderRestsForOneTorrentUntilItsTime() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.enter(leecher(2, 1, A), 0);
        swarms.rest(hash(1), 3, 5_000);

        assertThat(swarms.resting(hash(1), 4_999).get(3)).isTrue();
        assertThat(swarms.resting(hash(1), 5_000).isEmpty()).isTrue();
        assertThat(swarms.resting(hash(2), 0).isEmpty()).isTrue();
        assertThat(swarms.resting(hash(3), 0).isEmpty()).as("never seen").isTrue();
    }

    @Test
    void whoWasToldOfAPeerIsKnownWhenItLeaves() {
        swarms.enter(leecher(1, 1, A), 0);
        swarms.enter(leecher(1, 2, B), 0);
        swarms.markKnown(hash(1), A, 4);
        swarms.markKnown(hash(1), C, 4);

        assertThat(swarms.leave(hash(1), B).isEmpty()).isTrue();
        assertThat(swarms.leave(hash(1), A).stream()).containsExactly(4);
        assertThat(swarms.leave(hash(1), A).isEmpty()).isTrue();
    }

    @Test
    void beyondItsLimitATorrentForgetsThePeerThatWasSilentLongest() {
        Swarms few = swarms(10, 1_000, 2, 10);
        IntStream.rangeClosed(1, 3).forEach(i -> few.enter(leecher(1, i, at("10.0.0.1", i)), i));

        assertThat(endpoints(few.select(leecher(1, 9, STRANGER), 50, Family.ANY, 3)))
                .extracting(Endpoint::port)
                .containsExactly(3, 2);
        assertThat(few.totals().forgotten()).isEqualTo(1);
    }

    @Test
    void beyondTheLimitOfTorrentsOrPeersTheMostSilentTorrentIsForgotten() {
        Swarms few = swarms(2, 3, 100, 10);
        few.enter(leecher(1, 1, A), 0);
        few.enter(leecher(2, 1, A), 1);
        few.enter(leecher(1, 1, A), 2);
        few.enter(leecher(3, 1, A), 3);
        assertThat(few.counts(hash(2), 3)).isEqualTo(SwarmCounts.NONE);
        assertThat(few.totals().hashes()).isEqualTo(2);

        IntStream.rangeClosed(1, 9).forEach(i -> few.enter(leecher(3, i, at("10.0.0.3", i)), 4));

        assertThat(few.counts(hash(1), 4)).isEqualTo(SwarmCounts.NONE);
        assertThat(few.totals().peers()).isEqualTo(3);
    }

    @Test
    void beyondTheirLimitFurtherForwarderPeersAreNotKept() {
        Swarms few = swarms(10, 10, 10, 3);
        few.enter(leecher(1, 1, A), 0);
        few.merge(hash(1), 0, List.of(at("1.1.1.1", 1), at("1.1.1.2", 1)), ours -> false, 0);
        few.merge(hash(1), 1, List.of(at("1.1.1.3", 1), at("1.1.1.4", 1)), ours -> false, 0);
        few.merge(hash(1), 2, List.of(at("1.1.1.5", 1)), ours -> false, 0);
        assertThat(few.totals().forwarderPeers()).isEqualTo(3);
        assertThat(few.totals().notKept()).isEqualTo(1);

        few.merge(hash(1), 0, List.of(at("1.1.1.6", 1), at("1.1.1.7", 1)), ours -> false, 0);

        assertThat(endpoints(few.select(leecher(1, 2, B), 50, Family.ANY, 0)))
                .as("what a forwarder had it may replace")
                .contains(at("1.1.1.6", 1), at("1.1.1.7", 1));
    }

    private List<Endpoint> seenBy(Announce asker, long nowMillis) {
        return endpoints(swarms.select(asker, 200, Family.ANY, nowMillis));
    }

    private static List<Endpoint> endpoints(Selection selection) {
        return selection.contacts().stream().map(Contact::endpoint).toList();
    }

    private static Swarms swarms(int hashes, int peers, int peersPerHash, int forwarderPeers) {
        return new Swarms(new SwarmLimits(Duration.ofHours(3), hashes, peers, peersPerHash, forwarderPeers), 1);
    }
}
