package io.fila.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Peek;
import io.fila.storage.rocks.Recent;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log on a disk that forgets what was not synced. */
final class PowerCutTest {
    private static final int SEEDS = 200;
    private static final int MOST_TURNS = 40;

    /** They fit into one segment: a later one that is there would tell of those that are missing. */
    private static final int FEW_TURNS = 4;

    private static final int MOST_VALUE_BYTES = 3000;
    private static final long SEGMENT_BYTES = 16 << 10;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void everySyncedTurnIsThereAndTheOneUnderWayIsWholeOrNotThere() {
        for (int each = 0; each < SEEDS; each++) {
            int seed = each;
            Path place = directory.resolve("seed-" + seed);
            ForgetfulDevice device = new ForgetfulDevice(seed);
            Log log = open(place, true, device, new Recent());
            int turns = new Random(seed).nextInt(1, MOST_TURNS);
            for (int turn = 1; turn <= turns; turn++) {
                assertThat(log.append(frame(seed, turn))).isEqualTo(turn);
            }
            device.cutAtNextSync();
            assertThatThrownBy(() -> log.append(frame(seed, turns + 1))).isInstanceOf(StorageException.class);

            Recent recent = new Recent();
            try (Log again = open(place, true, Device.DISK, recent)) {
                for (int turn = 1; turn <= turns; turn++) {
                    assertThat(Peek.at(recent, Family.BODIES, key(turn)))
                            .as("seed %d, turn %d of %d", seed, turn, turns)
                            .isEqualTo(value(seed, turn));
                }
                // A turn that was under way may have got there; then it is whole.
                assertThat(again.append(frame(seed, turns + 2)))
                        .as("seed %d", seed)
                        .isBetween(turns + 1L, turns + 2L);
            }
        }
    }

    /** A broker that was killed may have written it and not synced it; what follows is worth nothing if it goes missing later. */
    @Test
    void whatIsReplayedIsSyncedBeforeAnythingFollowsIt() throws IOException {
        try (Log killed = open(directory, false, Device.DISK, new Recent())) {
            for (int turn = 1; turn <= MOST_TURNS; turn++) {
                assertThat(killed.append(frame(1, turn))).isEqualTo(turn);
            }
        }
        ForgetfulDevice device = new ForgetfulDevice(1);

        try (Log _ = open(directory, true, device, new Recent())) {
            assertThat(device.synced()).hasSizeGreaterThan(1).containsExactlyElementsOf(Segments.files(directory));
        }
    }

    /** Otherwise the first test would say nothing. */
    @Test
    void whatIsNotSyncedIsForgotten() {
        int seed = 1;
        Log log = open(directory, false, ForgetfulDevice.thatKeepsNothing(), new Recent());
        for (int turn = 1; turn <= FEW_TURNS; turn++) {
            assertThat(log.append(frame(seed, turn))).isEqualTo(turn);
        }

        Recent recent = new Recent();
        try (Log _ = open(directory, false, Device.DISK, recent)) {
            assertThat(Peek.at(recent, Family.BODIES, key(1))).isNull();
        }
    }

    private static Log open(Path place, boolean sync, Device device, Recent recent) {
        return Log.open(place, 0, recent, SEGMENT_BYTES, sync, device, report -> {
            throw new AssertionError(report);
        });
    }

    private static Frame frame(int seed, int turn) {
        Frame frame = new Frame();
        frame.insert(Family.BODIES, key(turn), value(seed, turn));
        return frame;
    }

    private static byte[] key(int turn) {
        return new byte[] {0, 0, 0, 0, 0, 0, 0, 1, (byte) turn};
    }

    private static byte[] value(int seed, int turn) {
        Random random = new Random(seed * 1_000L + turn);
        byte[] value = new byte[random.nextInt(MOST_VALUE_BYTES)];
        random.nextBytes(value);
        return value;
    }
}
