package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restart reads what there is to know about flows and leases, not the messages. */
final class BacklogTest {
    private static final int MESSAGES = 200_000;
    private static final int KEYS = 100;
    private static final int BATCH = 1000;
    private static final Body BODY = new Body(new byte[100]);

    /** Processor time, which a loaded machine does not change. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    @Test
    void theFirstOfManyMessagesIsSoonAtHandAfterARestart(@TempDir Path directory) throws DamagedException {
        StorageSettings settings = StorageSettings.defaults().with(Durability.OS);
        try (RocksStore store = RocksStore.open(directory, settings, BacklogTest::unexpected)) {
            store.commit(
                    List.of(new QueueCreated(SampleData.QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false)));
            for (int first = 0; first < MESSAGES; first += BATCH) {
                store.commit(turn(first));
            }
        }

        long start = processorNanos();
        try (RocksStore store = RocksStore.open(directory, settings, BacklogTest::unexpected)) {
            List<Record> records = new ArrayList<>();
            store.recover(records::add);
            Page page = store.page(SampleData.QUEUE, key(0), "", -1, 100);
            Body body = store.body(SampleData.QUEUE, page.messages().getFirst().id());
            Duration elapsed = Duration.ofNanos(processorNanos() - start);

            assertThat(records).hasSize(1 + KEYS);
            assertThat(page.messages()).hasSize(100);
            assertThat(body).isEqualTo(BODY);
            assertThat(elapsed).isLessThan(LIMIT);
        }
    }

    private static List<Record> turn(int first) {
        List<Record> records = new ArrayList<>();
        for (int number = first; number < first + BATCH; number++) {
            Envelope envelope = new Envelope(
                    new MessageId(number, number * 0x9E3779B97F4A7C15L), new Scheduling(key(number), 1, List.of()), 1);
            Place place = new Place.Ready(SampleData.QUEUE, key(number), "", number / KEYS);
            records.add(new MessageMoved(envelope, 0, BODY, Place.NOWHERE, place));
        }
        int pending = (first + BATCH) / KEYS;
        for (int key = 0; key < KEYS; key++) {
            records.add(new LaneChanged(SampleData.QUEUE, key(key), "", 1, pending, pending - 1));
        }
        return records;
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static String key(int number) {
        return "tenant" + number % KEYS;
    }

    private static void unexpected(String report) {
        throw new AssertionError(report);
    }
}
