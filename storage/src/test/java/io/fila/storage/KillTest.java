package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.record.LaneChanged;
import io.fila.core.record.Record;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that dies without a word leaves every confirmed commit, and a directory that opens at once; so does a power cut. */
final class KillTest {
    private static final int ROUNDS = 4;
    private static final int MOST_COMMITS = 2000;

    @Test
    void everyConfirmedCommitSurvivesKill9(@TempDir Path directory) throws IOException {
        long next = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Durability durability = round % 2 == 0 ? Durability.GROUP : Durability.OS;
            int commits = new Random(round).nextInt(1, MOST_COMMITS);
            long confirmed = commitUntilKilled(directory, next, durability, KilledWriter.DISK, commits);

            long found = lastCommit(directory);

            assertThat(found).as("round %d, %s", round, durability).isBetween(confirmed, confirmed + 1);
            next = found + 1;
        }
    }

    /** What is not synced is in the memory of the process that is killed, and gone with it. */
    @Test
    void everySyncedCommitSurvivesAPowerCut(@TempDir Path directory) throws IOException {
        long next = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int commits = new Random(round).nextInt(1, MOST_COMMITS);
            long confirmed = commitUntilKilled(directory, next, Durability.GROUP, KilledWriter.FORGETFUL, commits);

            long found = lastCommit(directory);

            assertThat(found).as("round %d", round).isBetween(confirmed, confirmed + 1);
            next = found + 1;
        }
    }

    private static long commitUntilKilled(Path directory, long first, Durability durability, String device, int commits)
            throws IOException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWriter.class.getName(),
                        directory.toString(),
                        Long.toString(first),
                        durability.name(),
                        device)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long confirmed = first - 1;
        try (BufferedReader output = writer.inputReader(StandardCharsets.UTF_8)) {
            String line;
            while ((line = output.readLine()) != null) {
                confirmed = Long.parseLong(line);
                if (confirmed - first == commits) {
                    // By its handle: a process that is destroyed takes its streams along.
                    writer.toHandle().destroyForcibly();
                }
            }
        }
        assertThat(confirmed).as("commits before the kill").isGreaterThanOrEqualTo(first);
        return confirmed;
    }

    private static long lastCommit(Path directory) {
        List<Record> records = new ArrayList<>();
        try (RocksStore store = RocksStore.open(directory, StorageSettings.defaults(), report -> {
            throw new AssertionError(report);
        })) {
            store.recover(records::add);
        }
        return records.stream()
                .mapToLong(each -> each instanceof LaneChanged lane ? lane.lastPosition() : -1)
                .max()
                .orElse(-1);
    }
}
