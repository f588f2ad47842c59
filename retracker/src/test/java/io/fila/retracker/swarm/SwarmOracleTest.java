package io.fila.retracker.swarm;

import static io.fila.retracker.torrent.Torrents.announce;
import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Contact;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The swarms beside a plain list of who spoke when. */
final class SwarmOracleTest {
    private static final long AGE_MILLIS = 1_000;
    private static final Endpoint STRANGER = at("203.0.113.9", 9);

    /** One peer of one torrent. */
    private record Entry(int hash, Endpoint endpoint, boolean seeding, long seenMillis) {}

    @Test
    void swarmsAreWhatAListWouldSay() {
        for (long seed = 0; seed < 50; seed++) {
            new Life(seed).live();
        }
    }

    /** A random life of a few torrents and peers. */
    private static final class Life {
        private final long seed;
        private final Random random;
        private final Swarms swarms =
                new Swarms(new SwarmLimits(Duration.ofMillis(AGE_MILLIS), 1_000, 100_000, 1_000, 100_000), 4);
        private final List<Entry> entries = new ArrayList<>();
        private long now;

        Life(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void live() {
            for (int step = 0; step < 400; step++) {
                now += random.nextInt(40);
                int hash = random.nextInt(4);
                Endpoint endpoint = at("10.0.0." + (1 + random.nextInt(6)), 1 + random.nextInt(3));
                entries.removeIf(entry -> entry.seenMillis() < now - AGE_MILLIS);
                if (random.nextInt(4) == 0) {
                    forget(hash, endpoint);
                    swarms.leave(hash(hash), endpoint);
                } else {
                    boolean known = forget(hash, endpoint);
                    boolean seeding = random.nextBoolean();
                    entries.add(new Entry(hash, endpoint, seeding, now));
                    boolean initial = swarms.enter(
                            announce(hash, endpoint.hashCode(), endpoint, Event.NONE, seeding ? 0 : 1, -1), now);
                    assertThat(initial).as("seed " + seed).isEqualTo(!known);
                }
                if (random.nextInt(10) == 0) {
                    swarms.age(now);
                }
                compare(hash);
            }
        }

        private boolean forget(int hash, Endpoint endpoint) {
            return entries.removeIf(
                    entry -> entry.hash() == hash && entry.endpoint().equals(endpoint));
        }

        private void compare(int hash) {
            List<Entry> wanted =
                    entries.stream().filter(entry -> entry.hash() == hash).toList();
            Selection found = swarms.select(leecher(hash, 99, STRANGER), 200, Family.ANY, now);

            assertThat(found.contacts().stream().map(Contact::endpoint).toList())
                    .as("seed " + seed)
                    .isEqualTo(wanted.reversed().stream().map(Entry::endpoint).toList());
            int seeders = (int) wanted.stream().filter(Entry::seeding).count();
            assertThat(found.counts())
                    .as("seed " + seed)
                    .isEqualTo(new SwarmCounts(seeders, wanted.size() - seeders, 0));
            Set<Integer> alive = new HashSet<>(entries.stream().map(Entry::hash).toList());
            alive.forEach(each -> swarms.counts(hash(each), now));
            swarms.age(now);
            assertThat(swarms.totals().peers()).as("seed " + seed).isEqualTo(entries.size());
            assertThat(swarms.totals().hashes()).as("seed " + seed).isEqualTo(alive.size());
        }
    }
}
