package io.fila.storage;

import io.fila.core.journal.Page;
import io.fila.core.message.Message;
import io.fila.core.queue.QueueId;
import io.fila.core.record.LaneChanged;
import io.fila.storage.codec.EntryCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.LaneCodec;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Lookup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One reading of a lane's pending messages: a page of them, with what is damaged told by its position. */
final class LaneReader {
    private final Database database;
    private final QueueId queue;
    private final String fairnessKey;
    private final String lane;
    private final int limit;
    private final List<Message> messages = new ArrayList<>();
    private final List<Long> damaged = new ArrayList<>();
    private long readThrough;

    LaneReader(Database database, QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        this.database = database;
        this.queue = queue;
        this.fairnessKey = fairnessKey;
        this.lane = lane;
        this.limit = limit;
        this.readThrough = afterPosition;
    }

    Page read() {
        byte[] from = Keys.entry(queue, fairnessKey, lane, readThrough + 1);
        byte[] to = Keys.after(Keys.lane(queue, fairnessKey, lane));
        if (!database.scan(Family.READY, from, to, this::take)) {
            readOneByOne();
        }
        return new Page(messages, damaged, readThrough);
    }

    /**
     * Around damage an iterator may pass over entries, or end early, without a word. So each position up to the last is
     * asked for by name: one that a damaged block can't produce is damaged, one that is simply not there is another lane's.
     */
    private void readOneByOne() {
        long lastPosition = lastPosition();
        while (readThrough < lastPosition && hasRoom()) {
            byte[] key = Keys.entry(queue, fairnessKey, lane, readThrough + 1);
            Lookup found = database.lookUp(Family.READY, key);
            byte[] value = found.value();
            if (value != null) {
                take(key, value);
            } else {
                readThrough++;
                if (found.blockIsDamaged()) {
                    damaged.add(readThrough);
                }
            }
        }
    }

    /** Adds an entry; true while there is room for more. */
    private boolean take(byte[] key, byte[] value) {
        try {
            readThrough = Keys.readEntry(key).position();
            messages.add(EntryCodec.read(key, value));
        } catch (MalformedException malformed) {
            damaged.add(readThrough);
        }
        return hasRoom();
    }

    private boolean hasRoom() {
        return messages.size() + damaged.size() < limit;
    }

    private long lastPosition() {
        byte[] key = Keys.lane(queue, fairnessKey, lane);
        LaneChanged last = lane(key, database.lookUp(Family.LANES, key).value());
        return last == null ? readThrough : last.lastPosition();
    }

    private static @Nullable LaneChanged lane(byte[] key, byte @Nullable [] value) {
        try {
            return value == null ? null : LaneCodec.read(key, value);
        } catch (MalformedException damaged) {
            return null;
        }
    }
}
