package io.fila.simulator.cluster;

import java.util.ArrayList;
import java.util.List;

/** The entries that a node has on its disk; those that its copy has too may be forgotten. */
final class NodeLog {
    private final List<Logged> entries = new ArrayList<>();
    private long first;

    /** Of the entry before the first. */
    private long termBefore;

    long first() {
        return first;
    }

    /** The index of the last entry; that before the first if there is none. */
    long last() {
        return first + entries.size() - 1;
    }

    Logged at(long index) {
        return entries.get(slot(index));
    }

    private int slot(long index) {
        return Math.toIntExact(index - first);
    }

    long termAt(long index) {
        return index < first ? termBefore : at(index).term();
    }

    long lastTerm() {
        return termAt(last());
    }

    /** Whether it has an entry of this term there; of what it has forgotten everybody has the same. */
    boolean has(long index, long term) {
        return index < first || (index <= last() && termAt(index) == term);
    }

    List<Logged> between(long from, long through) {
        return List.copyOf(entries.subList(slot(from), slot(through + 1)));
    }

    void add(Logged logged) {
        entries.add(logged);
    }

    /** Takes back what another leader put there. */
    void dropFrom(long index) {
        entries.subList(slot(index), entries.size()).clear();
    }

    void forgetThrough(long index) {
        if (index >= first) {
            termBefore = termAt(index);
            entries.subList(0, slot(index + 1)).clear();
            first = index + 1;
        }
    }

    /** Goes on from a copy; what follows it stays only if it fits. */
    void goOnAfter(long index, long term) {
        if (index >= first && has(index, term)) {
            forgetThrough(index);
        } else {
            entries.clear();
            first = index + 1;
            termBefore = term;
        }
    }
}
