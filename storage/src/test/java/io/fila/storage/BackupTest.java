package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.record.ConfigChanged;
import io.fila.core.record.Record;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup is what was committed before it, made without work for the database. */
final class BackupTest {
    private static final int BEFORE = 500;
    private static final int BACKUPS = 5;

    /** Each commit waits for the disk, so that those beside a backup are thousands and not a million. */
    private static final StorageSettings SETTINGS = StorageSettings.defaults().with(Durability.GROUP);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void backupTakesWhatIsOnlyInTheLogAndMakesNoTableOfIt() throws IOException {
        SampleData.in(directory.resolve("data"));
        try (RocksStore store = open("data")) {
            store.commit(List.of(note(1)));
            List<Record> known = recovered(store);
            long tables = tables("data");

            store.backup(directory.resolve("backup"));
            store.commit(List.of(note(2)));

            assertThat(tables("data")).isEqualTo(tables);
            try (RocksStore backup = open("backup")) {
                assertThat(recovered(backup)).isEqualTo(known).contains(note(1)).doesNotContain(note(2));
            }
        }
    }

    /** So that the end of its log is somewhere in a commit, and files of the log come and go. */
    @Test
    void backupMadeWhileCommitsGoOnIsThePastUpToAMoment() throws InterruptedException {
        AtomicBoolean enough = new AtomicBoolean();
        CountDownLatch warm = new CountDownLatch(BEFORE);
        try (RocksStore store = open("data")) {
            Thread load = Thread.ofPlatform().start(() -> {
                for (int number = 0; !enough.get(); number++) {
                    store.commit(List.of(note(number), note(-number)));
                    warm.countDown();
                }
            });
            warm.await();
            for (int round = 0; round < BACKUPS; round++) {
                store.backup(directory.resolve("backup" + round));
                store.reclaim();
            }
            enough.set(true);
            load.join();
        }
        for (int round = 0; round < BACKUPS; round++) {
            try (RocksStore backup = open("backup" + round)) {
                List<Record> notes = recovered(backup);
                int last = notes.size() / 2;
                assertThat(last).isGreaterThanOrEqualTo(BEFORE - 1);
                assertThat(notes)
                        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(-last, last)
                                .mapToObj(BackupTest::note)
                                .toList());
            }
        }
    }

    /** Otherwise a broker could confirm messages in it whose tables a power cut then takes away. */
    @Test
    void restoredDirectoryIsOnTheDiskBeforeItHasItsName() throws IOException {
        try (RocksStore store = open("data")) {
            store.commit(List.of(note(1)));
            store.backup(directory.resolve("backup"));
        }
        Path restored = directory.resolve("above").resolve("restored");
        Path draft = restored.resolveSibling("restored.unfinished");
        List<Path> synced = new ArrayList<>();

        var _ = Backup.restore(directory.resolve("backup"), restored, path -> {
            assertThat(path).exists();
            synced.add(path);
        });

        try (Stream<Path> files = Files.walk(restored)) {
            assertThat(files.filter(file -> !file.endsWith("stopped"))
                            .map(file -> draft.resolve(restored.relativize(file).toString())))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(synced).contains(file));
        }
        assertThat(synced.getLast()).isEqualTo(restored.getParent());
    }

    private static Record note(int number) {
        return new ConfigChanged("note." + number, "x".repeat(100));
    }

    private static List<Record> recovered(RocksStore store) {
        List<Record> records = new ArrayList<>();
        store.recover(records::add);
        return records;
    }

    private long tables(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name).resolve("rocksdb"))) {
            return files.filter(file -> file.toString().endsWith(".sst")).count();
        }
    }

    private RocksStore open(String name) {
        return RocksStore.open(directory.resolve(name), SETTINGS, report -> {
            throw new AssertionError(report);
        });
    }
}
