package io.fila.retracker.outbound;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.PeerId;
import io.fila.retracker.udp.Action;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class UdpExchangeTest {
    private static final long CONNECTION = 0x20_2b_25_00_ff_00_01_02L;

    private long now = 1_000;
    private UdpExchange exchange = exchange("", false, Duration.ofSeconds(30));

    @Test
    void connectThenAnnounceThenPeers() {
        ByteBuffer connect = sent();
        assertThat(connect.getLong()).isEqualTo(Action.PROTOCOL_ID);
        assertThat(connect.getInt()).isEqualTo(Action.CONNECT);
        assertThat(hear(connected(connect.getInt()))).isNull();

        ByteBuffer announce = sent();
        assertThat(announce.remaining()).isEqualTo(98);
        assertThat(announce.getLong()).isEqualTo(CONNECTION);
        assertThat(announce.getInt()).isEqualTo(Action.ANNOUNCE);
        int transaction = announce.getInt();
        assertThat(InfoHash.read(announce)).isEqualTo(hash(1));
        assertThat(PeerId.read(announce)).isEqualTo(peer(2));
        assertThat(announce.getLong()).as("downloaded").isEqualTo(4);
        assertThat(announce.getLong()).as("left").isEqualTo(5);
        assertThat(announce.getLong()).as("uploaded").isEqualTo(3);
        assertThat(announce.getInt()).as("event").isEqualTo(2);
        assertThat(announce.getInt()).as("ip").isZero();
        assertThat(announce.getInt()).as("key").isEqualTo(0xab);
        assertThat(announce.getInt()).as("numwant").isEqualTo(200);
        assertThat(announce.getShort()).as("port").isEqualTo((short) 6_881);

        ByteBuffer answer =
                answer(transaction, 7).putInt(0x01010101).putShort((short) 80).put((byte) 9);
        assertThat(hear(answer.flip()))
                .isEqualTo(
                        new ForwarderReply.Found(List.of(at("1.1.1.1", 80)), Duration.ofMinutes(15), Optional.empty()));
    }

    @Test
    void overIpv6AddressesAreLonger() {
        exchange = exchange("", true, Duration.ofSeconds(30));
        int transaction = announced();

        ByteBuffer answer = answer(transaction, 18).putLong(0).putLong(1).putShort((short) 80);

        assertThat(hear(answer.flip()))
                .isInstanceOfSatisfying(
                        ForwarderReply.Found.class,
                        found -> assertThat(found.peers()).containsExactly(at("::1", 80)));
    }

    @Test
    void pathAndPasskeyOfTheAddressFollowTheAnnounce() {
        exchange = exchange("/announce?k=" + "x".repeat(300), false, Duration.ofSeconds(30));
        hear(connected(sent().getInt(12)));

        ByteBuffer announce = sent();

        byte[] options = new byte[announce.remaining() - 98];
        announce.get(98, options);
        assertThat(Latin1.text(options))
                .isEqualTo("\u0002\u00ff/announce?k=" + "x".repeat(243) + "\u00029" + "x".repeat(57) + "\u0000");
    }

    @Test
    void configuredAddressIsAnnounced() {
        exchange = new UdpExchange(
                Asked.with(Event.STOPPED, Optional.of(at("192.0.2.1", 0))),
                "",
                false,
                Duration.ofSeconds(30),
                new Random(1),
                now);
        hear(connected(sent().getInt(12)));

        assertThat(sent().getInt(84)).isEqualTo(0xc0000201);
    }

    @Test
    void silenceIsAnsweredByAskingAgainEachTimeTwiceAsLate() {
        exchange = exchange("", false, Duration.ofMinutes(10));
        sent();
        for (long wait : List.of(15_000L, 30_000L, 60_000L, 120_000L)) {
            assertThat(exchange.nextMillis()).isEqualTo(now + wait);
            now += wait - 1;
            assertThat(exchange.packet(now)).isNull();
            now++;
            assertThat(sent().getInt(8)).isEqualTo(Action.CONNECT);
        }
    }

    @Test
    void afterItsTimeItIsOver() {
        sent();
        now += 15_000;
        sent();
        assertThat(exchange.expired(now)).isNull();
        assertThat(exchange.nextMillis()).isEqualTo(31_000);
        now = 31_000;
        assertThat(exchange.expired(now)).isInstanceOf(ForwarderReply.Failed.class);
    }

    @Test
    void connectionIsMadeAnewAfterAMinute() {
        exchange = exchange("", false, Duration.ofMinutes(10));
        announced();
        now += 15_000;
        assertThat(sent().getInt(8)).isEqualTo(Action.ANNOUNCE);
        now += 30_000;
        assertThat(sent().getInt(8)).isEqualTo(Action.ANNOUNCE);
        now += 60_000;
        assertThat(sent().getInt(8)).isEqualTo(Action.CONNECT);
    }

    @Test
    void errorIsARefusalAndSoIsAnAnswerOfEightBytes() {
        int transaction = announced();
        assertThat(hear(head(Action.ERROR, transaction, 4)
                        .put(Latin1.bytes("no\r\n"))
                        .flip()))
                .isEqualTo(new ForwarderReply.Declined("no??", RetryAdvice.NONE));
        assertThat(hear(head(Action.ANNOUNCE, transaction, 0).flip()))
                .isEqualTo(new ForwarderReply.Declined("It refused without a word.", RetryAdvice.NONE));
        assertThat(hear(head(Action.ANNOUNCE, transaction, 11)
                        .putInt(1)
                        .putInt(1)
                        .put(new byte[3])
                        .flip()))
                .isInstanceOf(ForwarderReply.Declined.class);
    }

    @Test
    void packetsOfOthersAreNotHeard() {
        int transaction = announced();

        assertThat(hear(head(Action.ERROR, transaction + 1, 4).putInt(0).flip()))
                .isNull();
        assertThat(hear(ByteBuffer.allocate(7))).isNull();
        assertThat(hear(ByteBuffer.allocate(0))).isNull();
    }

    @Test
    void answerToAnotherQuestionIsAFailure() {
        int transaction = announced();
        assertThat(hear(connected(transaction))).isInstanceOf(ForwarderReply.Failed.class);

        exchange = exchange("", false, Duration.ofSeconds(30));
        assertThat(hear(head(Action.CONNECT, sent().getInt(12), 0).flip())).isInstanceOf(ForwarderReply.Failed.class);
    }

    @Test
    void fuzzedPacketsAreUnderstoodOrNot() {
        for (long seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            exchange = exchange("", random.nextBoolean(), Duration.ofSeconds(30));
            int transaction = random.nextBoolean() ? announced() : sent().getInt(12);
            byte[] bytes = new byte[8 + random.nextInt(60)];
            random.nextBytes(bytes);
            ByteBuffer packet =
                    ByteBuffer.wrap(bytes).putInt(0, random.nextInt(5)).putInt(4, transaction);
            ForwarderReply reply = hear(packet);
            assertThat(reply == null || exchange.expired(now) == null)
                    .as("seed " + seed)
                    .isTrue();
        }
    }

    private int announced() {
        hear(connected(sent().getInt(12)));
        return sent().getInt(12);
    }

    private ByteBuffer sent() {
        return ByteBuffer.wrap(Objects.requireNonNull(exchange.packet(now)));
    }

    private @Nullable ForwarderReply hear(ByteBuffer packet) {
        return exchange.hear(packet, now);
    }

    private static ByteBuffer connected(int transaction) {
        return head(Action.CONNECT, transaction, 8).putLong(CONNECTION).flip();
    }

    private static ByteBuffer answer(int transaction, int room) {
        return head(Action.ANNOUNCE, transaction, 12 + room)
                .putInt(900)
                .putInt(1)
                .putInt(2);
    }

    private static ByteBuffer head(int action, int transaction, int room) {
        return ByteBuffer.allocate(8 + room).putInt(action).putInt(transaction);
    }

    private UdpExchange exchange(String urlData, boolean v6, Duration timeout) {
        return new UdpExchange(Asked.STARTED, urlData, v6, timeout, new Random(1), now);
    }
}
