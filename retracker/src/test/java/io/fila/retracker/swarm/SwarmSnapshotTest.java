package io.fila.retracker.swarm;

import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Swarms that are written and read are the same, as far as time and limits let them. */
final class SwarmSnapshotTest {
    private static final long NOW = 1_000_000_000;
    private static final Duration AGE = Duration.ofHours(3);
    private static final SwarmLimits LIMITS = new SwarmLimits(AGE, 1_000, 10_000, 100, 10_000);
    private static final List<String> FORWARDERS = List.of("one", "two");
    private static final Endpoint A = at("10.0.0.1", 6_881);
    private static final Endpoint B = at("fd99::2", 6_882);

    private final Swarms before = new Swarms(LIMITS, 4);

    @Test
    void everythingIsKnownAgain() throws IOException {
        before.enter(announce(1, 1, A, Event.COMPLETED, 0, 50), NOW - 1_000);
        before.completes(hash(1), A);
        before.enter(leecher(1, 2, B), NOW - 500);
        before.markKnown(hash(1), A, 1);
        before.merge(hash(1), 0, List.of(at("10.9.9.9", 1), at("fd99::9", 2)), own -> false, NOW - 100);
        before.rest(hash(1), 0, NOW + 60_000);

        Swarms after = readBack(LIMITS, FORWARDERS, NOW + 5_000);

        assertThat(after.totals()).isEqualTo(before.totals());
        assertThat(after.counts(hash(1), NOW + 5_000)).isEqualTo(before.counts(hash(1), NOW));
        assertThat(after.select(leecher(1, 3, at("10.0.0.3", 1)), 50, Family.ANY, NOW + 5_000))
                .isEqualTo(before.select(leecher(1, 3, at("10.0.0.3", 1)), 50, Family.ANY, NOW));
        assertThat(after.knownBy(hash(1), A)).isEqualTo(bits(1));
        assertThat(after.completes(hash(1), A)).as("it has said so").isFalse();
        assertThat(after.enter(leecher(1, 2, B), NOW + 5_000)).as("it is new").isFalse();
        assertThat(after.resting(hash(1), NOW + 59_999)).isEqualTo(bits(0));
        assertThat(after.resting(hash(1), NOW + 60_000)).isEqualTo(bits());
    }

    @Test
    void manySwarmsAreTheSameWhateverTheSeed() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Swarms many = new Swarms(LIMITS, 4);
            for (int i = 0; i < 500; i++) {
                many.enter(leecher(random.nextInt(50), i, at("10.0.0." + random.nextInt(200), 1_000 + i % 7)), NOW);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            SwarmSnapshot.write(many, FORWARDERS, bytes, NOW);
            // The number of parts follows from the limits, which may have been changed.
            Swarms again = new Swarms(LIMITS, 7);
            SwarmSnapshot.read(again, FORWARDERS, new ByteArrayInputStream(bytes.toByteArray()), NOW);

            assertThat(again.totals()).as("seed %s", seed).isEqualTo(many.totals());
            for (int torrent = 0; torrent < 50; torrent++) {
                assertThat(again.counts(hash(torrent), NOW)).isEqualTo(many.counts(hash(torrent), NOW));
            }
        }
    }

    @Test
    void peersThatWereSilentForTooLongAreForgotten() throws IOException {
        before.enter(leecher(1, 1, A), NOW - 1_000);
        before.enter(leecher(1, 2, B), NOW);

        assertThat(readBack(LIMITS, FORWARDERS, NOW + AGE.toMillis()).totals().peers())
                .isEqualTo(1);
        assertThat(readBack(LIMITS, FORWARDERS, NOW + AGE.toMillis() + 1_000)
                        .totals()
                        .hashes())
                .isZero();
    }

    @Test
    void clockThatWasSetBackMakesNobodyStayLonger() throws IOException {
        before.enter(leecher(1, 1, A), NOW - 1_000);

        long earlier = NOW - Duration.ofHours(2).toMillis();
        Swarms after = readBack(LIMITS, FORWARDERS, earlier);

        assertThat(after.counts(hash(1), earlier + AGE.toMillis() - 1_000).incomplete())
                .isEqualTo(1);
        assertThat(after.counts(hash(1), earlier + AGE.toMillis()).incomplete()).isZero();
    }

    @Test
    void forwardersAreKnownByNameWhateverTheirPlace() throws IOException {
        before.enter(leecher(1, 1, A), NOW);
        before.markKnown(hash(1), A, 0);
        before.markKnown(hash(1), A, 1);
        before.rest(hash(1), 1, NOW + 60_000);

        Swarms after = readBack(LIMITS, List.of("three", "two"), NOW);

        assertThat(after.knownBy(hash(1), A)).isEqualTo(bits(1));
        assertThat(after.resting(hash(1), NOW)).isEqualTo(bits(1));
        assertThat(readBack(LIMITS, List.of("two"), NOW).resting(hash(1), NOW)).isEqualTo(bits(0));
    }

    @Test
    void limitsThatAreSmallerNowAreKept() throws IOException {
        for (int i = 0; i < 20; i++) {
            before.enter(leecher(i % 5, i, at("10.0.0." + i, 1)), NOW + i);
            before.merge(hash(i % 5), 0, List.of(at("10.9.9.9", 1), at("10.9.9.8", 1)), own -> false, NOW);
        }

        SwarmLimits smaller = new SwarmLimits(AGE, 3, 7, 2, 1);
        Swarms after = new Swarms(smaller, 1);
        SwarmSnapshot.read(after, FORWARDERS, new ByteArrayInputStream(written()), NOW + 20);

        assertThat(after.totals().hashes()).isLessThanOrEqualTo(3);
        assertThat(after.totals().peers()).isLessThanOrEqualTo(7).isPositive();
        assertThat(after.totals().forwarderPeers()).isLessThanOrEqualTo(1);
    }

    @Test
    void damageIsNoticedWhereverItIsAndNothingInventedIsTakenIn() throws IOException {
        for (int i = 0; i < 50; i++) {
            before.enter(leecher(i, i, at("10.0.0." + i, 1)), NOW);
        }
        byte[] sound = written();
        for (int at = 0; at < sound.length; at += 13) {
            byte[] damaged = sound.clone();
            damaged[at] ^= 0x10;
            Swarms after = new Swarms(LIMITS, 4);
            assertThatThrownBy(() -> SwarmSnapshot.read(after, FORWARDERS, new ByteArrayInputStream(damaged), NOW))
                    .isInstanceOf(IOException.class);
            assertThat(after.totals().peers()).isLessThanOrEqualTo(50);
        }
        byte[] torn = Arrays.copyOf(sound, sound.length - 1);
        assertThatThrownBy(() ->
                        SwarmSnapshot.read(new Swarms(LIMITS, 4), FORWARDERS, new ByteArrayInputStream(torn), NOW))
                .isInstanceOf(IOException.class);
    }

    private Swarms readBack(SwarmLimits limits, List<String> forwarders, long nowMillis) throws IOException {
        Swarms after = new Swarms(limits, 3);
        SwarmSnapshot.read(after, forwarders, new ByteArrayInputStream(written()), nowMillis);
        return after;
    }

    private byte[] written() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SwarmSnapshot.write(before, FORWARDERS, bytes, NOW);
        return bytes.toByteArray();
    }

    private static BitSet bits(int... numbers) {
        BitSet bits = new BitSet();
        Arrays.stream(numbers).forEach(bits::set);
        return bits;
    }
}
