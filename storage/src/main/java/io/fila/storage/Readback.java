package io.fila.storage;

import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.DedupChanged;
import io.fila.core.record.DeliveryPaused;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.storage.codec.BucketCodec;
import io.fila.storage.codec.Checksum;
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
import io.fila.storage.codec.SettingCodec;
import io.fila.storage.rocks.Changes;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Finder;
import io.fila.storage.rocks.Lookup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One reading of what a restart needs: keys, settings, buckets, queues, lanes, schedules, pauses, dedup keys, leases. What is
 * damaged goes to the quarantine and is made again from what else is known of it: a queue under another name, a lane by counting
 * its messages, a lease as one that has run out.
 */
final class Readback {
    private static final byte[] FIRST = {};

    private final Database database;
    private final Quarantine quarantine;
    private final Changes repairs;
    private final Consumer<String> reports;
    private final Consumer<Record> reader;
    private final Set<QueueId> queues = new HashSet<>();
    private final Set<QueueName> names = new HashSet<>();
    private final List<byte[]> doubtful = new ArrayList<>();
    private final Set<Family> setAside = EnumSet.noneOf(Family.class);

    /** Entries may be missing, so no count can be trusted, even if its own record is sound. */
    private boolean countAll;

    Readback(
            Database database,
            Quarantine quarantine,
            Changes repairs,
            Consumer<String> reports,
            Consumer<Record> reader) {
        this.database = database;
        this.quarantine = quarantine;
        this.repairs = repairs;
        this.reports = reports;
        this.reader = reader;
    }

    /**
     * Hands every record on; the repairs are in the batch, to be written before anything else is.
     *
     * @param incomplete true if parts of what belongs together may be missing without a trace
     */
    void run(boolean incomplete) {
        read(Family.KEYS, (key, value) -> reader.accept(KeyCodec.read(key, value)));
        read(Family.SETTINGS, (key, value) -> reader.accept(SettingCodec.read(key, value)));
        read(Family.BUCKETS, (key, value) -> reader.accept(BucketCodec.read(key, value)));
        if (read(Family.QUEUES, this::readQueue, this::readQueue) || incomplete) {
            makeQueuesAgain();
        }
        // A count that may be out of date is worse than none, so it is counted again.
        countAll = incomplete;
        if (read(Family.LANES, this::readLane, (key, value) -> {}) || countAll) {
            countLanesAgain();
        }
        if (read(Family.SCHEDULES, this::readSchedule, (key, value) -> {}) || countAll) {
            countSchedulesAgain();
        }
        read(Family.PAUSES, this::readPause);
        read(Family.DEDUP_KEYS, this::readDedupKey);
        read(Family.LEASES, this::readLease, this::readRescuedLease);
        doubtful.forEach(this::makeLeaseAgain);
    }

    private interface Codec {
        void read(byte[] key, byte[] value) throws MalformedException;
    }

    private void read(Family family, Codec codec) {
        read(family, codec, codec);
    }

    /** Reads all of a family, and tells whether anything in it was damaged. */
    private boolean read(Family family, Codec sound, Codec rescued) {
        boolean allSound = database.sweep(family, FIRST, null, new Finder() {
            @Override
            public boolean found(byte[] key, byte[] value) {
                read(sound, key, value);
                return true;
            }

            @Override
            public boolean rescued(byte[] key, byte[] value) {
                read(rescued, key, value);
                return true;
            }

            private void read(Codec codec, byte[] key, byte[] value) {
                try {
                    codec.read(key, value);
                } catch (MalformedException malformed) {
                    damaged(key, value);
                }
            }

            @Override
            public void damaged(byte[] key, byte[] value) {
                setAside(family, key, value);
            }
        });
        if (!allSound) {
            reports.accept("Expected sound " + family.title()
                    + " on disk but some are damaged; what can be read of them one by one is in use.");
        }
        return !allSound || setAside.contains(family);
    }

