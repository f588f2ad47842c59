package io.fila.core.fairness;

import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Message;
import io.fila.core.throttle.Throttle;
import io.fila.core.timer.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one flow that have the same throttle keys, first in first out. While one lane waits for a token, the other
 * lanes of its flow continue. As a timer it fires when its head expires.
 */
public final class Lane extends Timer {
    private final Flow flow;
    private final String id;
    private final Backlog backlog;

    /** Where it waits for a token, if it does. */
    private @Nullable Throttle<Lane> parkedAt;

    /** The throttle that has just let it go on, until it is served. */
    private @Nullable Throttle<Lane> wokenBy;

    // What the last record said of this lane.
    private long recordedPending;
    private long recordedLastPosition = -1;
    private long recordedWeight = 1;
    private boolean noted;

    Lane(Flow flow, String id, MemoryBudget memory) {
        this.flow = flow;
        this.id = id;
        this.backlog = new Backlog(memory);
    }

    /** The name of the lane for messages with these throttle keys: the same for the same set, whatever the order. */
    static String idOf(List<String> throttleKeys) {
        if (throttleKeys.isEmpty()) {
            return Flow.FREE_LANE;
        }
        StringBuilder id = new StringBuilder();
        throttleKeys.stream()
                .distinct()
                .sorted()
                .forEach(key -> id.append(key.length()).append(':').append(key));
        return id.toString();
    }

    /** The throttle keys in the name of a lane. */
    private static List<String> keysOf(String id) {
        List<String> keys = new ArrayList<>();
        int at = 0;
        while (at < id.length()) {
            int colon = id.indexOf(':', at);
            int end = colon + 1 + Integer.parseInt(id, at, colon, 10);
            keys.add(id.substring(colon + 1, end));
            at = end;
        }
        return keys;
    }

    /** The throttle keys that its first message has to pass; none are known if that is on disk and the lane is shared. */
    public List<String> nextKeys() {
        Message head = backlog.peek();
        if (id.equals(Flow.FREE_LANE)) {
            return List.of();
        }
        return head != null ? head.envelope().scheduling().throttleKeys() : isShared() ? List.of() : keysOf(id);
    }

    public Flow flow() {
        return flow;
    }

    public String id() {
        return id;
    }

    public Backlog backlog() {
        return backlog;
    }

    /** Adds a message at the back of the lane, with the next position of the flow. */
    public boolean add(Message message) {
        return backlog.add(message, flow.takePosition());
    }

    public @Nullable Throttle<Lane> parkedAt() {
        return parkedAt;
    }

    public @Nullable Throttle<Lane> wokenBy() {
        return wokenBy;
    }

    public void park(Throttle<Lane> throttle) {
        parkedAt = throttle;
        wokenBy = null;
    }

    /** Lets it go on if it waits at this throttle; false if it does not wait there any more. */
    public boolean wake(Throttle<Lane> throttle) {
        if (parkedAt != throttle) {
            return false;
        }
        parkedAt = null;
        wokenBy = throttle;
        return true;
    }

    public void served() {
        wokenBy = null;
    }

    /** Messages with different throttles stand in it. */
    public boolean isShared() {
        return id.equals(Flow.SHARED_LANE);
    }

    /** Its first message is another one: where that has to wait is not known yet. */
    public void lookAgain() {
        parkedAt = null;
        wokenBy = null;
    }

    boolean isReady() {
        return parkedAt == null && backlog.hasHead();
    }

    /** Its head is on disk, and no throttle is in the way as far as is known. */
    public boolean needsHeads() {
        return parkedAt == null && !backlog.hasHead() && !backlog.isEmpty();
    }

    /** It has messages, and none of them is in memory. */
    public boolean isOnDisk() {
        return !backlog.hasHead() && !backlog.isEmpty();
    }

    /** Marks the lane for a record at the end of the turn; true the first time. */
    public boolean note() {
        boolean first = !noted;
        noted = true;
        return first;
    }

    /** Ends the turn's bookkeeping; true if the disk would otherwise be told something out of date. */
    public boolean settle() {
        noted = false;
        long pending = backlog.size();
        boolean changed = recordedPending != pending
                || (pending > 0 && (recordedLastPosition != backlog.lastPosition() || recordedWeight != flow.weight()));
        recordedPending = pending;
        recordedLastPosition = backlog.lastPosition();
        recordedWeight = flow.weight();
        return changed;
    }

    @Override
    public String toString() {
        return "Lane[" + flow.key() + "/" + id + " pending=" + backlog.size() + "]";
    }
}
