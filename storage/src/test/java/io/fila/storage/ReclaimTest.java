package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backlog that was consumed gives its room back, though nothing new comes in that would make RocksDB work. */
final class ReclaimTest {
    private static final int MESSAGES = 20_000;
    private static final int BATCH = 1000;
    private static final Body BODY = new Body(new byte[1024]);
    private static final String KEY = "tenant";
    private static final long FULL_BYTES = 16L << 20;
    private static final long EMPTY_BYTES = 2L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void whatWasConsumedGivesItsRoomBack(@TempDir Path directory) {
        try (RocksStore store = RocksStore.open(directory, SampleData.SETTINGS, report -> {})) {
            enqueueOrAck(store, true);
            store.reclaim();
            await(() -> tableBytes(directory) > FULL_BYTES);

            enqueueOrAck(store, false);

            await(() -> {
                store.reclaim();
                return tableBytes(directory) < EMPTY_BYTES;
            });
        }
    }

    private static void enqueueOrAck(RocksStore store, boolean enqueue) {
        for (int first = 0; first < MESSAGES; first += BATCH) {
            List<Record> records = new ArrayList<>();
            for (int number = first; number < first + BATCH; number++) {
                Envelope envelope = new Envelope(new MessageId(1, number), new Scheduling(KEY, 1, List.of()), number);
                Place ready = new Place.Ready(SampleData.QUEUE, KEY, "", number);
                records.add(
                        enqueue
                                ? new MessageMoved(envelope, 0, BODY, Place.NOWHERE, ready)
                                : new MessageMoved(envelope, 0, null, ready, Place.NOWHERE));
            }
            store.commit(records);
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean holds = condition.holds();
        while (!holds && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            holds = condition.holds();
        }
        assertThat(holds).as("within %s", PATIENCE).isTrue();
    }

    private static long tableBytes(Path directory) {
        try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