    private void setAside(Family family, byte[] key, byte[] value) {
        setAside.add(family);
        if (family == Family.LEASES && new Doubt(database).isThere(family, key)) {
            doubtful.add(key);
        }
        if (!quarantine.holds(family, key)) {
            quarantine.keep(family, key, value, "its checksum did not match when the broker started", repairs);
            repairs.delete(family, key);
            reports.accept("Expected a sound record " + Keys.spell(key) + " of " + family.title()
                    + " but its checksum does not match; it is in the quarantine.");
        }
    }

    // ---- queues ----

    private void readQueue(byte[] key, byte[] value) throws MalformedException {
        accept(QueueCodec.read(key, value));
    }

    private void accept(QueueCreated queue) {
        queues.add(queue.id());
        names.add(queue.name());
        reader.accept(queue);
    }

    /** If a queue's definition is lost, its messages can still be consumed, under a name that says what happened. */
    private void makeQueuesAgain() {
        for (Family family : List.of(Family.LANES, Family.READY, Family.SCHEDULED, Family.LEASES, Family.BODIES)) {
            for (byte[] key = database.firstKey(family, FIRST); key != null; ) {
                QueueId id = Keys.queueOf(key);
                if (id == null) {
                    break;
                }
                if (!queues.contains(id)) {
                    makeQueueAgain(id);
                }
                key = database.firstKey(family, Keys.after(Keys.queue(id)));
            }
        }
    }

    private void makeQueueAgain(QueueId id) {
        String name = "damaged-" + id.value();
        while (names.contains(new QueueName(name))) {
            name += "-again";
        }
        QueueCreated queue = new QueueCreated(id, new QueueName(name), QueueConfig.DEFAULT, false);
        byte[] key = Keys.queue(id);
        repairs.put(Family.QUEUES, key, QueueCodec.write(key, queue));
        reports.accept("Queue number " + id.value() + " has lost its definition; its messages are in queue "
                + queue.name() + " now.");
        accept(queue);
    }

    // ---- lanes and schedules ----

    private void readLane(byte[] key, byte[] value) throws MalformedException {
        readCount(LaneCodec.read(key, value), Family.LANES, Family.READY, key);
    }

    private void readSchedule(byte[] key, byte[] value) throws MalformedException {
        readCount(ScheduleCodec.read(key, value), Family.SCHEDULES, Family.SCHEDULED, key);
    }

    /** Hands a count on, unless it will be counted again; a count of zero is dropped. */
    private void readCount(Record count, Family family, Family counted, byte[] key) {
        if (!countAll) {
            reader.accept(count);
        } else if (!beginsWith(database.firstKey(counted, key), key)) {
            repairs.delete(family, key);
        }
    }

