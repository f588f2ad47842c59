package io.fila.storage;

import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.Page;
import io.fila.core.journal.PlaceKind;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.schedule.Moment;
import io.fila.storage.codec.BodyCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads from a database what committed turns wrote. Any thread. */
abstract class DatabaseArchive implements Archive {
    private final Consumer<String> reports;

    /** @param reports takes sentences for the operator */
    DatabaseArchive(Consumer<String> reports) {
        this.reports = reports;
    }

    /** Where the disk stands now. */
    abstract Database database();

    final Consumer<String> reports() {
        return reports;
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        return new LaneReader(database(), queue, fairnessKey, lane, afterPosition, limit).read();
    }

    @Override
    public SchedulePage schedule(QueueId queue, Moment after, int limit) {
        return new ScheduleReader(database(), reports, queue, after, limit).read();
    }

    @Override
    public MessagePage browse(QueueId queue, PlaceKind kind, String fairnessKey, String after, int limit) {
        return new MessagePageReader(database(), queue, kind, fairnessKey, limit).read(after);
    }

    @Override
    public @Nullable Envelope envelope(QueueId queue, MessageId id) {
        byte[] key = Keys.message(queue, id);
        byte[] value = database().lookUp(Family.BODIES, key).value();
        try {
            return value == null ? null : BodyCodec.readEnvelope(key, value);
        } catch (MalformedException damaged) {
            return null;
        }
    }

    @Override
    public @Nullable Body body(QueueId queue, MessageId id) throws DamagedException {
        byte[] key = Keys.message(queue, id);
        Lookup found = database().lookUp(Family.BODIES, key);
        byte[] value = found.value();
        if (value == null && !found.blockIsDamaged()) {
            return null;
        }
        try {
            if (value != null) {
                return BodyCodec.read(key, value);
            }
        } catch (MalformedException damaged) {
            // Falls through to the report.
        }
        throw new DamagedException("Expected the body of message " + id + " (key " + Keys.spell(key)
                + ") as it was written but its checksum does not match.");
    }

    @Override
    public List<@Nullable Body> bodies(QueueId queue, List<MessageId> ids, long mostBytes) {
        List<byte[]> keys = ids.stream().map(id -> Keys.message(queue, id)).toList();
        List<byte @Nullable []> values = database().lookUp(Family.BODIES, keys, mostBytes);
        List<@Nullable Body> bodies = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            bodies.add(intact(keys.get(i), values.get(i)));
        }
        return bodies;
    }

    private static @Nullable Body intact(byte[] key, byte @Nullable [] value) {
        try {
            return value == null ? null : BodyCodec.read(key, value);
        } catch (MalformedException damaged) {
            return null;
        }
    }
}
