package io.fila.simulator.journal;

import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Journal;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.Page;
import io.fila.core.journal.PlaceKind;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.schedule.Moment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The faulty twin of storage: turns take a while to reach the disk, a crash loses those that have not, an append can fail at once
 * or later, and stored bytes can rot.
 */
public final class FaultyJournal implements Journal, Archive {
    private final MemoryJournal disk = new MemoryJournal();

    /** Turns that were appended and are not known to be durable, in order. */
    private final Deque<List<Record>> underWay = new ArrayDeque<>();

    private long appended;
    private long durable;

    /** Up to where the disk has everything, whether anybody asked or not. */
    private long reached;

    /** The turn that the disk will not take. */
    private long doomed = Long.MAX_VALUE;

    private final Set<Place.Ready> rottenEntries = new HashSet<>();
    private final Set<MessageId> rottenBodies = new HashSet<>();
    private final Set<MessageId> rotted = new HashSet<>();
    private boolean losesNextCommit;

    /** Lets the next commit fail, with nothing of its turn on disk. */
    public void loseNextCommit() {
        losesNextCommit = true;
    }

    @Override
    public void recover(Consumer<Record> reader) {
        disk.recover(reader);
    }

    @Override
    public long append(List<Record> records) {
        boolean lost = losesNextCommit;
        losesNextCommit = false;
        if (lost) {
            throw new CommitFailedException("Expected the turn to be written but the disk failed.");
        }
        underWay.add(records);
        return ++appended;
    }

    @Override
    public long confirm() {
        underWay.add(List.of());
        return ++appended;
    }

    /** Tells of one more turn each time it is asked, so that whoever drives the loop sees them one by one. */
    @Override
    public long durable(boolean idle) {
        if (durable < reached) {
            land();
        } else if (reached + 1 == doomed) {
            throw new CommitFailedException("Expected turn " + doomed + " on the disk but the disk failed.");
        }
        return durable;
    }

    private void land() {
        List<Record> records = underWay.remove();
        disk.commit(records);
        records.forEach(this::forgetRotOf);
        durable++;
    }

    /** Appends a turn that reaches the disk at once. */
    public void commit(List<Record> records) {
        long position = append(records);
        reach(position);
        while (durable < position) {
            land();
        }
    }

    /** The disk has everything up to this turn, unless it will not take it. */
    public void reach(long position) {
        reached = Math.max(reached, Math.min(position, lastReachable()));
    }

    /** The disk will not take the turn that was appended last, nor any later one; false if it has it already. */
    public boolean loseLast() {
        if (appended > reached) {
            doomed = Math.min(doomed, appended);
        }
        return appended > reached;
    }

    /** What was told to be durable. */
    public long told() {
        return durable;
    }

    /** Turns that the disk has although nobody asked, and turns that it may yet have. */
    public int underWay() {
        return underWay.size();
    }

    /** How many of those it has for sure, and how many it may have at most. */
    public int reachedUnderWay() {
        return (int) (reached - durable);
    }

    public int reachableUnderWay() {
        return (int) (lastReachable() - durable);
    }

    private long lastReachable() {
        return Math.min(appended, doomed - 1);
    }

    /** The process died: what has not reached the disk never will. */
    public void forgetUnderWay() {
        underWay.clear();
        appended = durable;
        reached = durable;
        doomed = Long.MAX_VALUE;
        losesNextCommit = false;
    }

    @Override
    public MessagePage browse(QueueId queue, PlaceKind kind, String fairnessKey, String after, int limit) {
        MessagePage page = disk.browse(queue, kind, fairnessKey, after, limit);
        List<Message> readable = page.messages().stream()
                .filter(message -> !(message.place() instanceof Place.Ready at && rottenEntries.contains(at)))
                .toList();
        return new MessagePage(readable, page.next());
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        Page page = disk.page(queue, fairnessKey, lane, afterPosition, limit);
        List<Message> readable = new ArrayList<>();
        List<Long> damaged = new ArrayList<>();
        for (Message message : page.messages()) {
            Place.Ready place = (Place.Ready) message.place();
            if (rottenEntries.contains(place)) {
                damaged.add(place.position());
            } else {
                readable.add(message);
            }
        }
        return new Page(readable, damaged, page.readThrough(), page.complete());
    }

    @Override
    public SchedulePage schedule(QueueId queue, Moment after, int limit) {
        return disk.schedule(queue, after, limit);
    }

    @Override
    public @Nullable Envelope envelope(QueueId queue, MessageId id) {
        return rottenBodies.contains(id) ? null : disk.envelope(queue, id);
    }

    @Override
    public @Nullable Body body(QueueId queue, MessageId id) throws DamagedException {
        Body body = disk.body(queue, id);
        if (body != null && rottenBodies.contains(id)) {
            throw new DamagedException("Expected the body of message " + id + " but its checksum does not match.");
        }
        return body;
    }

    /** Flips a byte in the entry of a pending message. */
    public void rotEntry(Place.Ready place, MessageId id) {
        rottenEntries.add(place);
        rotted.add(id);
    }

    /** Flips a byte in the body of a message. */
    public void rotBody(MessageId id) {
        rottenBodies.add(id);
        rotted.add(id);
    }

    /** Whether anything stored of the message was ever damaged. */
    public boolean hasRotted(MessageId id) {
        return rotted.contains(id);
    }

    /** What is on the disk. */
    public MemoryJournal disk() {
        return disk;
    }

    /** How many messages are stored, in whatever place, quarantine included. */
    public int messages() {
        return disk.messages();
    }

    private void forgetRotOf(Record change) {
        if (change instanceof MessageMoved moved && moved.from() instanceof Place.Ready left) {
            rottenEntries.remove(left);
        } else if (change instanceof EntryDamaged set) {
            rottenEntries.remove(new Place.Ready(set.queue(), set.fairnessKey(), set.lane(), set.position()));
        } else if (change instanceof QueueDeleted deleted) {
            rottenEntries.removeIf(place -> place.queue().equals(deleted.id()));
        }
    }
}
