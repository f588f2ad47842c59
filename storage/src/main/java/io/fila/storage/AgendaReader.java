package io.fila.storage;

import io.fila.core.agenda.Moment;
import io.fila.core.journal.AgendaPage;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.storage.codec.BodyCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.ScheduledCodec;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import java.util.SortedMap;
import java.util.TreeMap;

/** One reading of the messages of a queue that are due next. */
final class AgendaReader {
    private final Database database;
    private final QueueId queue;
    private final Moment after;
    private final int limit;
    private final SortedMap<Moment, Message> messages = new TreeMap<>();
    private boolean more;

    AgendaReader(Database database, QueueId queue, Moment after, int limit) {
        this.database = database;
        this.queue = queue;
        this.after = after;
        this.limit = limit;
    }

    AgendaPage read() {
        database.scan(Family.SCHEDULED, Keys.due(queue, after), Keys.after(Keys.queue(queue)), this::take);
        return new AgendaPage(messages, !more);
    }

    private boolean take(byte[] key, byte[] value) {
        try {
            Moment moment = Keys.readDue(key).moment();
            if (moment.equals(after)) {
                return true;
            }
            more = messages.size() == limit;
            if (!more) {
                messages.put(moment, message(moment, key, value));
            }
        } catch (MalformedException strangeKey) {
            return true;
        }
        return !more;
    }

    private Message message(Moment moment, byte[] key, byte[] value) {
        try {
            return ScheduledCodec.read(key, value);
        } catch (MalformedException damaged) {
            return madeAgain(moment);
        }
    }

    /** A damaged entry is made again from the message itself; what is lost is how often it was tried. */
    private Message madeAgain(Moment moment) {
        byte[] key = Keys.message(queue, moment.id());
        byte[] body = database.lookUp(Family.BODIES, key).value();
        Place place = new Place.Scheduled(queue, moment.dueNanos());
        try {
            if (body != null) {
                return new Message(BodyCodec.readEnvelope(key, body), 0, place, null);
            }
        } catch (MalformedException damagedToo) {
            // It will be set aside when its body is to be delivered.
        }
        return new Message(new Envelope(moment.id(), Scheduling.DEFAULT, moment.dueNanos()), 0, place, null);
    }
}
