package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What lies in an arena is what a map of objects would have. */
class KeyspaceTest {
    private static final int STEPS = 200_000;

    /** So many that a table of their hashes grows beyond a piece. */
    private static final int KEYS = 40_000;

    /** As many as one look at a range takes, about. */
    private static final int PART = 1_000;

    private static final int LONGEST_VALUE = 2_000;

    private final Random random = new Random(7);

    /** A file that is never read. */
    private static final ReadAhead.Source FILE = new ReadAhead.Source() {
        @Override
        public Path file() {
            return Path.of("never-read");
        }

        @Override
        public void read(ByteBuffer into, long at) {
            throw new AssertionError("read at " + at);
        }
    };

    @ParameterizedTest
    @EnumSource(names = {"READY", "BODIES"})
    void hasWhatAMapHasAfterAnythingThatCanHappen(Family family) {
        Pieces spare = new Pieces();
        Arena arena = new Arena(spare);
        Keyspace keyspace = Keyspace.of(family, arena, new Values(arena), spare);
        NavigableMap<String, Stored> map = new TreeMap<>();

        for (int step = 0; step < STEPS; step++) {
            String key = "%05d".formatted(random.nextInt(KEYS));
            int entry = keyspace.find(at(key));
            assertThat(entry != 0).isEqualTo(map.containsKey(key));
            if (entry != 0 && random.nextInt(3) == 0) {
                keyspace.remove(entry);
                map.remove(key);
            } else {
                Stored value = value();
                keyspace.set(entry == 0 ? keyspace.add(at(key)) : entry, value, false);
                map.put(key, value);
            }
        }

        assertThat(keyspace.size()).isEqualTo(map.size());
        map.forEach((key, value) ->
                assertThat(keyspace.value(keyspace.find(at(key)))).as(key).isEqualTo(value));
        assertThat(range(keyspace, "01000", "02000"))
                .containsExactlyElementsOf(map.subMap("01000", "02000").keySet());
        assertThat(keyspace.removeAll(bytes("00"))).isEqualTo(map.headMap("01").size());
        assertThat(range(keyspace, "", null))
                .containsExactlyElementsOf(map.tailMap("01").keySet());
    }

    @ParameterizedTest
    @EnumSource(names = {"READY", "BODIES"})
    void takesNoMoreMemoryForEntriesThatComeAndGo(Family family) {
        int[] taken = new int[1];
        Pieces spare = new Pieces() {
            @Override
            byte[] take() {
                taken[0]++;
                return super.take();
            }
        };
        Arena arena = new Arena(spare);
        Keyspace keyspace = Keyspace.of(family, arena, new Values(arena), spare);
        int table = taken[0];

        for (int message = 0; message < 2 * STEPS; message++) {
            keyspace.set(keyspace.add(at("%08d".formatted(message))), new Stored.InMemory(bytes("value")), false);
            if (message >= 100) {
                keyspace.remove(keyspace.find(at("%08d".formatted(message - 100))));
            }
        }

        assertThat(taken[0] - table).isEqualTo(1);
    }

    @Test
    void theRoomOfTheLongestValuesIsUsedAgain() {
        Arena arena = new Arena(new Pieces());
        Values values = new Values(arena);
        Stored longest = new Stored.InMemory(new byte[Values.MOST_BYTES - Integer.BYTES]);

        int place = values.add(longest);
        values.free(place);

        assertThat(values.add(longest)).isEqualTo(place);
    }

    /** A start after a crash reads all leases that way. */
    @Test
    void aRangeThatIsReadInPartsIsSortedOnce() {
        int[] copies = new int[1];
        Pieces spare = new Pieces();
        Arena arena = new Arena(spare) {
            @Override
            byte[] bytes(int place, int length) {
                copies[0]++;
                return super.bytes(place, length);
            }
        };
        Keyspace keyspace = Keyspace.of(Family.LEASES, arena, new Values(arena), spare);
        List<String> keys = new ArrayList<>(
                IntStream.range(0, KEYS).mapToObj("%05d"::formatted).toList());
        Collections.shuffle(keys, random);
        keys.forEach(key -> keyspace.set(keyspace.add(at(key)), null, true));
        Collections.sort(keys);

        for (int first = 0; first < KEYS; first += PART) {
            PrimitiveIterator.OfInt part = keyspace.range(bytes(keys.get(first)), null);
            for (String expected : keys.subList(first, first + PART)) {
                assertThat(keyspace.isAt(part.nextInt(), bytes(expected))).isTrue();
            }
        }

        assertThat(copies[0]).isLessThanOrEqualTo(2 * KEYS);
    }

    @Test
    void aRangeThatIsReadAgainHasWhatChangedMeanwhile() {
        Pieces spare = new Pieces();
        Arena arena = new Arena(spare);
        Keyspace keyspace = Keyspace.of(Family.LEASES, arena, new Values(arena), spare);
        keyspace.set(keyspace.add(at("2")), null, true);

        assertThat(range(keyspace, "1", null)).containsExactly("2");
        keyspace.set(keyspace.add(at("3")), null, true);
        assertThat(range(keyspace, "1", null)).containsExactly("2", "3");
        keyspace.remove(keyspace.find(at("2")));
        assertThat(range(keyspace, "1", null)).containsExactly("3");
        keyspace.set(keyspace.add(at("4")), null, true);
        assertThat(range(keyspace, "1", "4")).containsExactly("3");
        assertThat(range(keyspace, "1", null)).containsExactly("3", "4");
        assertThat(range(keyspace, "0", null)).containsExactly("3", "4");
    }

    private Stored value() {
        return random.nextInt(4) == 0
                ? new Stored.Located(FILE, random.nextLong(), random.nextInt())
                : new Stored.InMemory(bytes("v".repeat(random.nextInt(LONGEST_VALUE))));
    }

    private static List<String> range(Keyspace keyspace, String from, @Nullable String to) {
        List<String> keys = new ArrayList<>();
        PrimitiveIterator.OfInt range = keyspace.range(bytes(from), to == null ? null : bytes(to));
        range.forEachRemaining((int entry) -> keys.add(new String(keyspace.key(entry), StandardCharsets.UTF_8)));
        return keys;
    }

    private static Memtable.Key at(String key) {
        return new Memtable.Key(bytes(key));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
