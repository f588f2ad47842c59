package io.fila.storage;

import io.fila.core.access.ApiKey;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.DedupChanged;
import io.fila.core.record.DeliveryPaused;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.core.schedule.Moment;
import io.fila.core.throttle.Rate;
import io.fila.storage.codec.BodyCodec;
import io.fila.storage.codec.BucketCodec;
import io.fila.storage.codec.DedupCodec;
import io.fila.storage.codec.EntryCodec;
import io.fila.storage.codec.KeyCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.LaneCodec;
import io.fila.storage.codec.LeaseCodec;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.PauseCodec;
import io.fila.storage.codec.QueueCodec;
import io.fila.storage.codec.ScheduleCodec;
import io.fila.storage.codec.ScheduledCodec;
import io.fila.storage.codec.SettingCodec;
import io.fila.storage.rocks.Changes;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import org.jspecify.annotations.Nullable;

/** Turns records into puts and deletes of the database. */
final class RecordWriter {
    private final Database database;
    private final Quarantine quarantine;
    private final Changes changes;

    RecordWriter(Database database, Quarantine quarantine, Changes changes) {
        this.database = database;
        this.quarantine = quarantine;
        this.changes = changes;
    }

    /** Whether it takes a look at the database to write a record, so that everything before must be in there. */
    static boolean readsDatabase(Record change) {
        return switch (change) {
            case EntryDamaged _ -> true;
            case MessageMoved moved -> {
                QueueId from = moved.from().queue();
                QueueId to = moved.to().queue();
                yield moved.from() instanceof Place.Quarantined
                        || moved.to() instanceof Place.Quarantined
                        || (from != null && to != null && !from.equals(to));
            }
            default -> false;
        };
    }

    void write(Record change) {
        switch (change) {
            case QueueCreated created -> {
                byte[] key = Keys.queue(created.id());
                changes.put(Family.QUEUES, key, QueueCodec.write(key, created));
            }
            case QueueDeleted deleted -> changes.deleteQueue(Keys.queue(deleted.id()));
            case LaneChanged lane -> write(lane);
            case ScheduleChanged schedule -> write(schedule);
            case BucketChanged bucket -> write(bucket);
            case ConfigChanged setting -> write(setting);
            case KeyChanged key -> write(key);
            case DeliveryPaused pause -> write(pause);
            case DedupChanged dedup -> write(dedup);
            case MessageMoved moved -> write(moved);
            case EntryDamaged damaged ->
                quarantine.move(
                        Family.READY,
                        Keys.entry(damaged.queue(), damaged.fairnessKey(), damaged.lane(), damaged.position()),
                        damaged.reason(),
                        changes);
        }
    }

    private void write(LaneChanged lane) {
        byte[] key = Keys.lane(lane.queue(), lane.fairnessKey(), lane.lane());
        putOrDelete(Family.LANES, key, lane.pending() == 0 ? null : LaneCodec.write(key, lane));
    }

    private void write(ScheduleChanged schedule) {
        byte[] key = Keys.queue(schedule.queue());
        putOrDelete(Family.SCHEDULES, key, schedule.scheduled() == 0 ? null : ScheduleCodec.write(key, schedule));
    }

    private void write(BucketChanged bucket) {
        byte[] key = Keys.name(bucket.throttleKey());
        Rate rate = bucket.rate();
        putOrDelete(
                Family.BUCKETS,
                key,
                rate == null ? null : BucketCodec.write(key, rate, bucket.level(), bucket.heldUntilNanos()));
    }

    private void write(ConfigChanged setting) {
        byte[] key = Keys.name(setting.key());
        String value = setting.value();
        putOrDelete(Family.SETTINGS, key, value == null ? null : SettingCodec.write(key, value));
    }

    private void write(KeyChanged change) {
        byte[] key = Keys.name(change.id());
        ApiKey apiKey = change.key();
        putOrDelete(Family.KEYS, key, apiKey == null ? null : KeyCodec.write(key, apiKey));
    }

