package io.fila.storage;

import io.fila.core.journal.MessagePage;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Message;
import io.fila.core.queue.QueueId;
import io.fila.core.record.MessageMoved;
import io.fila.storage.codec.EntryCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.LeaseCodec;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.ScheduledCodec;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Finder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** One look at a kind of place: a page of what is there. What is damaged is passed over; whoever needs it will find out. */
final class MessagePageReader {
    private final Database database;
    private final QueueId queue;
    private final PlaceKind kind;
    private final String fairnessKey;
    private final int limit;
    private final List<Message> messages = new ArrayList<>();
    private byte[] last = {};
    private boolean more;

    MessagePageReader(Database database, QueueId queue, PlaceKind kind, String fairnessKey, int limit) {
        this.database = database;
        this.queue = queue;
        this.kind = kind;
        this.fairnessKey = fairnessKey;
        this.limit = limit;
    }

    /** @throws IllegalArgumentException if the cursor is not one of this kind's */
    MessagePage read(String after) {
        byte[] prefix = kind == PlaceKind.PENDING && !fairnessKey.isEmpty()
                ? Keys.nameIn(queue, fairnessKey)
                : Keys.queue(queue);
        byte[] from = after.isEmpty() ? prefix : HexFormat.of().parseHex(after);
        if (from.length < prefix.length || !Arrays.equals(from, 0, prefix.length, prefix, 0, prefix.length)) {
            throw new IllegalArgumentException("Expected a cursor of this queue but found another.");
        }
        database.sweep(family(), from, Keys.after(prefix), new Finder() {
            @Override
            public boolean found(byte[] key, byte[] value) {
                return take(key, value, from);
            }

            @Override
            public boolean rescued(byte[] key, byte[] value) {
                return take(key, value, from);
            }

            @Override
            public void damaged(byte[] key, byte[] value) {}
        });
        return new MessagePage(messages, more ? HexFormat.of().formatHex(last) : "");
    }

    private Family family() {
        return switch (kind) {
            case PENDING -> Family.READY;
            case SCHEDULED -> Family.SCHEDULED;
            case LEASED -> Family.LEASES;
        };
    }

    private boolean take(byte[] key, byte[] value, byte[] from) {
        if (Arrays.equals(key, from)) {
            return true;
        }
        more = messages.size() == limit;
        if (more) {
            return false;
        }
        try {
            Message message = read(key, value);
            boolean wanted = kind == PlaceKind.PENDING
                    || fairnessKey.isEmpty()
                    || message.envelope().fairnessKey().equals(fairnessKey);
            if (wanted) {
                messages.add(message);
                last = key;
            }
        } catch (MalformedException damaged) {
            return true;
        }
        return true;
    }

    private Message read(byte[] key, byte[] value) throws MalformedException {
        return switch (kind) {
            case PENDING -> EntryCodec.read(key, value);
            case SCHEDULED -> ScheduledCodec.read(key, value);
            case LEASED -> {
                MessageMoved lease = LeaseCodec.read(key, value);
                yield new Message(lease.envelope(), lease.attempts(), lease.to(), null);
            }
        };
    }
}
