package io.fila.e2e.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All calls about one thing, such as a setting. Any thread. */
final class History {
    /** After so many, or so many without an answer, there is another thing: the search for an order would take too long. */
    private static final int CALLS = 60;

    private static final int UNANSWERED = 8;

    private final Thing thing;
    private final List<Call> calls = new ArrayList<>();

    History(Thing thing) {
        this.thing = thing;
    }

    Thing thing() {
        return thing;
    }

    synchronized void add(Call call) {
        calls.add(call);
    }

    synchronized boolean isFull() {
        return calls.size() >= CALLS
                || calls.stream().filter(call -> !call.isAnswered()).count() >= UNANSWERED;
    }

    synchronized int size() {
        return calls.size();
    }

    synchronized boolean hasOrder() {
        return Order.exists(calls);
    }

    @Override
    public synchronized String toString() {
        List<Call> sorted = new ArrayList<>(calls);
        sorted.sort(Comparator.comparingLong(Call::invoked));
        StringBuilder text = new StringBuilder(thing.name());
        sorted.forEach(call -> text.append("\n    ").append(call));
        return text.toString();
    }
}
