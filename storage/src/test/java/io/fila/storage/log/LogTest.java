package io.fila.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Peek;
import io.fila.storage.rocks.Recent;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log beside a plain map: however often it was opened again, the two say the same. */
final class LogTest {
    private static final int SEEDS = 20;
    private static final int TURNS = 300;
    private static final int KEYS = 40;
    private static final long SEGMENT_BYTES = 8 << 10;

    /** Short values are kept in memory, long ones are read from the log. */
    private static final int MOST_VALUE_BYTES = 1500;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void whatWasAppendedIsReadBack() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Path place = directory.resolve("seed-" + seed);
            Map<Integer, byte[]> expected = new HashMap<>();
            Recent recent = new Recent();
            Log log = open(place, 0, recent);
            for (int turn = 1; turn <= TURNS; turn++) {
                assertThat(log.append(frame(random, expected))).isEqualTo(turn);
                if (random.nextInt(50) == 0) {
                    log.close();
                    recent = new Recent();
                    log = open(place, 0, recent);
                    compare(recent, expected, "seed " + seed + ", turn " + turn);
                }
            }
            compare(recent, expected, "seed " + seed);
            log.close();
        }
    }

    @Test
    void eachAppendIsToldOfAndItsSyncIfThereIsOne() {
        assertThat(told(false)).containsExactly("appended", "appended");
        assertThat(told(true)).containsExactly("appended", "synced", "appended", "synced");
    }

    private List<String> told(boolean sync) {
        List<String> told = new ArrayList<>();
        Recent recent = new Recent();
        Log log = open(directory.resolve("sync-" + sync), 0, recent, sync);
        log.listen(new LogListener() {
            @Override
            public void appended(long nanos) {
                told.add(nanos > 0 ? "appended" : "no time");
            }

            @Override
            public void synced(long nanos) {
                told.add(nanos > 0 ? "synced" : "no time");
            }
        });
        log.append(frame(new Random(1), new HashMap<>()));
        log.append(frame(new Random(2), new HashMap<>()));
        log.close();
        assertThat(recent.unapplied().turns()).isEqualTo(2);
        assertThat(recent.unapplied().logBytes()).isPositive();
        return told;
    }

    @Test
    void segmentsAreUsedAgainAndWhatWasInThemIsNotRead() throws IOException {
        Random random = new Random(1);
        Log log = open(directory, 0, new Recent());
        for (int turn = 1; turn <= TURNS; turn++) {
            log.append(frame(random, new HashMap<>()));
            log.truncate(turn - 1);
        }
        log.close();
        Recent recent = new Recent();

        log = open(directory, TURNS - 1, recent);

        assertThat(Segments.files(directory)).hasSizeLessThan(4);
        Map<Integer, byte[]> expected = new HashMap<>();
        assertThat(log.append(frame(random, expected))).isEqualTo(TURNS + 1);
        expected.forEach((key, value) -> assertThat(found(recent, key)).isEqualTo(value));
        log.close();
    }

    @Test
    void missingPartIsRefused() throws IOException {
        append(TURNS);
        Files.delete(Segments.files(directory).get(1));

        assertThatThrownBy(() -> open(directory, 0, new Recent()))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("damaged");
        assertThatThrownBy(() -> {
                    Files.delete(Segments.files(directory).getFirst());
                    open(directory, 2, new Recent());
                })
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("Expected turn 3");
    }

    @Test
    void missingBeginningIsRefusedAlsoIfNothingWasApplied() throws IOException {
        append(TURNS);
        Files.delete(Segments.files(directory).getFirst());

        assertThatThrownBy(() -> open(directory, 0, new Recent()))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("Expected turn 1");
        try (Log log = open(directory, Log.UNKNOWN, new Recent())) {
            assertThat(log.last()).isEqualTo(TURNS);
        }
    }

    @Test
    void damageInTurnsThatWereAppliedIsPassedOver() throws IOException {
        append(3);
        Path file = Segments.files(directory).getFirst();
        byte[] written = Files.readAllBytes(file);
        written[secondFrameIn(written) + Frame.HEADER_BYTES] ^= 1;
        Files.write(file, written);

        List<String> reports = new ArrayList<>();
        try (Log log = Log.open(directory, 2, new Recent(), SEGMENT_BYTES, false, Device.DISK, reports::add)) {
            assertThat(log.last()).isEqualTo(3);
        }
        assertThat(reports).hasSize(1).first().asString().contains("Nothing is lost");
        assertThat(Log.look(directory, 2, new Recent())).isEqualTo(reports);
        assertThat(Log.look(directory, 1, new Recent()))
                .hasSize(1)
                .first()
                .asString()
                .contains("truncate");
        assertThatThrownBy(() -> open(directory, 1, new Recent()))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void aTornEndThatNewTurnsFollowIsNoDamage() throws IOException {
        append(2);
        Path file = Segments.files(directory).getFirst();
        byte[] written = Files.readAllBytes(file);
        int second = secondFrameIn(written);
        int length = ByteBuffer.wrap(written).getInt(second + Frame.LENGTH_AT);
        Arrays.fill(written, second + length / 2, second + length, (byte) 0);
        Files.write(file, written);

        Map<Integer, byte[]> expected = new HashMap<>();
        try (Log log = open(directory, 0, new Recent())) {
            assertThat(log.last()).isEqualTo(1);
            log.append(frame(new Random(2), expected));
            log.append(frame(new Random(3), expected));
        }

        Recent recent = new Recent();
        try (Log log = open(directory, 0, recent)) {
            assertThat(log.last()).isEqualTo(3);
            expected.forEach((key, value) -> assertThat(found(recent, key)).isEqualTo(value));
        }
    }

    private void append(int turns) {
        Random random = new Random(1);
        try (Log log = open(directory, 0, new Recent())) {
            for (int turn = 1; turn <= turns; turn++) {
                log.append(frame(random, new HashMap<>()));
            }
        }
    }

    @Test
    void aFileWhoseNameWasChangedIsRefused() throws IOException {
        Log log = open(directory, 0, new Recent());
        log.append(frame(new Random(1), new HashMap<>()));
        log.close();
        Path file = Segments.files(directory).getFirst();
        Files.move(file, directory.resolve("renamed.log"));

        assertThatThrownBy(() -> open(directory, 0, new Recent()))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("found renamed.log");
    }

    /** Bodies are in frames as they came, so a client could put there what it wants. */
    @Test
    void whatAValueHasOfFramesIsNotTakenForFramesBehindATornEnd() throws IOException {
        Log log = open(directory, 0, new Recent());
        log.append(frame(new Random(1), new HashMap<>()));
        Frame last = new Frame();
        last.insert(Family.BODIES, bytes(1), forgedFrames(3));
        log.append(last);
        log.close();
        Path file = Segments.files(directory).getFirst();
        byte[] written = Files.readAllBytes(file);
        int torn = secondFrameIn(written);
        Arrays.fill(written, torn, torn + Frame.HEADER_BYTES, (byte) 0);
        Files.write(file, written);

        log = open(directory, 0, new Recent());

        assertThat(log.last()).isEqualTo(1);
        log.close();
    }

    /** Empty frames of a turn, one for each offset from where frames begin. */
    private static byte[] forgedFrames(long position) {
        ByteBuffer frame = ByteBuffer.allocate(Frame.HEADER_BYTES)
                .putInt(0, Frame.MAGIC)
                .putInt(Frame.LENGTH_AT, Frame.HEADER_BYTES)
                .putLong(Frame.POSITION_AT, position);
        CRC32C checksum = new CRC32C();
        checksum.update(frame.array(), 0, Frame.CHECKSUM_AT);
        checksum.update(frame.array(), Frame.POSITION_AT, Frame.HEADER_BYTES - Frame.POSITION_AT);
        frame.putInt(Frame.CHECKSUM_AT, (int) checksum.getValue());
        int step = Frame.HEADER_BYTES + Frame.ALIGNMENT + 1;
        ByteBuffer forged = ByteBuffer.allocate(Frame.ALIGNMENT * step);
        for (int offset = 0; offset < Frame.ALIGNMENT; offset++) {
            forged.put(offset * step, frame.array());
        }
        return forged.array();
    }

    /** Where the second frame begins. */
    private static int secondFrameIn(byte[] written) {
        return ByteBuffer.wrap(written).getInt(Frame.LENGTH_AT);
    }

    @Test
    void whereANameCannotBeSyncedForWantOfRoomThereIsOneFileForATurn() throws IOException {
        int[] failures = {0};
        Device full = new Device() {
            @Override
            public FileChannel open(Path file) throws IOException {
                return Device.DISK.open(file);
            }

            @Override
            public void syncNames(Path names) throws IOException {
                if (failures[0]-- == 1) {
                    throw new IOException("No space left on device");
                }
                Device.DISK.syncNames(names);
            }
        };
        Random random = new Random(1);
        Map<Integer, byte[]> expected = new HashMap<>();
        Log log = Log.open(directory, 0, new Recent(), SEGMENT_BYTES, true, full, report -> {});
        long last = 0;
        while (Segments.files(directory).size() < 2) {
            failures[0] = 1;
            expected.clear();
            last = log.append(frame(random, expected));
        }
        assertThat(Segments.files(directory))
                .extracting(file -> SegmentName.of(file).first())
                .doesNotHaveDuplicates();
        log.truncate(last - 1);
        log.close();

        Recent recent = new Recent();
        log = open(directory, last - 1, recent);

        assertThat(log.last()).isEqualTo(last);
        expected.forEach((key, value) -> assertThat(found(recent, key)).isEqualTo(value));
        log.close();
    }

    private static Log open(Path place, long applied, Recent recent) {
        return open(place, applied, recent, false);
    }

    private static Log open(Path place, long applied, Recent recent, boolean sync) {
        return Log.open(place, applied, recent, SEGMENT_BYTES, sync, Device.DISK, report -> {
            throw new AssertionError(report);
        });
    }

    private static Frame frame(Random random, Map<Integer, byte[]> expected) {
        Frame frame = new Frame();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            int key = random.nextInt(KEYS);
            byte[] value = new byte[random.nextInt(MOST_VALUE_BYTES)];
            random.nextBytes(value);
            if (expected.containsKey(key)) {
                frame.delete(Family.BODIES, bytes(key));
                expected.remove(key);
            } else {
                frame.insert(Family.BODIES, bytes(key), value);
                expected.put(key, value);
            }
        }
        return frame;
    }

    private static void compare(Recent recent, Map<Integer, byte[]> expected, String when) {
        for (int key = 0; key < KEYS; key++) {
            assertThat(found(recent, key)).as("%s, key %d", when, key).isEqualTo(expected.get(key));
        }
    }

    private static byte @Nullable [] found(Recent recent, int key) {
        return Peek.at(recent, Family.BODIES, bytes(key));
    }

    private static byte[] bytes(int key) {
        return new byte[] {0, 0, 0, 0, 0, 0, 0, 1, (byte) key};
    }
}
