package io.fila.core.fairness;

import org.jspecify.annotations.Nullable;

/** A flow's seat in a ring: it knows its neighbours, so that leaving costs no search. */
class Link {
    final @Nullable Flow flow;

    @Nullable Ring ring;

    Link previous = this;
    Link next = this;

    Link(@Nullable Flow flow) {
        this.flow = flow;
    }
}
