package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.DamagedException;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QueueDeletionTest {
    private static final QueueCreated AGAIN =
            new QueueCreated(SampleData.QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false);
    private static final QueueCreated NEIGHBOUR =
            new QueueCreated(new QueueId(2), new QueueName("mail"), QueueConfig.DEFAULT, false);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void nothingOfADeletedQueueIsLeftEvenIfItsNumberIsUsedAgain() throws DamagedException {
        SampleData sample = SampleData.in(directory);

        try (RocksStore store = open()) {
            store.commit(List.of(NEIGHBOUR));
            store.commit(List.of(new QueueDeleted(SampleData.QUEUE)));
            store.commit(List.of(AGAIN));
            assertEmpty(store, sample);
        }
        try (RocksStore store = open()) {
            assertEmpty(store, sample);
        }
        try (Database database = SampleData.openDatabase(directory)) {
            for (Family family : Family.values()) {
                byte[] first = database.firstKey(family, new byte[0]);
                assertThat(first == null).as(family.title()).isEqualTo(family != Family.QUEUES);
            }
        }
    }

    @Test
    void aQueueCreatedAndDeletedInOneCommitLeavesNothing() {
        try (RocksStore store = open()) {
            store.commit(List.of(AGAIN, new QueueDeleted(SampleData.QUEUE)));

            assertThat(recovered(store)).isEmpty();
        }
    }

    private static void assertEmpty(RocksStore store, SampleData sample) throws DamagedException {
        assertThat(recovered(store)).containsExactly(AGAIN, NEIGHBOUR);
        assertThat(store.page(SampleData.QUEUE, "tenant0", "", -1, 10).messages())
                .isEmpty();
        for (MessageId id : sample.messages().keySet()) {
            assertThat(store.body(SampleData.QUEUE, id)).isNull();
        }
    }

    private static List<Record> recovered(RocksStore store) {
        List<Record> records = new ArrayList<>();
        store.recover(records::add);
        return records;
    }

    private RocksStore open() {
        return RocksStore.open(directory, SampleData.SETTINGS, report -> {
            throw new AssertionError(report);
        });
    }
}
