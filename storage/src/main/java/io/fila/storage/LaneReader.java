package io.fila.storage;

import io.fila.core.journal.Page;
import io.fila.core.message.Message;
import io.fila.core.queue.QueueId;
import io.fila.storage.codec.EntryCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Finder;
import java.util.ArrayList;
import java.util.List;

/**
 * One reading of a lane's pending messages, through damaged blocks too: a page of them, with what is damaged told by its
 * position. An entry that is damaged beyond recognition is in neither; the count of the lane tells that it is missing.
 */
final class LaneReader implements Finder {
    private final Database database;
    private final Doubt doubt;
    private final QueueId queue;
    private final String fairnessKey;
    private final String lane;
    private final int limit;
    private final List<Message> messages = new ArrayList<>();
    private final List<Long> damaged = new ArrayList<>();
    private long readThrough;
    private boolean more;

    LaneReader(Database database, QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        this.database = database;
        this.doubt = new Doubt(database);
        this.queue = queue;
        this.fairnessKey = fairnessKey;
        this.lane = lane;
        this.limit = limit;
        this.readThrough = afterPosition;
    }

    Page read() {
        byte[] from = Keys.entry(queue, fairnessKey, lane, readThrough + 1);
        byte[] to = Keys.after(Keys.lane(queue, fairnessKey, lane));
        database.sweep(Family.READY, from, to, this);
        return new Page(messages, damaged, readThrough, !more);
    }

    @Override
    public boolean found(byte[] key, byte[] value) {
        try {
            add(EntryCodec.read(key, value), Keys.readEntry(key).position());
        } catch (MalformedException malformed) {
            damaged(key, value);
        }
        return !more;
    }

    private void add(Message message, long position) {
        more = messages.size() == limit;
        if (!more) {
            messages.add(message);
            readThrough = position;
        }
    }

    @Override
    public boolean rescued(byte[] key, byte[] value) {
        try {
            Message message = EntryCodec.read(key, value);
            return !doubt.waits(queue, message.id()) || found(key, value);
        } catch (MalformedException malformed) {
            return true;
        }
    }

    /** Its position may be damaged too, so it does not extend the page. */
    @Override
    public void damaged(byte[] key, byte[] value) {
        try {
            long position = Keys.readEntry(key).position();
            boolean isBehindThePage = more && position > readThrough;
            if (!isBehindThePage && doubt.isThere(Family.READY, key)) {
                damaged.add(position);
            }
        } catch (MalformedException strange) {
            // Not the key of an entry, so nothing is known about it here.
        }
    }
}
