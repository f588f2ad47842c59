package io.fila.e2e.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long nothing was confirmed, each time that something happened. One thread. */
public final class Gaps {
    private final String after;
    private final List<Long> millis = new ArrayList<>();

    public Gaps(String after) {
        this.after = after;
    }

    void add(long gapMillis) {
        millis.add(gapMillis);
    }

    /** All of them, for whoever puts those of several runs together, and what they come to. */
    public void tell() {
        if (!millis.isEmpty()) {
            System.err.printf("gaps after %s in ms: %s%n", after, millis);
            Collections.sort(millis);
            System.err.printf(
                    "gap after %s, %d times: median %d ms, p99 %d ms, longest %d ms%n",
                    after,
                    millis.size(),
                    millis.get(millis.size() / 2),
                    millis.get((int) Math.ceil(millis.size() * 0.99) - 1),
                    millis.getLast());
        }
    }
}
