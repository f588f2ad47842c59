package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a replica, which are made without the log. */
@Timeout(30)
final class ReplicaCopyTest {
    private static final byte[] KEY = {0, 0, 0, 0, 0, 0, 0, 1, 7};
    private static final byte[] VALUE = {1, 2, 3};

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void copyHasWhatAddedTurnsDeleteOnlyAfterIt() {
        Path copy = directory.resolve("copy");
        try (Database database = open("data")) {
            Recent recent = database.recent();
            recent.add(at(1), VALUE.length, turn -> turn.put(Family.READY, KEY, new Stored.InMemory(VALUE), true));
            boolean _ = recent.freeze(Integer.MAX_VALUE);
            recent.add(at(2), VALUE.length, turn -> turn.delete(Family.READY, KEY));

            try (Applier applier = new Applier(database, Gathering.briefly(Long.MAX_VALUE), persisted -> {
                if (persisted.equals(at(1))) {
                    copy(database, copy);
                }
            })) {
                applier.applyAll();
            }
        }

        try (Database copied = open("copy")) {
            assertThat(copied.applied()).isEqualTo(at(1));
            assertThat(copied.lookUp(Family.READY, KEY).value()).isEqualTo(VALUE);
        }
    }

    @Test
    void turnsAreAppliedWhileTablesAreCopied() throws IOException {
        Path copy = directory.resolve("copy");
        try (Database database = open("data");
                Applier applier = new Applier(database, Gathering.briefly(Long.MAX_VALUE), persisted -> {})) {
            Recent recent = database.recent();
            recent.add(at(1), VALUE.length, turn -> turn.put(Family.READY, KEY, new Stored.InMemory(VALUE), true));
            try (Applier.Rest rest = applier.rest()) {
                database.copyTo(copy, copying -> {
                    rest.end();
                    recent.add(at(2), VALUE.length, turn -> turn.delete(Family.READY, KEY));
                    CompletableFuture.runAsync(applier::applyAll).join();
                });
            }
            assertThat(database.applied()).isEqualTo(at(2));
        }

        try (Database copied = open("copy")) {
            assertThat(copied.applied()).isEqualTo(at(1));
            assertThat(copied.lookUp(Family.READY, KEY).value()).isEqualTo(VALUE);
        }
    }

    private static Applied at(long position) {
        return new Applied(position, 1, position);
    }

    private static void copy(Database database, Path copy) {
        try {
            database.copyTo(copy, copying -> {});
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Database open(String name) {
        return Database.openReplica(directory.resolve(name), new Allowance(1 << 20, 1 << 20, 64 << 20), report -> {
            throw new AssertionError(report);
        });
    }
}
