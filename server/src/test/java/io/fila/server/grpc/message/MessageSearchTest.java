package io.fila.server.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.MemoryJournal;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MessageSearchTest {
    private static final QueueId QUEUE = new QueueId(1);
    private static final MessageId WANTED = new MessageId(0, 7);
    private static final Place IN_LINE = new Place.Ready(QUEUE, "a", "", 3);
    private static final Place WITH_A_CONSUMER = new Place.Leased(QUEUE, 100, 5);

    private final MemoryJournal journal = new MemoryJournal();
    private final FaultyArchive archive = new FaultyArchive(journal);
    private Place place = Place.NOWHERE;

    private MessageSearch search() {
        journal.commit(List.of(new QueueCreated(QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false)));
        return new MessageSearch(archive, QUEUE, WANTED, 10);
    }

    private void moveTo(Place next) {
        if (place.equals(next)) {
            return;
        }
        Body body = place.equals(Place.NOWHERE) ? new Body(new byte[1]) : null;
        Envelope envelope = new Envelope(WANTED, new Scheduling("a", 1, List.of()), 0);
        journal.commit(List.of(new MessageMoved(envelope, 0, body, place, next)));
        place = next;
    }

    private static @Nullable Message find(MessageSearch search) {
        Message found = null;
        while (found == null && !search.isOver()) {
            found = search.next();
        }
        return found;
    }

    @Test
    void messageThatStaysIsFoundWhereverItIs() {
        MessageSearch inLine = search();
        moveTo(IN_LINE);
        assertThat(find(inLine)).isNotNull();

        MessageSearch leased = search();
        moveTo(WITH_A_CONSUMER);
        assertThat(find(leased)).isNotNull();
    }

    @Test
    void messageThatGoesBackToAShelfThatWasLookedAtIsFoundAllTheSame() {
        MessageSearch search = search();
        moveTo(WITH_A_CONSUMER);
        archive.beforeBrowsing = kind -> {
            if (kind == PlaceKind.LEASED) {
                moveTo(IN_LINE);
            }
        };

        assertThat(find(search)).isNotNull();
    }

    @Test
    void searchForWhatIsNotThereEnds() {
        assertThat(find(search())).isNull();
    }

    @Test
    void searchForWhatIsNeverWhereItLooksEnds() {
        MessageSearch search = search();
        moveTo(IN_LINE);
        archive.beforeBrowsing = kind -> moveTo(kind == PlaceKind.LEASED ? IN_LINE : WITH_A_CONSUMER);

        assertThat(find(search)).isNull();
    }
}
