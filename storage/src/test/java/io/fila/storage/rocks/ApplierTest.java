package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class ApplierTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private static final int MORE_THAN_A_BATCH = 5 << 20;

    private static final ReadAhead.Source OF_ZEROS = new ReadAhead.Source() {
        @Override
        public Path file() {
            return Path.of("zeros");
        }

        @Override
        public void read(ByteBuffer into, long at) {
            into.position(into.limit());
        }
    };

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

    @Test
    void whatWasAppliedInPartNeedsItsTurnsInTheLog() {
        Allowance allowance = new Allowance(1 << 20, 1 << 20, 64 << 20);
        try (Database database = Database.open(directory, allowance, report -> {});
                Applier applier = new Applier(database, Gathering.briefly(Long.MAX_VALUE), persisted -> {})) {
            Stored first = new Stored.Located(OF_ZEROS, 0, MORE_THAN_A_BATCH);
            Stored second = new Stored.Located(OUT_OF_MEMORY, 0, 3);
            database.recent().add(Applied.local(5), 1, turn -> {
                turn.put(Family.BODIES, new byte[] {0, 0, 0, 0, 0, 0, 0, 1}, first, true);
                turn.put(Family.BODIES, new byte[] {0, 0, 0, 0, 0, 0, 0, 2}, second, true);
            });
            assertThatThrownBy(applier::applyAll).isInstanceOf(StorageException.class);

            database.compareWith(5);
            assertThat(database.wasMended()).isFalse();
        }
        try (Database copy = Database.openReplica(directory, allowance, report -> {})) {
            assertThat(copy.recent().needed()).isEqualTo(5);

            copy.compareWith(4);

            assertThat(copy.wasMended()).isTrue();
        }
    }

    /** What the waiting turn was to close is closed by then, and nobody would fill the next one. */
    @Test
    void aTurnThatWaitsForRoomGoesOnAfterSomebodyElseHasHadEverythingApplied() throws InterruptedException {
        Slow slow = new Slow();
        try (Database database = Database.open(directory, new Allowance(1 << 20, 1 << 20, 64 << 20), report -> {});
                Applier applier = new Applier(database, Gathering.briefly(1), persisted -> {})) {
            Thread turns = Thread.ofPlatform().start(() -> {
                for (int turn = 1; turn <= 3; turn++) {
                    Stored value = new Stored.Located(slow, 0, 3);
                    byte[] key = {0, 0, 0, 0, 0, 0, 0, (byte) turn};
                    database.recent().add(Applied.local(turn), 1, to -> to.put(Family.BODIES, key, value, true));
                    applier.turnAdded();
                }
            });
            awaitWaiting(turns);
            Thread copier = Thread.ofPlatform().start(() -> applier.rest().close());
            awaitWaiting(copier);

            slow.goOn.countDown();

            copier.join();
            turns.join();
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    /** A file that cannot be read yet. */
    private static final class Slow implements ReadAhead.Source {
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public Path file() {
            return Path.of("slow");
        }

        @Override
        public void read(ByteBuffer into, long at) {
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
            into.position(into.limit());
        }
    }
}
