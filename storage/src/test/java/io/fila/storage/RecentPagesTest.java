package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page is made of what RocksDB has and of what is only in the log, however much there is of either. */
final class RecentPagesTest {
    private static final int MESSAGES = 6000;
    private static final int LIMIT = 700;
    private static final String KEY = "tenant";

    @Test
    void everyMessageIsOnOnePage(@TempDir Path directory) throws Exception {
        LongPredicate isAcked = position -> position % 3 == 0;
        try (RocksStore store = open(directory)) {
            store.commit(records(LongStream.range(0, MESSAGES / 2), true));
        }
        try (RocksStore store = open(directory)) {
            store.commit(records(LongStream.range(MESSAGES / 2, MESSAGES), true));
            store.commit(records(LongStream.range(0, MESSAGES).filter(isAcked), false));

            assertThat(positions(store))
                    .containsExactlyElementsOf(LongStream.range(0, MESSAGES)
                            .filter(isAcked.negate())
                            .boxed()
                            .toList());
            assertThat(store.body(SampleData.QUEUE, new MessageId(1, 0))).isNull();
            for (long position : List.of(1L, MESSAGES - 1L)) {
                assertThat(store.body(SampleData.QUEUE, new MessageId(1, position)))
                        .isEqualTo(body(position));
            }
            List<@Nullable Body> bodies = new ArrayList<>();
            LongStream.range(0, MESSAGES)
                    .forEach(position -> bodies.add(isAcked.test(position) ? null : body(position)));
            assertThat(store.bodies(SampleData.QUEUE, ids(), Long.MAX_VALUE)).isEqualTo(bodies);
            assertThat(store.bodies(SampleData.QUEUE, ids().reversed(), 1)).containsExactly(body(MESSAGES - 1));
        }
    }

    private static List<MessageId> ids() {
        return LongStream.range(0, MESSAGES)
                .mapToObj(position -> new MessageId(1, position))
                .toList();
    }

    private static RocksStore open(Path directory) {
        return RocksStore.open(directory, SampleData.SETTINGS, report -> {});
    }

    private static List<Long> positions(RocksStore store) {
        List<Long> positions = new ArrayList<>();
        Page page;
        long after = -1;
        do {
            page = store.page(SampleData.QUEUE, KEY, "", after, LIMIT);
            page.messages().forEach(message -> positions.add(((Place.Ready) message.place()).position()));
            after = page.readThrough();
        } while (!page.complete());
        return positions;
    }

    private static List<Record> records(LongStream positions, boolean enqueue) {
        return positions
                .mapToObj(position -> {
                    Envelope envelope =
                            new Envelope(new MessageId(1, position), new Scheduling(KEY, 1, List.of()), position);
                    Place ready = new Place.Ready(SampleData.QUEUE, KEY, "", position);
                    return (Record)
                            (enqueue
                                    ? new MessageMoved(envelope, 0, body(position), Place.NOWHERE, ready)
                                    : new MessageMoved(envelope, 0, null, ready, Place.NOWHERE));
                })
                .toList();
    }

    /** Long enough to stay in the log. */
    private static Body body(long position) {
        return new Body(("body " + position + ' ').repeat(100).getBytes(StandardCharsets.UTF_8));
    }
}
