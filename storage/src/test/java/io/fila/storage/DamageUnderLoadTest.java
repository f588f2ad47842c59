package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.DamagedException;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.storage.rocks.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** RocksDB comes upon a damaged block in its own work while the broker goes on committing. */
final class DamageUnderLoadTest {
    private static final int TURNS = 60;
    private static final int BATCH = 100;
    private static final int BODY_BYTES = 1000;
    private static final String KEY = "newcomer";
    private static final long NOW_NANOS = 1_000_000_000_000L;
    private static final List<QueueId> NEIGHBOURS = List.of(new QueueId(0), new QueueId(2));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void commitsGoOnAndOnlyTheDamagedRecordIsLost(@TempDir Path directory) throws IOException, DamagedException {
        SampleData sample = SampleData.in(directory.resolve("sample"));
        Path copy = sample.copyTo(directory.resolve("copy"));
        Path bodies = copy.resolve("rocksdb").resolve(sample.table(Family.BODIES));
        byte[] bytes = Files.readAllBytes(bodies);
        bytes[bytes.length / 2] ^= 1;
        Files.write(bodies, bytes);
        List<String> reports = new CopyOnWriteArrayList<>();
        StorageSettings small = new StorageSettings(Durability.OS, 0, 1 << 20, 1 << 20);

        try (RocksStore store = RocksStore.open(copy, small, reports::add)) {
            for (int turn = 0; turn < TURNS; turn++) {
                store.commit(turn(turn));
            }
            awaitMending(store, reports, number -> store.commit(List.of(lane(TURNS * BATCH))));

            for (long number = 0; number < TURNS * BATCH; number++) {
                assertThat(store.body(SampleData.QUEUE, id(number))).isEqualTo(body(number));
            }
            assertThat(store.quarantine().list(10)).hasSize(1);
        }
        try (RocksStore store = RocksStore.open(copy, small, reports::add)) {
            Consumption consumption = new Consumption(store, System.nanoTime()).run();

            assertThat(consumption.received()).hasSize(sample.messages().size() + TURNS * BATCH - 1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Family.class,
            names = {"READY", "SCHEDULED", "BODIES"})
    void aMessageOfWhichAPartIsLostInAMendIsNotWaitedFor(Family family, @TempDir Path directory) throws IOException {
        SampleData sample = SampleData.in(directory.resolve("sample"));
        Path copy = sample.copyTo(directory.resolve("copy"));
        SampleData.flipBitIn("tenant1", copy.resolve("rocksdb").resolve(sample.table(family)));
        List<String> reports = new CopyOnWriteArrayList<>();

        try (RocksStore store = RocksStore.open(copy, SampleData.SETTINGS, reports::add)) {
            Consumption consumption = new Consumption(store, NOW_NANOS);
            commitUntilMended(store, reports);
            consumption.run();

            assertThat(consumption.received()).hasSize(sample.messages().size() - 1);
            assertThat(consumption.depth()).isZero();
            assertThat(consumption.scheduled()).isZero();
            assertThat(store.quarantine().list(10)).singleElement().satisfies(exhibit -> {
                assertThat(exhibit.family()).isEqualTo(family.title());
                assertThat(exhibit.value()).isNotEmpty();
            });
        }
        try (RocksStore store = RocksStore.open(copy, SampleData.SETTINGS, reports::add)) {
            Consumption consumption = new Consumption(store, NOW_NANOS).run();

            assertThat(consumption.depth()).isZero();
            assertThat(consumption.scheduled()).isZero();
            assertThat(consumption.reports()).isEmpty();
        }
    }

    /** Has RocksDB compact: what it writes, into queues on either side, overlaps with all there is. */
    private static void commitUntilMended(RocksStore store, List<String> reports) {
        for (QueueId neighbour : NEIGHBOURS) {
            QueueName name = new QueueName("neighbour-" + neighbour.value());
            store.commit(List.of(new QueueCreated(neighbour, name, QueueConfig.DEFAULT, false)));
        }
        awaitMending(store, reports, number -> {
            for (QueueId neighbour : NEIGHBOURS) {
                Envelope envelope = new Envelope(id(number), Scheduling.DEFAULT, 1);
                Place scheduled = new Place.Scheduled(neighbour, 1);
                Place ready = new Place.Ready(neighbour, "default", "", number);
                store.commit(List.of(
                        new MessageMoved(envelope, 0, body(number), Place.NOWHERE, number % 2 == 0 ? ready : scheduled),
                        new LaneChanged(neighbour, "default", "", 1, number / 2 + 1, number),
                        new ScheduleChanged(neighbour, (number + 1) / 2)));
            }
        });
    }

    private static void awaitMending(RocksStore store, List<String> reports, IntConsumer commit) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int number = 0; reports.stream().noneMatch(report -> report.contains("has been mended")); number++) {
            commit.accept(number);
            store.reclaim();
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            assertThat(System.nanoTime()).as("mended within %s", PATIENCE).isLessThan(deadline);
        }
    }

    private static List<Record> turn(int turn) {
        List<Record> records = new ArrayList<>();
        for (long number = (long) turn * BATCH; number < (turn + 1L) * BATCH; number++) {
            Envelope envelope = new Envelope(id(number), new Scheduling(KEY, 1, List.of()), 1);
            Place place = new Place.Ready(SampleData.QUEUE, KEY, "", number);
            records.add(new MessageMoved(envelope, 0, body(number), Place.NOWHERE, place));
        }
        records.add(lane((turn + 1L) * BATCH));
        return records;
    }

    private static Record lane(long messages) {
        return new LaneChanged(SampleData.QUEUE, KEY, "", 1, messages, messages - 1);
    }

    private static MessageId id(long number) {
        return new MessageId(number % 3, 1_000_000 + number);
    }

    private static Body body(long number) {
        byte[] bytes = new byte[BODY_BYTES];
        new Random(number).nextBytes(bytes);
        return new Body(bytes);
    }
}
