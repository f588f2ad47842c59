package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What an operator is told to do about a database that can't be opened. */
final class DatabaseAdviceTest {
    private static final Path DIRECTORY = Path.of("data");

    @Test
    void fullDiskWantsRoomAndNoBackup() {
        Status noSpace = new Status(Status.Code.IOError, Status.SubCode.NoSpace, "No space left on device");

        assertThat(Failures.unopenable(DIRECTORY, new RocksDBException(noSpace)))
                .hasMessageContaining("make room and start again")
                .hasMessageNotContaining("backup");
    }

    @Test
    void otherTroubleMayWantABackup() {
        Status strange = new Status(Status.Code.InvalidArgument, Status.SubCode.None, "strange");

        assertThat(Failures.unopenable(DIRECTORY, new RocksDBException(strange)))
                .hasMessageContaining("restore the data directory from a backup");
    }
}
