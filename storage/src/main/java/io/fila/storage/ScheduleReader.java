package io.fila.storage;

import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.schedule.Moment;
import io.fila.storage.codec.BodyCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.ScheduledCodec;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Finder;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One reading of the messages of a queue that are due next, through damaged blocks too. */
final class ScheduleReader implements Finder {
    private final Database database;
    private final Doubt doubt;
    private final Consumer<String> reports;
    private final QueueId queue;
    private final Moment after;
    private final int limit;
    private final SortedMap<Moment, Message> messages = new TreeMap<>();
    private boolean more;

    ScheduleReader(Database database, Consumer<String> reports, QueueId queue, Moment after, int limit) {
        this.database = database;
        this.reports = reports;
        this.doubt = new Doubt(database);
        this.queue = queue;
        this.after = after;
        this.limit = limit;
    }

    SchedulePage read() {
        database.sweep(Family.SCHEDULED, Keys.due(queue, after), Keys.after(Keys.queue(queue)), this);
        return new SchedulePage(messages, !more);
    }

    @Override
    public boolean found(byte[] key, byte[] value) {
        try {
            add(ScheduledCodec.read(key, value), Keys.readDue(key).moment());
        } catch (MalformedException damaged) {
            damaged(key, value);
        }
        return !more;
    }

    @Override
    public boolean rescued(byte[] key, byte[] value) {
        Moment moment = momentOf(key);
        return moment == null || !doubt.waits(queue, moment.id()) || found(key, value);
    }

    /** An entry without its message is worthless; the count will show that one is missing. */
    @Override
    public void damaged(byte[] key, byte[] value) {
        Moment moment = momentOf(key);
        if (moment != null && doubt.isThere(Family.SCHEDULED, key) && doubt.waits(queue, moment.id())) {
            add(madeAgain(moment), moment);
            reports.accept("Expected a sound record " + Keys.spell(key) + " of " + Family.SCHEDULED.title()
                    + " but its checksum does not match; it is made again from its message, with no attempts counted.");
        }
    }

    /** Damaged entries come last, in any order; those before the end of the page belong to it however long it is. */
    private void add(Message message, Moment moment) {
        if (moment.equals(after)) {
            return;
        }
        if (messages.size() >= limit && moment.compareTo(messages.lastKey()) > 0) {
            more = true;
        } else {
            messages.put(moment, message);
        }
    }

    private static @Nullable Moment momentOf(byte[] key) {
        try {
            return Keys.readDue(key).moment();
        } catch (MalformedException strange) {
            return null;
        }
    }

    /** A damaged entry is rebuilt from its message; only the number of attempts is lost. */
    private Message madeAgain(Moment moment) {
        byte[] key = Keys.message(queue, moment.id());
        byte[] body = database.lookUp(Family.BODIES, key).value();
        Place place = new Place.Scheduled(queue, moment.dueNanos());
        try {
            if (body != null) {
                return new Message(BodyCodec.readEnvelope(key, body), 0, place, null);
            }
        } catch (MalformedException damagedToo) {
            // It goes to quarantine when its body is about to be delivered.
        }
        return new Message(new Envelope(moment.id(), Scheduling.DEFAULT, moment.dueNanos()), 0, place, null);
    }
}
