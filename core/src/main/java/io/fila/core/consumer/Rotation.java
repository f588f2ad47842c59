package io.fila.core.consumer;

import io.fila.core.Invariant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The consumers of one queue, taking turns; one without credit, or with as many messages as it may hold, is not asked. */
public final class Rotation {
    private final int mostHeld;
    private final Map<ConsumerId, Consumer> attached = new LinkedHashMap<>();
    private final ArrayDeque<Consumer> turns = new ArrayDeque<>();

    /** Those of {@link #turns} that have detached. */
    private int departed;

    /** @param mostHeld messages a consumer may hold at once */
    public Rotation(int mostHeld) {
        this.mostHeld = mostHeld;
    }

    public void attach(Consumer consumer) {
        Invariant.check(attached.put(consumer.id(), consumer) == null, "a consumer attaches once");
    }

    public void detach(ConsumerId id) {
        Consumer consumer = attached.remove(id);
        if (consumer != null) {
            consumer.detached = true;
            departed += consumer.inRotation ? 1 : 0;
            forgetDeparted();
        }
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
        consumer.grant(credit);
        joinAgain(consumer);
        return true;
    }

    /** A message that a consumer held is settled, or taken from it. */
    public void settled(Consumer consumer) {
        consumer.letGo();
        joinAgain(consumer);
    }

    private void joinAgain(Consumer consumer) {
        if (!consumer.inRotation && !consumer.detached && consumer.mayTake(mostHeld)) {
            consumer.inRotation = true;
            turns.add(consumer);
        }
    }

    /** The consumer whose turn it is, or null if none may take a message. */
    public @Nullable Consumer next() {
        while (true) {
            Consumer consumer = turns.peek();
            if (consumer == null || !consumer.detached) {
                return consumer;
            }
            turns.remove();
            departed--;
        }
    }

    /** Spends one credit of the consumer that {@link #next} returned and passes the turn on. */
    public void served(Consumer consumer) {
        Invariant.check(turns.poll() == consumer, "the consumer served is the one whose turn it was");
        consumer.take();
        Invariant.check(consumer.credit() >= 0, "credit is never negative");
        if (consumer.mayTake(mostHeld)) {
            turns.add(consumer);
        } else {
            consumer.inRotation = false;
        }
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
