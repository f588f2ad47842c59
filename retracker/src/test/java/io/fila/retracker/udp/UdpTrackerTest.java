package io.fila.retracker.udp;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.swarm.SwarmLimits;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.tracker.Tracker;
import io.fila.retracker.tracker.Verdict;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UdpTrackerTest {
    private static final Endpoint A = at("10.0.0.1", 5_001);
    private static final Endpoint B = at("10.0.0.2", 5_002);
    private static final Endpoint SIX = at("2001:db8::6", 5_006);
    private static final int TRANSACTION = 0x20_2b_25_00;

    private final Swarms swarms = new Swarms(new SwarmLimits(Duration.ofHours(3), 10_000, 10_000, 1_000, 1_000));
    private final Metrics metrics = new Metrics();
    private CompletableFuture<Verdict> verdict = Verdict.WELCOME;
    private final UdpTracker tracker = new UdpTracker(
            new Tracker(swarms, (announcement, nowMillis) -> verdict, Duration.ofMinutes(30), Duration.ofMinutes(5)),
            new ConnectionIds(new byte[ConnectionIds.KEY_BYTES]),
            metrics);
    private long now = 1_000_000;

    @Test
    void announcedPeersAreToldOfInSixBytesEach() {
        announce(A, 1, 6_881, 0, Event.STARTED, -1, new byte[0]);
        ByteBuffer answer = announce(B, 2, 6_882, 5, Event.STARTED, -1, new byte[0]);

        assertThat(answer.getInt()).isEqualTo(Action.ANNOUNCE);
        assertThat(answer.getInt()).isEqualTo(TRANSACTION);
        assertThat(answer.getInt()).as("interval").isEqualTo(1_800);
        assertThat(answer.getInt()).as("leechers").isEqualTo(1);
        assertThat(answer.getInt()).as("seeders").isEqualTo(1);
        assertThat(Endpoint.readV4(answer)).isEqualTo(A.withPort(6_881));
        assertThat(answer.hasRemaining()).isFalse();
    }

    @Test
    void clientOverIpv6IsToldOfIpv6PeersAlone() {
        announce(A, 1, 6_881, 0, Event.NONE, -1, new byte[0]);
        announce(SIX, 2, 6_882, 0, Event.NONE, -1, new byte[0]);
        ByteBuffer answer = announce(at("2001:db8::7", 1), 3, 6_883, 0, Event.NONE, -1, new byte[0]);

        assertThat(answer.remaining()).isEqualTo(20 + 18);
        assertThat(Endpoint.readV6(answer.position(20))).isEqualTo(SIX.withPort(6_882));
    }

    @Test
    void answerFitsAPacketThatNobodyHasToCut() {
        for (int i = 1; i <= 300; i++) {
            announce(SIX, i, i, 0, Event.NONE, 0, new byte[0]);
            announce(A, i, i, 0, Event.NONE, 0, new byte[0]);
        }

        assertThat(announce(at("::7", 1), 999, 1, 0, Event.NONE, 1_000, new byte[0])
                        .remaining())
                .isEqualTo(20 + 76 * 18)
                .isLessThanOrEqualTo(UdpTracker.PACKET_BYTES);
        assertThat(announce(B, 999, 1, 0, Event.NONE, 1_000, new byte[0]).remaining())
                .isEqualTo(20 + 200 * 6);
        assertThat(announce(B, 999, 1, 0, Event.NONE, -1, new byte[0]).remaining())
                .isEqualTo(20 + 50 * 6);
    }

    @Test
    void optionsAndPaddingAfterAnAnnounceAreUnderstood() {
        assertThat(actionOf(announce(A, 1, 1, 0, Event.NONE, -1, new byte[2]))).isEqualTo(Action.ANNOUNCE);
        assertThat(actionOf(announce(A, 1, 1, 0, Event.NONE, -1, AnnounceOptions.writeUrlData("/announce"))))
                .isEqualTo(Action.ANNOUNCE);
        assertThat(actionOf(announce(A, 1, 1, 0, Event.NONE, -1, new byte[] {2, 50, 'x'})))
                .isEqualTo(Action.ERROR);
    }

    @Test
    void eventsChangeWhoIsThere() {
        announce(A, 1, 1, 5, Event.STARTED, -1, new byte[0]);
        announce(A, 1, 1, 0, Event.COMPLETED, -1, new byte[0]);
        assertThat(swarms.counts(hash(1), now).downloaded()).isEqualTo(1);
        announce(A, 1, 1, 0, Event.STOPPED, -1, new byte[0]);
        assertThat(swarms.totals().peers()).isZero();
    }

    @Test
    void scrapeCountsInTheOrderItWasAsked() {
        announce(A, 1, 1, 0, Event.COMPLETED, -1, new byte[0]);
        announce(B, 2, 2, 7, Event.NONE, -1, new byte[0]);
        ByteBuffer request = request(connect(A), Action.SCRAPE, 40);
        hash(2).write(request);
        hash(1).write(request);

        ByteBuffer answer = only(hear(request.flip(), A));

        assertThat(answer.getInt()).isEqualTo(Action.SCRAPE);
        assertThat(answer.getInt()).isEqualTo(TRANSACTION);
        assertThat(List.of(answer.getInt(), answer.getInt(), answer.getInt())).containsExactly(0, 0, 0);
        assertThat(List.of(answer.getInt(), answer.getInt(), answer.getInt())).containsExactly(1, 1, 1);
        assertThat(answer.hasRemaining()).isFalse();
    }

    @Test
    void connectionIdIsGoodForTwoMinutesAtLeastAndThreeAtMostAndOnlyAtItsAddress() {
        now = 59_999;
        long id = connect(A);
        now += 120_000;
        assertThat(actionOf(only(hear(announce(id, 1, 1, 0, Event.NONE, -1), A.withPort(9)))))
                .as("a router may change the port")
                .isEqualTo(Action.ANNOUNCE);
        assertThat(actionOf(only(hear(announce(id, 1, 1, 0, Event.NONE, -1), B))))
                .isEqualTo(Action.ERROR);
        now++;
        assertThat(actionOf(only(hear(announce(id, 1, 1, 0, Event.NONE, -1), A))))
                .isEqualTo(Action.ERROR);

        id = connect(A);
        now += 180_000;
        assertThat(actionOf(only(hear(announce(id, 1, 1, 0, Event.NONE, -1), A))))
                .isEqualTo(Action.ERROR);
    }

    @Test
    void connectionIdsDependOnTheKey() {
        byte[] other = new byte[ConnectionIds.KEY_BYTES];
        other[7] = 1;

        assertThat(new ConnectionIds(other).make(A, now)).isNotEqualTo(connect(A));
    }

    @Test
    void forgedSenderIsNeverSentMoreThanWasSpentOnIt() {
        Random random = new Random(1);
        for (int size = 0; size < 200; size++) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            int sent = hear(ByteBuffer.wrap(bytes), A).stream()
                    .mapToInt(ByteBuffer::remaining)
                    .sum();
            assertThat(sent).isLessThanOrEqualTo(size);
        }
        assertThat(hear(ByteBuffer.allocate(15), A)).isEmpty();
    }

    @Test
    void hundredThousandConnectsFromForgedAddressesAreRememberedNowhere() {
        for (int i = 0; i < 100_000; i++) {
            connect(Endpoint.readV4(ByteBuffer.allocate(6).putInt(0, i)));
        }

        assertThat(swarms.totals().hashes()).isZero();
        assertThat(metrics.counted()).containsEntry("udp_connects", 100_000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 97})
    void announceThatIsTooShortGetsAnError(int size) {
        ByteBuffer request = announce(connect(A), 1, 1, 0, Event.NONE, -1).limit(size);

        assertThat(actionOf(only(hear(request, A)))).isEqualTo(Action.ERROR);
    }

    @Test
    void unknownActionAndEmptyScrapeGetAnError() {
        assertThat(text(only(hear(request(connect(A), 7, 0).flip(), A)))).contains("Expected action");
        assertThat(text(only(hear(request(connect(A), Action.SCRAPE, 0).flip(), A))))
                .contains("info_hash");
    }

    @Test
    void clientThatIsTurnedAwayGetsAnErrorWhenTheVerdictIsThere() {
        verdict = new CompletableFuture<>();
        List<ByteBuffer> sent = hear(announce(connect(A), 1, 1, 0, Event.STARTED, -1), A);
        assertThat(sent).isEmpty();

        verdict.complete(new Verdict.Refused("Too many at once.", 300));

        assertThat(text(only(sent))).isEqualTo("Too many at once.");
    }

    @Test
    void fuzzedPacketsGetAnAnswerOrNone() {
        byte[] good = new byte[98];
        for (long seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            announce(connect(A), 1, 1, 0, Event.NONE, -1).get(good);
            for (int changes = 1 + random.nextInt(5); changes > 0; changes--) {
                good[8 + random.nextInt(90)] = (byte) random.nextInt();
            }
            List<ByteBuffer> sent = hear(ByteBuffer.wrap(good, 0, random.nextInt(99)), A);
            assertThat(sent).as("seed " + seed).hasSizeLessThanOrEqualTo(1);
        }
    }

    private ByteBuffer announce(Endpoint from, int peer, int port, long left, Event event, int wanted, byte[] more) {
        ByteBuffer packet = announce(connect(from), peer, port, left, event, wanted);
        return only(hear(
                ByteBuffer.allocate(packet.remaining() + more.length)
                        .put(packet)
                        .put(more)
                        .flip(),
                from));
    }

    private static ByteBuffer announce(long id, int peer, int port, long left, Event event, int wanted) {
        ByteBuffer packet = request(id, Action.ANNOUNCE, 82);
        hash(1).write(packet);
        peer(peer).write(packet);
        return packet.putLong(1)
                .putLong(left)
                .putLong(2)
                .putInt(event.number())
                .putInt(0x7f000001)
                .putInt(3)
                .putInt(wanted)
                .putShort((short) port)
                .flip();
    }

    private long connect(Endpoint from) {
        ByteBuffer answer =
                only(hear(request(Action.PROTOCOL_ID, Action.CONNECT, 0).flip(), from));
        assertThat(answer.getInt()).isEqualTo(Action.CONNECT);
        assertThat(answer.getInt()).isEqualTo(TRANSACTION);
        assertThat(answer.remaining()).isEqualTo(8);
        return answer.getLong();
    }

    private static ByteBuffer request(long id, int action, int room) {
        return ByteBuffer.allocate(16 + room).putLong(id).putInt(action).putInt(TRANSACTION);
    }

    private List<ByteBuffer> hear(ByteBuffer packet, Endpoint from) {
        List<ByteBuffer> sent = new ArrayList<>();
        tracker.hear(packet, from, now, sent::add);
        return sent;
    }

    private static ByteBuffer only(List<ByteBuffer> sent) {
        assertThat(sent).hasSize(1);
        return sent.getFirst();
    }

    private static int actionOf(ByteBuffer packet) {
        return packet.getInt(0);
    }

    private static String text(ByteBuffer packet) {
        assertThat(actionOf(packet)).isEqualTo(Action.ERROR);
        byte[] text = new byte[packet.remaining() - 8];
        packet.position(8).get(text);
        return Latin1.text(text);
    }
}
