package io.fila.storage.codec;

import io.fila.core.Limits;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.schedule.Moment;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The keys of everything stored. What belongs to a queue begins with its number, so a queue is one range wherever it is. */
public final class Keys {
    /** A lane's name has each of its throttle keys with its length in front. */
    private static final int LANE_NAME_BYTES = Limits.THROTTLE_KEYS * (Limits.KEY_BYTES + "255:".length());

    /** The longest key there is: a quarantined entry in a lane with the most and longest throttle keys. */
    public static final int MAX_BYTES =
            Long.BYTES + Short.BYTES + Limits.KEY_BYTES + Short.BYTES + LANE_NAME_BYTES + Long.BYTES + 1;

    private static final int TYPICAL_BYTES = 64;
    private static final int QUEUE_BYTES = Long.BYTES;
    private static final int MESSAGE_BYTES = QUEUE_BYTES + 2 * Long.BYTES;

    private Keys() {}

    /** Where a lane is: its queue, its flow and its name. */
    public record LaneKey(QueueId queue, String fairnessKey, String lane) {}

    /** Where a pending message is: its lane and its place in line. */
    public record EntryKey(QueueId queue, String fairnessKey, String lane, long position) {}

    /** Where a scheduled message is: its queue and its due time. */
    public record DueKey(QueueId queue, Moment moment) {}

    /** A named thing in a queue. */
    public record NameKey(QueueId queue, String name) {}

    /** Where the body or the lease of a message is. */
    public record MessageKey(QueueId queue, MessageId id) {}

    public static byte[] queue(QueueId queue) {
        return new KeyWriter(QUEUE_BYTES).number(queue.value()).bytes();
    }

    public static byte[] lane(QueueId queue, String fairnessKey, String lane) {
        return new KeyWriter(TYPICAL_BYTES)
                .number(queue.value())
                .text(fairnessKey)
                .text(lane)
                .bytes();
    }

    public static byte[] entry(QueueId queue, String fairnessKey, String lane, long position) {
        return new KeyWriter(TYPICAL_BYTES)
                .number(queue.value())
                .text(fairnessKey)
                .text(lane)
                .number(position)
                .bytes();
    }

    public static byte[] due(QueueId queue, Moment moment) {
        return new KeyWriter(TYPICAL_BYTES)
                .number(queue.value())
                .number(moment.dueNanos())
                .id(moment.id())
                .bytes();
    }

    /** A key that is a name: of a throttle or of a setting. */
    public static byte[] name(String name) {
        return new KeyWriter(TYPICAL_BYTES).text(name).bytes();
    }

    /** A key that is a name in a queue: of a fairness key or of a dedup key. */
    public static byte[] nameIn(QueueId queue, String name) {
        return new KeyWriter(TYPICAL_BYTES).number(queue.value()).text(name).bytes();
    }

    public static byte[] message(QueueId queue, MessageId id) {
        return new KeyWriter(MESSAGE_BYTES).number(queue.value()).id(id).bytes();
    }

    public static QueueId readQueue(byte[] key) throws MalformedException {
        KeyReader reader = new KeyReader(key);
        QueueId queue = new QueueId(reader.number());
        reader.end();
        return queue;
    }

    public static LaneKey readLane(byte[] key) throws MalformedException {
        KeyReader reader = new KeyReader(key);
        LaneKey lane = new LaneKey(new QueueId(reader.number()), reader.text(), reader.text());
        reader.end();
        return lane;
    }

    public static DueKey readDue(byte[] key) throws MalformedException {
        KeyReader reader = new KeyReader(key);
        DueKey due = new DueKey(new QueueId(reader.number()), new Moment(reader.number(), reader.id()));
        reader.end();
        return due;
    }

    public static String readName(byte[] key) throws MalformedException {
        KeyReader reader = new KeyReader(key);
        String name = reader.text();
        reader.end();
        return name;
    }

    public static NameKey readNameIn(byte[] key) throws MalformedException {
        KeyReader reader = new KeyReader(key);
        NameKey name = new NameKey(new QueueId(reader.number()), reader.text());
        reader.end();
        return name;
    }

    public static EntryKey readEntry(byte[] key) throws MalformedException {
        KeyReader reader = new KeyReader(key);
        EntryKey entry = new EntryKey(new QueueId(reader.number()), reader.text(), reader.text(), reader.number());
        reader.end();
        return entry;
    }

    public static MessageKey readMessage(byte[] key) throws MalformedException {
        KeyReader reader = new KeyReader(key);
        MessageKey message = new MessageKey(new QueueId(reader.number()), reader.id());
        reader.end();
        return message;
    }

    /** The queue that a key begins with; null if the key is too short. */
    public static @Nullable QueueId queueOf(byte[] key) {
        return key.length < QUEUE_BYTES ? null : new QueueId(BigEndian.getLong(key, 0) ^ Long.MIN_VALUE);
    }

    /** The key of the lane that an entry belongs to; null if it is not the key of an entry. */
    public static byte @Nullable [] laneOf(byte[] entry) {
        try {
            EntryKey parts = readEntry(entry);
            return lane(parts.queue(), parts.fairnessKey(), parts.lane());
        } catch (MalformedException malformed) {
            return null;
        }
    }

    /** The first key after every key that begins with the prefix. */
    public static byte[] after(byte[] prefix) {
        byte[] next = prefix.clone();
        for (int at = next.length - 1; at >= 0; at--) {
            if (++next[at] != 0) {
                return Arrays.copyOf(next, at + 1);
            }
        }
        throw new IllegalArgumentException("Expected a prefix with something after it but every byte of it is 255.");
    }

    /** A key as people and bug reports spell it. */
    public static String spell(byte[] key) {
        return HexFormat.of().formatHex(key);
    }
}
