package io.fila.core.fairness;

import io.fila.core.Limits;
import io.fila.core.journal.Page;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pending messages of one lane in order: a window of heads in memory, the rest on disk behind it. Every message in
 * the window comes before every message on disk, because messages are only ever added at the back.
 */
public final class Backlog {
    private static final long NOT_PAGING = -1;
    private static final int REFILL_FRACTION = 4;

    private final MemoryBudget memory;
    private final ArrayDeque<Message> window = new ArrayDeque<>(1);
    private long onDisk;
    private int held;
    private long lastPosition = -1;
    private long loadedThrough = -1;
    private long pageTicket = NOT_PAGING;

    /** Something was added on disk since the page was sent for, which it may not have seen. */
    private boolean grown;

    /** Positions that were taken from disk since the page was sent for, which may have seen them; there is rarely one. */
    private @Nullable Set<Long> takenMeanwhile;

    Backlog(MemoryBudget memory) {
        this.memory = memory;
    }

    /** Adds a message at the back; false if only its entry on disk is kept, to be paged in when its time comes. */
    boolean add(Message message, long position) {
        lastPosition = position;
        if (onDisk > 0 || memory.roomForHeads(window.size()) == 0) {
            onDisk++;
            grown = true;
            return false;
        }
        window.add(message);
        memory.takeHeads(1);
        loadedThrough = position;
        return true;
    }

    /** Takes the first message, or null if it is not in memory or there is none. */
    public @Nullable Message poll() {
        Message first = window.poll();
        if (first != null) {
            memory.returnHeads(1);
        }
        return first;
    }

    public @Nullable Message peek() {
        return window.peek();
    }

    /** Where the first message in memory stands in its flow; {@link Long#MAX_VALUE} if there is none. */
    long headPosition() {
        Message first = window.peek();
        return first == null ? Long.MAX_VALUE : position(first);
    }

    private static long position(Message message) {
        return message.place() instanceof Place.Ready at ? at.position() : Long.MAX_VALUE;
    }

    /** Takes the first message out of the line without ending its stay: it counts until {@link #letGo}. */
    public @Nullable Message hold() {
        Message first = poll();
        if (first != null) {
            held++;
        }
        return first;
    }

    /** A message that is in line, and in memory. */
    public @Nullable Message find(MessageId id) {
        for (Message message : window) {
            if (message.id().equals(id)) {
                return message;
            }
        }
        return null;
    }

    /** How many stand before a message in memory. */
    public int before(MessageId id) {
        int before = 0;
        for (Message message : window) {
            if (message.id().equals(id)) {
                break;
            }
            before++;
        }
        return before;
    }

    /** Takes a message out of the middle, if it is in memory. */
    public @Nullable Message remove(MessageId id) {
        for (Message message : window) {
            if (message.id().equals(id)) {
                window.remove(message);
                memory.returnHeads(1);
                return message;
            }
        }
        return null;
    }

    /** Takes out the message at a position on disk; false if that has been in memory, and is nobody's place any more. */
    public boolean removeFromDisk(long position) {
        if (onDisk == 0 || position <= loadedThrough) {
            return false;
        }
        onDisk--;
        if (onDisk == 0) {
            callOffPage();
        } else if (isPaging()) {
            takenMeanwhile = takenMeanwhile == null ? new HashSet<>() : takenMeanwhile;
            takenMeanwhile.add(position);
        }
        return true;
    }

    /** Nothing is left on disk that a page could bring. */
    private void callOffPage() {
        pageTicket = NOT_PAGING;
        takenMeanwhile = null;
    }

    /** Puts a held message back where it stood: at the front, unless others that stood before it are back already. */
    public void putBack(Message message) {
        held--;
        ArrayDeque<Message> earlier = new ArrayDeque<>();
        while (!window.isEmpty() && position(window.element()) < position(message)) {
            earlier.push(window.remove());
        }
        window.addFirst(message);
        earlier.forEach(window::addFirst);
        memory.takeHeads(1);
    }

    public void letGo() {
        held--;
    }

    /** Messages stored under this lane, in line or held. */
    public long size() {
        return window.size() + onDisk + held;
    }

    /** Nobody is in line. */
    public boolean isEmpty() {
        return window.isEmpty() && onDisk == 0;
    }

    public boolean hasHead() {
        return !window.isEmpty();
    }

    /** True when the window runs low and there is more on disk that nobody is fetching yet. */
    public boolean wantsPage() {
        return onDisk > 0 && pageTicket == NOT_PAGING && window.size() <= memory.window() / REFILL_FRACTION;
    }

    /** Notes that a page has been asked for; only a page with this ticket will be taken. */
    public void pageRequested(long ticket) {
        pageTicket = ticket;
        grown = false;
        takenMeanwhile = null;
    }

    public boolean isPaging() {
        return pageTicket != NOT_PAGING;
    }

    public boolean expectsPage(long ticket) {
        return pageTicket == ticket;
    }

    /** The last position that has been in the window: a page starts after it. */
    public long loadedThrough() {
        return loadedThrough;
    }

    public int pageSize() {
        return Math.clamp(memory.roomForHeads(window.size()), 1, Limits.PAGE_HEADS);
    }

    /** A page that has come, without what was taken from disk since it was sent for. */
    public Page withoutTaken(Page page) {
        Set<Long> taken = takenMeanwhile;
        return taken == null
                ? page
                : new Page(
                        page.messages().stream()
                                .filter(message -> !taken.contains(position(message)))
                                .toList(),
                        page.damagedPositions().stream()
                                .filter(position -> !taken.contains(position))
                                .toList(),
                        page.readThrough(),
                        page.complete());
    }

    /**
     * Takes in a page of heads and how far it read. What the disk has is the truth: damage may have made the count wrong, which
     * would have pages sent for without end.
     *
     * @param damaged entries in the page's range that could not be read and are set aside
     * @param complete true if the disk had no more than these
     * @return how many were counted and are neither there nor damaged; negative if there are more than were counted
     */
    public long load(List<Message> page, int damaged, long readThrough, boolean complete) {
        pageTicket = NOT_PAGING;
        long expected = onDisk - page.size() - damaged;
        // What the page saw behind its end may be what was taken.
        long least = complete || takenMeanwhile != null ? 0 : 1;
        takenMeanwhile = null;
        onDisk = complete && !grown ? 0 : Math.max(expected, least);
        window.addAll(page);
        memory.takeHeads(page.size());
        loadedThrough = Math.max(loadedThrough, readThrough);
        return expected - onDisk;
    }

    /** Restores what recovery knows: all of it on disk. */
    public void restore(long pending, long lastPosition) {
        this.onDisk = pending;
        this.lastPosition = lastPosition;
    }

    public long lastPosition() {
        return lastPosition;
    }

    /** Lets go of everything in memory, for a queue that is deleted. */
    public void release(Consumer<Message> each) {
        window.forEach(each);
        memory.returnHeads(window.size());
        window.clear();
        onDisk = 0;
        held = 0;
        callOffPage();
    }
}
