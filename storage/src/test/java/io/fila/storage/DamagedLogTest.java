package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.LaneCodec;
import io.fila.storage.codec.QueueCodec;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.OldDatabase;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a crash may do to the log is put up with; what only damage can do is refused. The same goes for RocksDB's, of older brokers. */
final class DamagedLogTest {
    private static final String OURS = "log";
    private static final String ROCKSDB = "rocksdb";
    private static final int COMMITS = 2000;
    private static final int SEEDS = 20;
    private static final Pattern REMEDY = Pattern.compile("truncate -s (\\d+) (\\S+)'");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path parent;

    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @BeforeEach
    void choose() {
        directory = parent.resolve("original");
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, ROCKSDB})
    void aLogThatEndsAnywhereGivesEveryWholeCommitBeforeIt(String which) throws IOException {
        commitAndDie(which);
        Path log = newestLog(which);
        byte[] whole = written(log);

        for (long seed = 0; seed < SEEDS; seed++) {
            int cut = new Random(seed).nextInt(whole.length / 10, whole.length);
            Path copy = copyWithLog("cut-" + seed, log, Arrays.copyOf(whole, cut));

            assertThat(lastCommit(copy)).as("seed %d", seed).isBetween((long) (COMMITS / 20), (long) COMMITS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, ROCKSDB})
    void garbageAfterTheEndIsCutOff(String which) throws IOException {
        commitAndDie(which);
        Path log = newestLog(which);
        byte[] whole = written(log);
        byte[] longer = Arrays.copyOf(whole, whole.length + 50_000);
        fillWithGarbage(longer, whole.length);

        Path copy = copyWithLog("garbage", log, longer);

        assertThat(lastCommit(copy)).isEqualTo(COMMITS - 1);
        commit(copy, COMMITS, COMMITS + 10);
        assertThat(lastCommit(copy)).isEqualTo(COMMITS + 9);
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, ROCKSDB})
    void aFlippedByteBeforeTheEndIsRefusedAndTheRemedyWorks(String which) throws IOException {
        commitAndDie(which);
        Path log = newestLog(which);
        for (long seed = 0; seed < SEEDS; seed++) {
            byte[] bytes = written(log);
            int at = new Random(seed).nextInt(bytes.length * 9 / 10);
            bytes[at] ^= 0x10;
            Path copy = copyWithLog("flip-" + seed, log, bytes);

            StorageException refusal = refusal(copy);
            Matcher remedy = REMEDY.matcher(String.valueOf(refusal.getMessage()));

            assertThat(remedy.find())
                    .as("seed %d: %s", seed, refusal.getMessage())
                    .isTrue();
            long offset = Long.parseLong(remedy.group(1));
            assertThat(offset).as("seed %d", seed).isLessThanOrEqualTo(at);
            try (FileChannel channel = FileChannel.open(Path.of(remedy.group(2)), StandardOpenOption.WRITE)) {
                channel.truncate(offset);
            }
            long last = lastCommit(copy);
            assertThat(last).as("seed %d", seed).isBetween(-1L, COMMITS - 1L);
        }
    }

    private StorageException refusal(Path copy) {
        StorageException[] refusal = new StorageException[1];
        assertThatThrownBy(() -> lastCommit(copy)).isInstanceOfSatisfying(StorageException.class, caught -> {
            refusal[0] = caught;
        });
        return refusal[0];
    }

    private static void fillWithGarbage(byte[] bytes, int from) {
        Random random = new Random(9);
        for (int at = from; at < bytes.length; at++) {
            bytes[at] = (byte) random.nextInt();
        }
    }

    /** Leaves a directory as a broker does that is killed after some commits: everything is in the log. */
    private void commitAndDie(String which) throws IOException {
        if (which.equals(ROCKSDB)) {
            OldDatabase.write(directory.resolve(ROCKSDB), SampleData.SETTINGS.allowance(), oldCommits());
            Files.writeString(directory.resolve("format"), "2\n");
            return;
        }
        Path alive = parent.resolve("alive");
        try (RocksStore store = open(alive)) {
            commits().forEach(store::commit);
            copy(alive, directory);
        }
    }

    private static List<List<Record>> commits() {
        List<List<Record>> commits = new ArrayList<>();
        commits.add(List.of(new QueueCreated(SampleData.QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false)));
        for (long number = 0; number < COMMITS; number++) {
            commits.add(List.of(lane(number)));
        }
        return commits;
    }

    /** The same as the broker of that time put it into RocksDB. */
    private static List<OldDatabase.Put> oldCommits() {
        List<OldDatabase.Put> puts = new ArrayList<>();
        for (List<Record> commit : commits()) {
            switch (commit.getFirst()) {
                case QueueCreated queue -> {
                    byte[] key = Keys.queue(queue.id());
                    puts.add(new OldDatabase.Put(Family.QUEUES, key, QueueCodec.write(key, queue)));
                }
                case LaneChanged lane -> {
                    byte[] key = Keys.lane(lane.queue(), lane.fairnessKey(), lane.lane());
                    puts.add(new OldDatabase.Put(Family.LANES, key, LaneCodec.write(key, lane)));
                }
                default -> throw new AssertionError(commit);
            }
        }
        return puts;
    }

    private static LaneChanged lane(long number) {
        return new LaneChanged(SampleData.QUEUE, "tenant", "", 1, 1, number);
    }

    private static void commit(Path directory, long from, long to) {
        try (RocksStore store = open(directory)) {
            commit(store, from, to);
        }
    }

    private static void commit(RocksStore store, long from, long to) {
        for (long number = from; number < to; number++) {
            store.commit(List.of(lane(number)));
        }
    }

    /** The number of the last commit that a directory still knows; -1 if it knows none. */
    private static long lastCommit(Path directory) {
        List<Record> records = new ArrayList<>();
        try (RocksStore store = open(directory)) {
            store.recover(records::add);
        }
        return records.stream()
                .mapToLong(each -> each instanceof LaneChanged flow ? flow.lastPosition() : -1)
                .max()
                .orElse(-1);
    }

    private static RocksStore open(Path directory) {
        return RocksStore.open(directory, SampleData.SETTINGS, DamagedLogTest::unexpected);
    }

    private static void unexpected(String report) {
        throw new AssertionError(report);
    }

    private Path newestLog(String which) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(which))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** What is in a log, without the room that is ready for more. */
    private static byte[] written(Path log) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        // A frame is filled up with zeros.
        return Arrays.copyOf(bytes, Math.min(bytes.length, (end + 7) & -8));
    }

    private Path copyWithLog(String name, Path log, byte[] bytes) throws IOException {
        Path copy = parent.resolve(name);
        copy(directory, copy);
        Files.write(copy.resolve(directory.relativize(log)), bytes);
        return copy;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (!file.toString().contains("native") && Files.notExists(target)) {
                    Files.copy(file, target);
                }
            }
        }
    }
}
