package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.fila.storage.log.Device;
import io.fila.storage.rocks.DirectoryTree;
import io.fila.storage.rocks.Gathering;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is deleted while it waits to be applied never gets into RocksDB. */
@Timeout(30)
final class TakenBackTest {
    private static final String KEY = "tenant";
    private static final int MESSAGES = 8;
    private static final Gathering ONE_WAITS = new Gathering(MESSAGES, Long.MAX_VALUE, 1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final List<String> reports = new ArrayList<>();

    @Test
    void crashAfterwardsBringsNothingBack() throws Exception {
        liveAndCopy();

        try (RocksStore copy = open(directory.resolve("copy"))) {
            assertThat(pending(copy)).isEqualTo(2 * MESSAGES - 2);
            assertThat(ready(copy)).hasSize(2 * MESSAGES - 2);
            assertThat(copy.body(SampleData.QUEUE, id(0))).isNull();
            assertThat(copy.body(SampleData.QUEUE, id(2))).isEqualTo(body(2));
            assertThat(reports).isEmpty();
        }
    }

    /** With durability `os` a power cut may take turns away that took something back. */
    @Test
    void whereTheLogHasLostThoseTurnsMessagesAreCountedAgain() throws Exception {
        liveAndCopy();
        DirectoryTree.delete(directory.resolve("copy").resolve(RocksStore.LOG));

        try (RocksStore copy = open(directory.resolve("copy"))) {
            assertThat(pending(copy)).isEqualTo(MESSAGES - 2);
            assertThat(ready(copy)).hasSize(MESSAGES - 2);
            assertThat(reports).anyMatch(report -> report.contains("was counted again"));
        }
        reports.clear();
        try (RocksStore again = open(directory.resolve("copy"))) {
            assertThat(pending(again)).isEqualTo(MESSAGES - 2);
            assertThat(reports).isEmpty();
        }
    }

    /** Two of the first messages are acked before they are applied; then they are, and a copy is made. */
    private void liveAndCopy() {
        try (RocksStore store = open(directory.resolve("data"))) {
            List<Record> first = enqueued(0, MESSAGES);
            first.add(new QueueCreated(SampleData.QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false));
            first.add(lane(MESSAGES, MESSAGES));
            store.commit(first);
            store.commit(List.of(acked(0), acked(1), lane(MESSAGES - 2, MESSAGES)));
            List<Record> second = enqueued(MESSAGES, 2 * MESSAGES);
            second.add(lane(2 * MESSAGES - 2, 2 * MESSAGES));
            store.commit(second);
            while (store.unapplied().turns() > 2) {
                Thread.onSpinWait();
            }
            var _ = store.backup(directory.resolve("copy"));
        }
    }

    private RocksStore open(Path place) {
        return RocksStore.open(
                place, StorageSettings.defaults().with(Durability.OS), Device.DISK, ONE_WAITS, reports::add);
    }

    private static long pending(RocksStore store) {
        List<LaneChanged> lanes = new ArrayList<>();
        store.recover(each -> {
            if (each instanceof LaneChanged lane) {
                lanes.add(lane);
            }
        });
        return lanes.getFirst().pending();
    }

    private static List<MessageId> ready(RocksStore store) {
        return store.page(SampleData.QUEUE, KEY, "", -1, 10 * MESSAGES).messages().stream()
                .map(message -> message.id())
                .toList();
    }

    private static List<Record> enqueued(long from, long to) {
        List<Record> records = new ArrayList<>();
        LongStream.range(from, to)
                .forEach(position -> records.add(
                        new MessageMoved(envelope(position), 0, body(position), Place.NOWHERE, place(position))));
        return records;
    }

    private static Record acked(long position) {
        return new MessageMoved(envelope(position), 0, null, place(position), Place.NOWHERE);
    }

    private static LaneChanged lane(long pending, long messages) {
        return new LaneChanged(SampleData.QUEUE, KEY, "", 1, pending, messages - 1);
    }

    private static Envelope envelope(long position) {
        return new Envelope(
                id(position),
                new Scheduling(KEY, 1, List.of()),
                Duration.ofDays(1).toNanos());
    }

    private static MessageId id(long position) {
        return new MessageId(1, position);
    }

    private static Place place(long position) {
        return new Place.Ready(SampleData.QUEUE, KEY, "", position);
    }

    private static Body body(long position) {
        return new Body(("body " + position + ' ').repeat(100).getBytes(StandardCharsets.UTF_8));
    }
}
