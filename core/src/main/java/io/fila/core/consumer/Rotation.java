package io.fila.core.consumer;

import io.fila.core.Invariant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The consumers of one queue, taking turns. Consumers without credit or with a full window are skipped. */
public final class Rotation {
    /** There is nothing to look at. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Consumers looked at for one that is to be given more. */
    private static final int MOST_LOOKED_AT = 16;

    private final int firstWindow;
    private final int mostHeld;
    private final Map<ConsumerId, Consumer> attached = new LinkedHashMap<>();
    private final ArrayDeque<Consumer> turns = new ArrayDeque<>();

    /** Those of {@link #turns} that have detached. */
    private int departed;

    /** How many messages all of them together may be given now. */
    private long room;

    /** How many messages they have settled, and how many when those that are full were last looked at. */
    private long settled;

    private long settledBefore;

    /** Those that were full when they were last given something. */
    private final ArrayDeque<Consumer> full = new ArrayDeque<>();

    /** The one of them whose window is being opened. */
    private @Nullable Consumer opening;

    /**
     * A queue without consumers.
     *
     * @param firstWindow messages a consumer may hold before it has settled any
     * @param mostHeld messages a consumer may ever hold at once
     */
    public Rotation(int firstWindow, int mostHeld) {
        this.firstWindow = firstWindow;
        this.mostHeld = mostHeld;
    }

    /**
     * Lets a consumer take part; it gets nothing before it has credit.
     *
     * @param grantsCredit whether the client says itself how much it can take; otherwise it is judged by the time it takes
     */
    public Consumer attach(ConsumerId id, DeliverySink sink, boolean grantsCredit) {
        Consumer consumer = new Consumer(id, sink, new Window(firstWindow, mostHeld, !grantsCredit));
        Invariant.check(attached.put(id, consumer) == null, "a consumer attaches once");
        return consumer;
    }

    /** Takes a consumer out; null if it is not there. */
    public @Nullable Consumer detach(ConsumerId id) {
        Consumer consumer = attached.remove(id);
        if (consumer != null) {
            room -= consumer.room();
            consumer.detached = true;
            departed += consumer.inRotation ? 1 : 0;
            forgetDeparted();
        }
        return consumer;
    }

    /** Lets them go before they outnumber the others: in a queue without messages their turn never comes. */
    private void forgetDeparted() {
        if (departed > attached.size()) {
            turns.removeIf(consumer -> consumer.detached);
            departed = 0;
        }
    }

    public boolean grant(ConsumerId id, int credit) {
        Consumer consumer = attached.get(id);
        if (consumer == null) {
            return false;
        }
        long before = consumer.room();
        consumer.grant(credit);
        changed(consumer, before);
        return true;
    }

    /** A consumer has settled a message; what it held when it got that one, and for how long, says how much it can hold. */
    public void settled(Consumer consumer, int rank, long heldNanos, long nowNanos) {
        settled++;
        long before = consumer.room();
        consumer.settle(rank, heldNanos, nowNanos);
        changed(consumer, before);
    }

    /** The lease of a message that a consumer held has ended. */
    public void expired(Consumer consumer, long nowNanos) {
        long before = consumer.room();
        consumer.lose(nowNanos);
        changed(consumer, before);
    }

    private void changed(Consumer consumer, long roomBefore) {
        long now = consumer.room();
        room += now - roomBefore;
        if (!consumer.inRotation && now > 0) {
            consumer.inRotation = true;
            turns.add(consumer);
        }
    }

    /** The consumer whose turn it is, or null if none may take a message. */
    public @Nullable Consumer next() {
        while (true) {
            Consumer consumer = turns.peek();
            if (consumer == null) {
                return null;
            }
            if (consumer.room() > 0) {
                return consumer;
            }
            // It has detached, or its window has become smaller meanwhile.
            turns.remove();
            consumer.inRotation = false;
            departed -= consumer.detached ? 1 : 0;
        }
    }

    /** Spends one credit of the consumer that {@link #next} returned and passes the turn on; tells how many it holds now. */
    public int served(Consumer consumer, long nowNanos) {
        Invariant.check(turns.poll() == consumer, "the consumer served is the one whose turn it was");
        long before = consumer.room();
        consumer.take(nowNanos);
        Invariant.check(consumer.credit() >= 0, "credit is never negative");
        consumer.inRotation = false;
        changed(consumer, before);
        return consumer.held();
    }

    /** How many messages can be given to consumers now. */
    public long room() {
        return room;
    }

    /** Has a consumer looked after that waits for more though it holds all it may; tells whether it does. */
    public boolean noteIfFull(Consumer consumer) {
        boolean full = isFull(consumer);
        if (full && !consumer.lookedAfter) {
            consumer.lookedAfter = true;
            this.full.add(consumer);
        }
        return full;
    }

    private boolean isFull(Consumer consumer) {
        return consumer.isFull() && consumer.held() < mostHeld;
    }

    /**
     * Lets one of the consumers that are full have more if it has been patient for long enough: a good deal if nobody has
     * settled anything since the last look, else a little. Those that settle get the work; but a client that collects many
     * before it settles any must not wait for ever. They are served one after the other, each until it settles something or
     * has had a long turn: many that settle nothing hold no more than one.
     *
     * @param useful whether the queue has something to give
     * @return when to look again
     */
    public long openOne(boolean useful, long nowNanos) {
        boolean nobodySettles = settled == settledBefore;
        settledBefore = settled;
        Consumer consumer =
                opening != null && isFull(opening) && opening.isBeingOpened() ? opening : nextFull(nowNanos);
        opening = consumer;
        if (consumer == null) {
            return full.isEmpty() ? NEVER : nowNanos + Consumer.FIRST_PATIENCE_NANOS;
        }
        if (consumer.patienceEndsNanos() <= nowNanos) {
            long before = consumer.room();
            consumer.bePatient(!nobodySettles, nowNanos);
            if (useful) {
                consumer.open(nobodySettles);
            }
            changed(consumer, before);
        }
        return Math.max(consumer.patienceEndsNanos(), nowNanos + 1);
    }

    /** The first that is full and has been patient for long enough; those that are not go to the back. */
    private @Nullable Consumer nextFull(long nowNanos) {
        for (int looked = Math.min(full.size(), MOST_LOOKED_AT); looked > 0; looked--) {
            Consumer consumer = full.remove();
            if (!isFull(consumer)) {
                consumer.lookedAfter = false;
                continue;
            }
            full.add(consumer);
            if (consumer.patienceEndsNanos() <= nowNanos) {
                return consumer;
            }
        }
        return null;
    }

    public int size() {
        return attached.size();
    }

    /** How many stand in line, those included that have detached and are not forgotten yet. */
    int inLine() {
        return turns.size();
    }

    public Iterable<Consumer> all() {
        return attached.values();
    }
}
