package io.fila.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.Limits;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.schedule.Moment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KeysTest {
    private static final int SEEDS = 200;
    private static final int KEYS = 50;
    private static final List<String> ALPHABET = List.of("a", "b", "\0", "\u007f", "é", "日", "😀", "\uffff");

    private static final Comparator<String> BY_LENGTH_THEN_BYTES = Comparator.comparing(
                    KeysTest::utf8, Comparator.comparingInt(bytes -> bytes.length))
            .thenComparing(KeysTest::utf8, Arrays::compareUnsigned);

    @Test
    void everyKeyIsReadAsItWasWritten() throws MalformedException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Keys.EntryKey entry = entry(random);
            MessageId id = new MessageId(random.nextLong(), random.nextLong());

            assertThat(Keys.readQueue(Keys.queue(entry.queue())))
                    .as("seed %d", seed)
                    .isEqualTo(entry.queue());
            assertThat(Keys.readLane(Keys.lane(entry.queue(), entry.fairnessKey(), entry.lane())))
                    .as("seed %d", seed)
                    .isEqualTo(new Keys.LaneKey(entry.queue(), entry.fairnessKey(), entry.lane()));
            Moment moment = new Moment(entry.position(), id);
            assertThat(Keys.readDue(Keys.due(entry.queue(), moment)))
                    .as("seed %d", seed)
                    .isEqualTo(new Keys.DueKey(entry.queue(), moment));
            assertThat(Keys.readName(Keys.name(entry.fairnessKey())))
                    .as("seed %d", seed)
                    .isEqualTo(entry.fairnessKey());
            assertThat(Keys.readEntry(bytes(entry))).as("seed %d", seed).isEqualTo(entry);
            assertThat(Keys.readMessage(Keys.message(entry.queue(), id)))
                    .as("seed %d", seed)
                    .isEqualTo(new Keys.MessageKey(entry.queue(), id));
        }
    }

    @Test
    void entriesSortByQueueThenKeyThenLaneThenPosition() {
        Comparator<Keys.EntryKey> order = Comparator.comparing(Keys.EntryKey::queue)
                .thenComparing(Keys.EntryKey::fairnessKey, BY_LENGTH_THEN_BYTES)
                .thenComparing(Keys.EntryKey::lane, BY_LENGTH_THEN_BYTES)
                .thenComparingLong(Keys.EntryKey::position);
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<Keys.EntryKey> entries = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                entries.add(entry(random));
            }

            List<Keys.EntryKey> byBytes = new ArrayList<>(entries);
            byBytes.sort(Comparator.comparing(KeysTest::bytes, Arrays::compareUnsigned));

            entries.sort(order);
            assertThat(byBytes).as("seed %d", seed).isEqualTo(entries);
        }
    }

    @Test
    void messagesSortByQueueThenId() {
        Comparator<Keys.MessageKey> order =
                Comparator.comparing(Keys.MessageKey::queue).thenComparing(Keys.MessageKey::id);
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<Keys.MessageKey> messages = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                messages.add(new Keys.MessageKey(
                        new QueueId(random.nextInt(3)), new MessageId(random.nextLong(), random.nextLong())));
            }

            List<Keys.MessageKey> byBytes = new ArrayList<>(messages);
            byBytes.sort(Comparator.comparing(key -> Keys.message(key.queue(), key.id()), Arrays::compareUnsigned));

            messages.sort(order);
            assertThat(byBytes).as("seed %d", seed).isEqualTo(messages);
        }
    }

    @Test
    void scheduledMessagesSortByQueueThenMoment() {
        Comparator<Keys.DueKey> order = Comparator.comparing(Keys.DueKey::queue).thenComparing(Keys.DueKey::moment);
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<Keys.DueKey> keys = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                MessageId id = new MessageId(random.nextInt(-2, 2), random.nextInt(-2, 2));
                keys.add(new Keys.DueKey(new QueueId(random.nextLong(1, 4)), new Moment(random.nextInt(-3, 3), id)));
            }

            List<Keys.DueKey> byBytes = new ArrayList<>(keys);
            byBytes.sort(Comparator.comparing(key -> Keys.due(key.queue(), key.moment()), Arrays::compareUnsigned));

            keys.sort(order);
            assertThat(byBytes).as("seed %d", seed).isEqualTo(keys);
        }
    }

    @Test
    void aLanesEntriesAreInItsRangeAndNoOthers() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Keys.EntryKey one = entry(random);
            Keys.EntryKey other = entry(random);
            byte[] from = Keys.lane(one.queue(), one.fairnessKey(), one.lane());
            byte[] to = Keys.after(from);

            boolean sameLane = one.queue().equals(other.queue())
                    && one.fairnessKey().equals(other.fairnessKey())
                    && one.lane().equals(other.lane());
            assertThat(isBetween(from, bytes(one), to)).as("seed %d", seed).isTrue();
            assertThat(isBetween(from, bytes(other), to)).as("seed %d", seed).isEqualTo(sameLane);
        }
    }

    @Test
    void whatComesAfterAPrefixSkipsTrailingOnes() {
        assertThat(Keys.after(new byte[] {1, 2})).containsExactly(1, 3);
        assertThat(Keys.after(new byte[] {1, (byte) 0xFF, (byte) 0xFF})).containsExactly(2);
        assertThatThrownBy(() -> Keys.after(new byte[] {(byte) 0xFF})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyThatIsCutOrTooLongIsRefused() {
        byte[] key = Keys.entry(new QueueId(1), "tenant", "3:api", 5);

        for (int length = 0; length < key.length; length++) {
            byte[] cut = Arrays.copyOf(key, length);
            assertThatThrownBy(() -> Keys.readEntry(cut)).isInstanceOf(MalformedException.class);
        }
        assertThatThrownBy(() -> Keys.readEntry(Arrays.copyOf(key, key.length + 1)))
                .isInstanceOf(MalformedException.class);
    }

    private static boolean isBetween(byte[] from, byte[] key, byte[] to) {
        return Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
    }

    private static byte[] bytes(Keys.EntryKey entry) {
        return Keys.entry(entry.queue(), entry.fairnessKey(), entry.lane(), entry.position());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Close together, so that comparisons are decided by every part in turn. */
    private static Keys.EntryKey entry(Random random) {
        StringBuilder key = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
            key.append(ALPHABET.get(random.nextInt(ALPHABET.size())));
        }
        long position = random.nextBoolean() ? random.nextInt(-3, 300) : random.nextLong();
        String lane = random.nextBoolean() ? "" : "1:" + ALPHABET.get(random.nextInt(ALPHABET.size()));
        return new Keys.EntryKey(new QueueId(random.nextLong(1, 4)), key.toString(), lane, position);
    }

    @Test
    void noKeyIsLongerThanTheLimitsAllow() {
        String longest = "k".repeat(Limits.KEY_BYTES);
        String lane = (Limits.KEY_BYTES + ":" + longest).repeat(Limits.THROTTLE_KEYS);
        byte[] entry = Keys.entry(new QueueId(1), longest, lane, 1);

        assertThat(QuarantineCodec.key((byte) 1, entry)).hasSize(Keys.MAX_BYTES);
        assertThat(Keys.name("k".repeat(Limits.CONFIG_KEY_BYTES)).length).isLessThan(Keys.MAX_BYTES);
        assertThat(Keys.nameIn(new QueueId(1), "k".repeat(Limits.DEDUP_KEY_BYTES)).length)
                .isLessThan(Keys.MAX_BYTES);
    }
}
