package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class ApplierTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** A file that is read into memory that is not there. */
    private static final ReadAhead.Source OUT_OF_MEMORY = new ReadAhead.Source() {
        @Override
        public Path file() {
            return Path.of("file");
        }

        @Override
        public void read(ByteBuffer into, long at) {
            throw new OutOfMemoryError("no direct memory");
        }
    };

    @Test
    void whateverEndsTheApplierIsToldToWhoeverAddsTurns() {
        try (Database database = Database.open(directory, new Allowance(1 << 20, 1 << 20, 64 << 20), report -> {});
                Applier applier = new Applier(database, Gathering.briefly(Long.MAX_VALUE), persisted -> {})) {
            Stored value = new Stored.Located(OUT_OF_MEMORY, 0, 3);
            database.recent().add(Applied.local(1), 1, turn -> turn.put(Family.BODIES, new byte[8], value, true));

            assertThatThrownBy(applier::applyAll).hasRootCauseInstanceOf(OutOfMemoryError.class);
            assertThatThrownBy(applier::turnAdded).hasRootCauseInstanceOf(OutOfMemoryError.class);
        }
    }
}
