package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.record.ConfigChanged;
import io.fila.storage.log.Device;
import io.fila.storage.rocks.Gathering;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

    @Test
    void aStartThatFailsLeavesNoFileOfTheLogOpen() throws Exception {
        Path killed = directory.resolve("killed");
        try (RocksStore store = RocksStore.open(directory.resolve("alive"), SETTINGS, report -> {})) {
            store.commit(List.of(new ConfigChanged("colour", "red")));
            copy(directory.resolve("alive"), killed);
        }
        // It cannot be deleted as the mark of a clean stop is.
        Files.createDirectories(killed.resolve("stopped").resolve("inside"));
        List<FileChannel> opened = new ArrayList<>();
        Device device = file -> {
            FileChannel channel = Device.DISK.open(file);
            opened.add(channel);
            return channel;
        };

        assertThatThrownBy(() ->
                        RocksStore.open(killed, SETTINGS, device, Gathering.of(SETTINGS.allowance()), report -> {}))
                .isInstanceOf(StorageException.class);
        assertThat(opened).noneMatch(FileChannel::isOpen);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private RocksStore open() {
        return RocksStore.open(directory, SETTINGS, report -> {});
    }
}
