package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What is taken for a full disk, so that the broker waits and does not stop. */
final class FullDiskTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"No space left on device", "Disk quota exceeded"})
    void aDiskIsFullIfTheSystemSaysSo(String reason) {
        assertThat(FullDisk.isFullDisk(new IOException(reason), directory, 1)).isTrue();
        assertThat(Failures.isFullDisk(new RocksDBException(
                        new Status(Status.Code.IOError, Status.SubCode.None, "While appending to file: " + reason))))
                .isTrue();
    }

    /** The system may say it in another language. */
    @Test
    void aDiskIsFullIfItHasLessRoomThanWasToBeWritten() {
        IOException failure = new IOException("Auf dem Gerät ist kein Speicherplatz mehr verfügbar");

        assertThat(FullDisk.isFullDisk(failure, directory, Long.MAX_VALUE)).isTrue();
        assertThat(FullDisk.isFullDisk(failure, directory, 1)).isFalse();
    }

    @Test
    void aDirectoryThatIsGoneIsNoFullDisk() {
        assertThat(FullDisk.isFullDisk(new IOException("gone"), directory.resolve("gone"), 1))
                .isFalse();
    }
}
