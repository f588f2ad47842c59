package io.fila.core.fairness;

import io.fila.core.Invariant;
import org.jspecify.annotations.Nullable;

/**
 * Flows in order, linked through seats they own: joining and leaving are O(1) and allocate nothing. The ring is itself the
 * empty seat between the last flow and the first.
 */
final class Ring extends Link {
    Ring() {
        super(null);
    }

    void addLast(Link link) {
        insert(link, previous, this);
    }

    void addFirst(Link link) {
        insert(link, this, next);
    }

    private void insert(Link link, Link before, Link after) {
        Invariant.check(link.ring == null, "a seat is in one ring at a time");
        link.ring = this;
        link.previous = before;
        link.next = after;
        before.next = link;
        after.previous = link;
    }

    /** Takes the seat out of whichever ring it is in, if any. */
    static void remove(Link link) {
        if (link.ring == null) {
            return;
        }
        link.previous.next = link.next;
        link.next.previous = link.previous;
        link.previous = link;
        link.next = link;
        link.ring = null;
    }

    @Nullable Flow first() {
        return next.flow;
    }

    @Nullable Flow after(Link link) {
        return link.next.flow;
    }

    boolean isEmpty() {
        return next == this;
    }
}
