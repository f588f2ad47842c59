package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crash may do to the log is put up with; what only damage can do is refused. */
final class DamagedLogTest {
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

    @Test
    void aLogThatEndsAnywhereGivesEveryWholeCommitBeforeIt() throws IOException {
        commit(0, COMMITS);
        Path log = newestLog();
        byte[] whole = Files.readAllBytes(log);

        for (long seed = 0; seed < SEEDS; seed++) {
            int cut = new Random(seed).nextInt(whole.length / 10, whole.length);
            Path copy = copyWithLog("cut-" + seed, log, Arrays.copyOf(whole, cut));

            assertThat(lastCommit(copy)).as("seed %d", seed).isBetween((long) (COMMITS / 20), (long) COMMITS);
        }
    }

    @Test
    void garbageAfterTheEndIsCutOff() throws IOException {
        commit(0, COMMITS);
        Path log = newestLog();
        byte[] whole = Files.readAllBytes(log);
        byte[] longer = Arrays.copyOf(whole, whole.length + 50_000);
        fillWithGarbage(longer, whole.length);

        Path copy = copyWithLog("garbage", log, longer);

        assertThat(lastCommit(copy)).isEqualTo(COMMITS - 1);
        assertThat(Files.size(copy.resolve("rocksdb").resolve(log.getFileName())))
                .isEqualTo(whole.length);
    }

    @Test
    void aTornEndThatNewCommitsFollowedIsNoDamage() throws IOException {
        commit(0, COMMITS);
        try (FileChannel log = FileChannel.open(newestLog(), StandardOpenOption.WRITE)) {
            log.truncate(log.size() - 3);
        }

        commit(COMMITS - 1, COMMITS + 10);
        commit(COMMITS + 10, COMMITS + 20);

        assertThat(lastCommit(directory)).isEqualTo(COMMITS + 19);
    }

    @Test
    void aFlippedByteBeforeTheEndIsRefusedAndTheRemedyWorks() throws IOException {
        commit(0, COMMITS);
        Path log = newestLog();
        for (long seed = 0; seed < SEEDS; seed++) {
            byte[] bytes = Files.readAllBytes(log);
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

    private void commit(long from, long to) {
        try (RocksStore store = open(directory)) {
            if (from == 0) {
                store.commit(List.of(
                        new QueueCreated(SampleData.QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false)));
            }
            for (long number = from; number < to; number++) {
                store.commit(List.of(new LaneChanged(SampleData.QUEUE, "tenant", "", 1, 1, number)));
            }
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
        return RocksStore.open(directory, SampleData.SETTINGS, report -> {
            throw new AssertionError(report);
        });
    }

    private Path newestLog() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    private Path copyWithLog(String name, Path log, byte[] bytes) throws IOException {
        Path copy = parent.resolve(name).resolve("rocksdb");
        Files.createDirectories(copy);
        Files.copy(directory.resolve("format"), parent.resolve(name).resolve("format"));
        try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        Files.write(copy.resolve(log.getFileName()), bytes);
        return parent.resolve(name);
    }
}
