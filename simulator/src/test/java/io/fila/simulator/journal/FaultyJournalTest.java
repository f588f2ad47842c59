package io.fila.simulator.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultyJournalTest {
    private static final QueueId QUEUE = new QueueId(1);
    private static final String KEY = Scheduling.DEFAULT_KEY;

    private final FaultyJournal journal = new FaultyJournal();

    @Test
    void lostTurnLeavesNothing() {
        journal.loseNextCommit();

        assertThatThrownBy(() -> journal.commit(arrival(0))).isInstanceOf(CommitFailedException.class);

        assertThat(journal.messages()).isZero();
    }

    @Test
    void rottenEntryIsReadAsDamaged() {
        journal.commit(arrival(0));
        journal.commit(arrival(1));

        journal.rotEntry(new Place.Ready(QUEUE, KEY, "", 0), id(0));
        Page page = journal.page(QUEUE, KEY, "", -1, 10);

        assertThat(page.damagedPositions()).containsExactly(0L);
        assertThat(page.messages())
                .singleElement()
                .satisfies(message -> assertThat(message.id()).isEqualTo(id(1)));
        assertThat(page.readThrough()).isEqualTo(1);
    }

    @Test
    void rottenBodyIsNeverHandedOut() {
        journal.commit(arrival(0));

        journal.rotBody(id(0));

        assertThatThrownBy(() -> journal.body(QUEUE, id(0))).isInstanceOf(DamagedException.class);
    }

    private static MessageId id(long position) {
        return new MessageId(7, position);
    }

    private static List<Record> arrival(long position) {
        Envelope envelope = new Envelope(id(position), Scheduling.DEFAULT, 0);
        Place.Ready place = new Place.Ready(QUEUE, KEY, "", position);
        return List.of(new MessageMoved(envelope, 0, new Body(new byte[] {1}), Place.NOWHERE, place));
    }
}