    private void write(DeliveryPaused pause) {
        byte[] key = Keys.nameIn(pause.queue(), pause.fairnessKey());
        putOrDelete(Family.PAUSES, key, pause.paused() ? PauseCodec.write(key) : null);
    }

    private void write(DedupChanged dedup) {
        byte[] key = Keys.nameIn(dedup.queue(), dedup.dedupKey());
        MessageId holder = dedup.holder();
        putOrDelete(Family.DEDUP_KEYS, key, holder == null ? null : DedupCodec.write(key, holder, dedup.untilNanos()));
    }

    private void putOrDelete(Family family, byte[] key, byte @Nullable [] value) {
        if (value == null) {
            changes.delete(family, key);
        } else {
            changes.put(family, key, value);
        }
    }

    private void write(MessageMoved moved) {
        MessageId id = moved.envelope().id();
        switch (moved.from()) {
            case Place.Nowhere nowhere -> {}
            case Place.Ready at ->
                changes.delete(Family.READY, Keys.entry(at.queue(), at.fairnessKey(), at.lane(), at.position()));
            case Place.Scheduled at ->
                changes.delete(Family.SCHEDULED, Keys.due(at.queue(), new Moment(at.dueNanos(), id)));
            case Place.Leased at -> changes.delete(Family.LEASES, Keys.message(at.queue(), id));
            case Place.Quarantined at -> quarantine.forget(Family.BODIES, Keys.message(at.queue(), id), changes);
        }
        switch (moved.to()) {
            case Place.Nowhere nowhere -> writeBody(moved, null);
            case Place.Ready at -> {
                byte[] key = Keys.entry(at.queue(), at.fairnessKey(), at.lane(), at.position());
                changes.insert(Family.READY, key, EntryCodec.write(key, moved.envelope(), moved.attempts()));
                writeBody(moved, at.queue());
            }
            case Place.Scheduled at -> {
                byte[] key = Keys.due(at.queue(), new Moment(at.dueNanos(), id));
                changes.insert(Family.SCHEDULED, key, ScheduledCodec.write(key, moved.envelope(), moved.attempts()));
                writeBody(moved, at.queue());
            }
            case Place.Leased at -> {
                byte[] key = Keys.message(at.queue(), id);
                changes.insert(Family.LEASES, key, LeaseCodec.write(key, moved.envelope(), moved.attempts(), at));
                writeBody(moved, at.queue());
            }
            case Place.Quarantined at ->
                quarantine.move(Family.BODIES, Keys.message(at.queue(), id), at.reason(), changes);
        }
    }

    /** The body is written once, when the message is new, and stays where it is while the message stays in its queue. */
    private void writeBody(MessageMoved moved, @Nullable QueueId to) {
        QueueId from = moved.from().queue();
        Body body = moved.body();
        if (from == null && to != null && body != null) {
            byte[] key = Keys.message(to, moved.envelope().id());
            changes.insert(Family.BODIES, key, BodyCodec.write(key, moved.envelope(), body));
        } else if (from != null && !from.equals(to)) {
            byte[] key = Keys.message(from, moved.envelope().id());
            if (to != null) {
                copyBody(moved, key, Keys.message(to, moved.envelope().id()));
            }
            changes.delete(Family.BODIES, key);
        }
    }

    /** A damaged body is copied as it is; its delivery will find the damage. */
    private void copyBody(MessageMoved moved, byte[] from, byte[] to) {
        byte[] stored = database.lookUp(Family.BODIES, from).value();
        if (stored == null) {
            return;
        }
        try {
            changes.put(Family.BODIES, to, BodyCodec.write(to, moved.envelope(), BodyCodec.read(from, stored)));
        } catch (MalformedException damaged) {
            changes.put(Family.BODIES, to, stored);
        }
    }
}
