package io.fila.client;

import io.fila.client.connection.Frame;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.SettlementKind;
import io.fila.proto.v1.SettlementResult;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settlements of a consumer's stream, waiting or under way, in the order in which they were made. Guarded by the
 * consumer's lock; time is a parameter.
 *
 * <p>As with a producer's frames, the commands under way are the batching window of the next one.
 */
final class Settlements {
    /** Settlements in one command at most. */
    private static final int COMMAND_LIMIT = 1_000;

    /** Bytes in one command at most, far from what would be too much for a broker: each error of a nack may be long. */
    static final int COMMAND_BYTES = 2 << 20;

    /** Commands under way from which on settlements wait for company. */
    private static final int FREE_COMMANDS = 2;

    private static final long NEVER = Long.MAX_VALUE;

    private final Deque<Entry> waiting = new ArrayDeque<>();
    private final Map<Key, Deque<Entry>> underWay = new HashMap<>();
    private int commandsUnderWay;
    private long made;

    /** Which delivery a result speaks of. */
    private record Key(String messageId, long leaseId) {
        static Key of(Settlement settlement) {
            return new Key(settlement.messageId(), settlement.leaseId());
        }
    }

    /** A settlement, and the promise to say what became of it. */
    static final class Entry {
        final Settlement settlement;
        final long deadlineNanos;
        final CompletableFuture<@Nullable Instant> outcome = new CompletableFuture<>();
        private final long number;
        private @Nullable Frame frame;
        private long sentNanos;

        private Entry(Settlement settlement, long deadlineNanos, long number) {
            this.settlement = settlement;
            this.deadlineNanos = deadlineNanos;
            this.number = number;
        }

        /** When it was last sent. */
        long sentNanos() {
            return sentNanos;
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty() && underWay.isEmpty();
    }

    Entry add(Settlement settlement, long deadlineNanos) {
        Entry entry = new Entry(settlement, deadlineNanos, made++);
        waiting.add(entry);
        return entry;
    }

    /** Adds what may leave to a command; all of it when there will be no other. False if nothing was added. */
    boolean addTo(ConsumeCommand.Builder command, boolean last, long nowNanos) {
        if (waiting.isEmpty() || !(last || commandsUnderWay < FREE_COMMANDS || waiting.size() >= COMMAND_LIMIT)) {
            return false;
        }
        Frame frame = new Frame();
        long bytes = 0;
        for (Entry entry = waiting.peek();
                entry != null
                        && frame.unanswered < COMMAND_LIMIT
                        && (frame.unanswered == 0 || bytes + entry.settlement.maxBytes() <= COMMAND_BYTES);
                entry = waiting.peek()) {
            waiting.remove();
            bytes += entry.settlement.maxBytes();
            entry.frame = frame;
            entry.sentNanos = nowNanos;
            frame.unanswered++;
            entry.settlement.addTo(command);
            underWay.computeIfAbsent(Key.of(entry.settlement), key -> new ArrayDeque<>(1))
                    .add(entry);
        }
        commandsUnderWay++;
        return true;
    }

    /** Takes out the settlement that a result speaks of; null if there is none (any more). */
    @Nullable Entry answered(SettlementResult result) {
        Key key = new Key(result.getMessageId(), result.getLeaseId());
        Deque<Entry> entries = underWay.get(key);
        if (entries == null) {
            return null;
        }
        Entry answered = meant(result, entries);
        entries.remove(answered);
        if (entries.isEmpty()) {
            underWay.remove(key);
        }
        landed(answered);
        return answered;
    }

    /** The first of the kind that the result speaks of; a broker that does not say, speaks of the first. */
    private static Entry meant(SettlementResult result, Deque<Entry> entries) {
        SettlementKind kind = result.hasExpiresAt() ? SettlementKind.SETTLEMENT_KIND_EXTENSION : result.getKind();
        for (Entry entry : entries) {
            if (entry.settlement.kind() == kind) {
                return entry;
            }
        }
        return entries.element();
    }

    /** The stream is gone: what was under way on it waits again, in its order. */
    void turnBack() {
        List<Entry> back = new ArrayList<>();
        underWay.values().forEach(back::addAll);
        back.sort((a, b) -> Long.compare(a.number, b.number));
        back.forEach(entry -> entry.frame = null);
        underWay.clear();
        commandsUnderWay = 0;
        for (int i = back.size() - 1; i >= 0; i--) {
            waiting.addFirst(back.get(i));
        }
    }

    /** Takes out what waits. */
    List<Entry> clearWaiting() {
        List<Entry> all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }

    /** Takes out everything whose time is over and returns how long the next one has. */
    long expire(long nowNanos, Consumer<Entry> expired) {
        long next = expire(waiting, nowNanos, expired);
        for (Iterator<Deque<Entry>> each = underWay.values().iterator(); each.hasNext(); ) {
            Deque<Entry> entries = each.next();
            next = Math.min(next, expire(entries, nowNanos, expired));
            if (entries.isEmpty()) {
                each.remove();
            }
        }
        return next;
    }

    private long expire(Collection<Entry> entries, long nowNanos, Consumer<Entry> expired) {
        long next = NEVER;
        for (Iterator<Entry> each = entries.iterator(); each.hasNext(); ) {
            Entry entry = each.next();
            long left = entry.deadlineNanos - nowNanos;
            if (left > 0) {
                next = Math.min(next, left);
            } else {
                each.remove();
                landed(entry);
                expired.accept(entry);
            }
        }
        return next;
    }

    private void landed(Entry entry) {
        if (entry.frame != null && entry.frame.landed()) {
            commandsUnderWay--;
        }
        entry.frame = null;
    }
}
