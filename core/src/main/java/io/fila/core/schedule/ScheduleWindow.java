package io.fila.core.schedule;

import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The scheduled messages of one queue: those due first in memory, the rest on disk. Every message in memory is due before every
 * message that is only on disk.
 */
public final class ScheduleWindow {
    private static final long NOT_PAGING = -1;

    private final QueueId queue;
    private final int limit;
    private final TreeMap<Moment, Message> window = new TreeMap<>();

    /** Messages added to the disk while a page was being read, which may belong before the page's end; they are newer than it. */
    private final TreeMap<Moment, Message> meanwhile = new TreeMap<>();

    /** Messages removed from the disk while a page was being read, which may still contain them. */
    private final Set<Moment> takenMeanwhile = new HashSet<>(0);

    private long onDisk;
    private long pageTicket = NOT_PAGING;
    private long recorded;
    private boolean noted;

    public ScheduleWindow(QueueId queue, int limit) {
        this.queue = queue;
        this.limit = limit;
    }

    public QueueId queue() {
        return queue;
    }

    public void add(Moment moment, Message message) {
        boolean beforeDisk = onDisk == 0 || (!window.isEmpty() && moment.compareTo(window.lastKey()) < 0);
        if (beforeDisk) {
            window.put(moment, message);
            trim();
            return;
        }
        onDisk++;
        if (isPaging()) {
            meanwhile.put(moment, message);
        }
    }

    /** The message in memory that is due next; to be called if there is one. */
    public Message first() {
        return window.firstEntry().getValue();
    }

    /** Takes the first message whatever its moment, if it is in memory. */
    public @Nullable Message pollFirst() {
        Map.Entry<Moment, Message> first = window.pollFirstEntry();
        return first == null ? null : first.getValue();
    }

    /** A message that waits here, if it is in memory. */
    public @Nullable Message find(MessageId id) {
        Moment soon = momentOf(id, window);
        Moment late = soon == null ? momentOf(id, meanwhile) : null;
        return soon != null ? window.get(soon) : late != null ? meanwhile.get(late) : null;
    }

    /** Takes a message out of the middle, if it is in memory. */
    public @Nullable Message remove(MessageId id) {
        Moment soon = momentOf(id, window);
        if (soon != null) {
            return window.remove(soon);
        }
        Moment late = momentOf(id, meanwhile);
        Message message = late == null ? null : meanwhile.get(late);
        if (late != null) {
            removeFromDisk(late);
        }
        return message;
    }

    /** Takes out a message that waits for this moment on disk and is not in memory; false if nothing is on disk. */
    public boolean removeFromDisk(Moment moment) {
        if (onDisk == 0) {
            return false;
        }
        onDisk--;
        meanwhile.remove(moment);
        if (onDisk == 0) {
            callOffPage();
        } else if (isPaging()) {
            takenMeanwhile.add(moment);
        }
        return true;
    }

    /** Nothing is left on disk that a page could bring. */
    private void callOffPage() {
        pageTicket = NOT_PAGING;
        takenMeanwhile.clear();
    }

    private static @Nullable Moment momentOf(MessageId id, Map<Moment, Message> messages) {
        for (Moment moment : messages.keySet()) {
            if (moment.id().equals(id)) {
                return moment;
            }
        }
        return null;
    }

    /** When the next message in memory is due, or {@link Long#MAX_VALUE} if there is none. */
    public long nextDueNanos() {
        return window.isEmpty() ? Long.MAX_VALUE : window.firstKey().dueNanos();
    }

    public long size() {
        return window.size() + onDisk;
    }

    public boolean wantsPage() {
        return onDisk > 0 && !isPaging() && window.size() <= limit / 4;
    }

    public boolean isPaging() {
        return pageTicket != NOT_PAGING;
    }

    /** Where a page starts: after everything in memory. */
    public Moment loadedThrough() {
        return window.isEmpty() ? Moment.BEFORE_ALL : window.lastKey();
    }

    public void pageRequested(long ticket) {
        pageTicket = ticket;
    }

    public boolean expectsPage(long ticket) {
        return pageTicket == ticket;
    }

    /**
     * Adds the messages due next. The disk is right and the count may be wrong, because of damage; otherwise pages would be
     * requested forever.
     *
     * @param complete true if the disk had no more than these
     * @return how many were counted and are not there; negative if there are more than were counted
     */
    public long load(SortedMap<Moment, Message> page, boolean complete) {
        long counted = size();
        pageTicket = NOT_PAGING;
        page.forEach((moment, message) -> {
            // One that was taken and has come back for the same moment is among those added meanwhile.
            if (!takenMeanwhile.contains(moment)) {
                take(moment, message);
            }
        });
        for (Map.Entry<Moment, Message> entry : meanwhile.entrySet()) {
            if (complete || (!window.isEmpty() && entry.getKey().compareTo(window.lastKey()) < 0)) {
                take(entry.getKey(), entry.getValue());
            }
        }
        meanwhile.clear();
        // What the page saw behind its end may be what was taken.
        long least = takenMeanwhile.isEmpty() ? 1 : 0;
        takenMeanwhile.clear();
        onDisk = complete ? 0 : Math.max(onDisk, least);
        trim();
        return counted - size();
    }

    private void take(Moment moment, Message message) {
        if (window.putIfAbsent(moment, message) == null) {
            onDisk--;
        }
    }

    private void trim() {
        while (window.size() > limit) {
            Map.Entry<Moment, Message> last = window.pollLastEntry();
            onDisk++;
            if (isPaging()) {
                meanwhile.put(last.getKey(), last.getValue());
            }
        }
    }

    /** Restores what recovery knows: all of it on disk. */
    public void restore(long scheduled) {
        onDisk = scheduled;
        recorded = scheduled;
    }

    public void release() {
        window.clear();
        meanwhile.clear();
        onDisk = 0;
        callOffPage();
    }

    /** Marks the window for a record at the end of the turn; true the first time. */
    public boolean note() {
        boolean first = !noted;
        noted = true;
        return first;
    }

    /** Ends the turn's bookkeeping; true if the disk would otherwise be told something out of date. */
    public boolean settle() {
        noted = false;
        boolean changed = recorded != size();
        recorded = size();
        return changed;
    }
}
