package io.fila.retracker.outbound;

import static io.fila.retracker.torrent.Torrents.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Latin1;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnnounceAnswerReaderTest {
    @Test
    void packedPeersOfBothKindsAreRead() {
        assertThat(read(
                        "d11:external ip4:\u0001\u0002\u0003\u00048:intervali900e5:peers12:\u0001\u0001\u0001\u0001\u0000P"
                                + "\u0002\u0002\u0002\u0002\u0000\u00006:peers618:" + "\u0000".repeat(15)
                                + "\u0001\u0001\u0000e"))
                .isEqualTo(new ForwarderReply.Found(
                        List.of(at("1.1.1.1", 80), at("2.2.2.2", 0), at("::1", 256)),
                        Duration.ofMinutes(15),
                        Optional.of(at("1.2.3.4", 0))));
    }

    @Test
    void peersInWordsAreReadAndThoseWithoutSenseAreNot() {
        assertThat(read("d5:peersl" + "d2:ip7:1.1.1.17:peer id3:abc4:porti80ee" + "d2:ip3:::14:porti81ee"
                        + "d2:ip9:localhost4:porti82ee" + "d2:ip7:1.1.1.24:porti65536ee" + "d4:porti1ee" + "i5e"
                        + "ee"))
                .isEqualTo(new ForwarderReply.Found(
                        List.of(at("1.1.1.1", 80), at("::1", 81)), Duration.ZERO, Optional.empty()));
    }

    @Test
    void ofTwoIntervalsTheLongerCounts() {
        assertThat(read("d8:intervali60e12:min intervali900e5:peers0:e"))
                .isEqualTo(new ForwarderReply.Found(List.of(), Duration.ofMinutes(15), Optional.empty()));
        assertThat(read("d8:intervali1800e12:min intervali900e5:peers0:e"))
                .isEqualTo(new ForwarderReply.Found(List.of(), Duration.ofMinutes(30), Optional.empty()));
    }

    @Test
    void failureIsReadWithItsAdvice() {
        assertThat(read("d14:failure reason7:go\naway8:retry in5:nevere"))
                .isEqualTo(new ForwarderReply.Declined("go?away", new RetryAdvice.Never()));
        assertThat(read("d14:failure reason500:" + "x".repeat(500) + "e"))
                .isInstanceOfSatisfying(ForwarderReply.Declined.class, declined -> {
                    assertThat(declined.sentence()).hasSizeLessThan(250);
                    assertThat(declined.advice()).isEqualTo(RetryAdvice.NONE);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>no</html>", "i1e", "le", "d5:peers", "d5:peers6:abce"})
    void garbageIsAFailure(String body) {
        assertThat(read(body)).isInstanceOf(ForwarderReply.Failed.class);
    }

    @Test
    void fuzzedAnswersAreUnderstoodOrNot() {
        byte[] good = Latin1.bytes("d8:intervali900e5:peers12:abcdefghijkl6:peers618:abcdefghijklmnopqr8:retry ini3ee");
        for (long seed = 0; seed < 10_000; seed++) {
            Random random = new Random(seed);
            byte[] body = good.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(128);
            }
            assertThat(AnnounceAnswerReader.read(body)).as("seed " + seed).isNotNull();
        }
    }

    private static ForwarderReply read(String body) {
        return AnnounceAnswerReader.read(Latin1.bytes(body));
    }
}