    private static boolean beginsWith(byte @Nullable [] key, byte[] prefix) {
        return key != null
                && key.length >= prefix.length
                && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    private boolean isSound(Family family, byte[] key) {
        Lookup stored = database.lookUp(family, key);
        byte[] value = stored.value();
        return !stored.blockIsDamaged() && value != null && Checksum.isIntact(key, value);
    }

    /** Finds lanes that have messages but no record to trust, and counts their messages. */
    private void countLanesAgain() {
        for (byte[] entry = database.firstKey(Family.READY, FIRST); entry != null; ) {
            byte[] lane = Keys.laneOf(entry);
            if (lane == null) {
                break;
            }
            if (countAll || !isSound(Family.LANES, lane)) {
                countAgain(lane);
            }
            entry = database.firstKey(Family.READY, Keys.after(lane));
        }
    }

    private void countAgain(byte[] lane) {
        Count count = new Count();
        database.sweep(Family.READY, lane, Keys.after(lane), count);
        Message last = count.last;
        if (last != null && last.place() instanceof Place.Ready at && queues.contains(at.queue())) {
            LaneChanged before = storedLane(lane);
            LaneChanged counted = new LaneChanged(
                    at.queue(),
                    at.fairnessKey(),
                    at.lane(),
                    before == null ? last.envelope().scheduling().weight() : before.weight(),
                    count.entries,
                    before == null ? at.position() : Math.max(before.lastPosition(), at.position()));
            if (!counted.equals(before)) {
                repairs.put(Family.LANES, lane, LaneCodec.write(lane, counted));
                reports.accept("Key \"" + at.fairnessKey() + "\" of queue number "
                        + at.queue().value() + " was counted again: " + count.entries + " pending messages.");
            }
            reader.accept(counted);
        }
    }

    private @Nullable LaneChanged storedLane(byte[] lane) {
        byte[] value = database.lookUp(Family.LANES, lane).value();
        try {
            return value == null || !isSound(Family.LANES, lane) ? null : LaneCodec.read(lane, value);
        } catch (MalformedException damaged) {
            return null;
        }
    }

    /** Finds queues that have scheduled messages but no count to trust, and counts them. */
    private void countSchedulesAgain() {
        for (QueueId queue : queues) {
            byte[] key = Keys.queue(queue);
            Entries entries = new Entries();
            if (countAll || !isSound(Family.SCHEDULES, key)) {
                database.sweep(Family.SCHEDULED, key, Keys.after(key), entries);
            }
            if (entries.count > 0) {
                ScheduleChanged counted = new ScheduleChanged(queue, entries.count);
                repairs.put(Family.SCHEDULES, key, ScheduleCodec.write(key, counted));
                reader.accept(counted);
            }
        }
    }

    /** Counts entries without reading them. */
    private static final class Entries implements Finder {
        private long count;

        @Override
        public boolean found(byte[] key, byte[] value) {
            count++;
            return true;
        }

        @Override
        public boolean rescued(byte[] key, byte[] value) {
            return found(key, value);
        }

        @Override
        public void damaged(byte[] key, byte[] value) {
            count++;
        }
    }

    /** Counts the entries of one lane. */
    private static final class Count implements Finder {
        private long entries;
        private @Nullable Message last;

        @Override
        public boolean found(byte[] key, byte[] value) {
            try {
                last = EntryCodec.read(key, value);
                entries++;
            } catch (MalformedException malformed) {
                damaged(key, value);
            }
            return true;
        }

        @Override
        public boolean rescued(byte[] key, byte[] value) {
            return found(key, value);
        }

        @Override
        public void damaged(byte[] key, byte[] value) {
            entries++;
        }
    }

    // ---- pauses and dedup keys ----

    private void readPause(byte[] key, byte[] value) throws MalformedException {
        DeliveryPaused pause = PauseCodec.read(key, value);
        if (queues.contains(pause.queue())) {
            reader.accept(pause);
        }
    }

    private void readDedupKey(byte[] key, byte[] value) throws MalformedException {
        DedupChanged dedup = DedupCodec.read(key, value);
        if (queues.contains(dedup.queue())) {
            reader.accept(dedup);
        }
    }

    // ---- leases ----

    private void readLease(byte[] key, byte[] value) throws MalformedException {
        reader.accept(LeaseCodec.read(key, value));
    }

    /** A lease found among damaged bytes counts only if its message exists: the record of its end may be lost. */
    private void readRescuedLease(byte[] key, byte[] value) throws MalformedException {
        if (database.lookUp(Family.BODIES, key).value() != null) {
            readLease(key, value);
        }
    }

    private void makeLeaseAgain(byte[] key) {
        byte[] body = database.lookUp(Family.BODIES, key).value();
        try {
            if (body != null) {
                byte[] lease = LeaseCodec.writeRunOut(key, body);
                repairs.put(Family.LEASES, key, lease);
                reader.accept(LeaseCodec.read(key, lease));
            }
        } catch (MalformedException damagedToo) {
            reports.accept("Expected to make the lease " + Keys.spell(key)
                    + " again but the message's body is damaged too; both are kept.");
        }
    }
}
