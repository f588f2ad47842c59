package io.fila.core.fairness;

import io.fila.core.Invariant;
import org.jspecify.annotations.Nullable;

/** Flows in order, linked through seats they own: joining and leaving are O(1) and allocate nothing. */
final class Ring {
    private final Link end = new Link(null);
    private int size;

    void addLast(Link link) {
        insert(link, end.previous, end);
    }

    void addFirst(Link link) {
        insert(link, end, end.next);
    }

    private void insert(Link link, Link previous, Link next) {
        Invariant.check(link.ring == null, "a seat is in one ring at a time");
        link.ring = this;
        link.previous = previous;
        link.next = next;
        previous.next = link;
        next.previous = link;
        size++;
    }

    /** Takes the seat out of whichever ring it is in, if any. */
    static void remove(Link link) {
        Ring ring = link.ring;
        if (ring == null) {
            return;
        }
        link.previous.next = link.next;
        link.next.previous = link.previous;
        link.previous = link;
        link.next = link;
        link.ring = null;
        ring.size--;
    }

    @Nullable Flow first() {
        return end.next.flow;
    }

    @Nullable Flow after(Link link) {
        return link.next.flow;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }
}
