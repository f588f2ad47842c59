package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.storage.rocks.StorageException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryTest {
    private static final StorageSettings SETTINGS = StorageSettings.defaults();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void aDirectoryInUseIsRefusedWithTheProcessThatUsesIt() {
        try (RocksStore store = open()) {
            assertThat(store.quarantine().list(1)).isEmpty();
            assertThatThrownBy(this::open)
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid() + " is using it")
                    .hasMessageContaining(directory.toString());
        }
    }

    @Test
    void aDirectoryGivenBackCanBeOpenedAgain() {
        open().close();
        open().close();
    }

    @Test
    void dataOfAnUnknownFormatIsRefusedBeforeAnythingIsTouched() throws Exception {
        Files.writeString(directory.resolve("format"), "99\n");

        assertThatThrownBy(this::open)
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("format 4")
                .hasMessageContaining("\"99\"");
        assertThat(directory.resolve("rocksdb")).doesNotExist();
    }

    @Test
    void aFileWhereTheDirectoryShouldBeIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> RocksStore.open(file, SETTINGS, report -> {}))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(file.toString());
    }

    private RocksStore open() {
        return RocksStore.open(directory, SETTINGS, report -> {});
    }
}
