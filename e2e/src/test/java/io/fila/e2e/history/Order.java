package io.fila.e2e.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an order in which one broker could have carried out calls that were made at once: each between its beginning and its
 * answer, and each answered as it was. That is linearizability; the search is Wing and Gong's, which remembers where it has been as
 * Lowe's does. One thread.
 */
final class Order {
    private final List<Call> calls;
    private final Set<Reached> reached = new HashSet<>();

    /** Which calls have been carried out, and the value then. Where it goes on from there does not depend on their order. */
    private record Reached(BitSet done, String value) {}

    private Order(List<Call> calls) {
        this.calls = calls;
    }

    /** Whether there is one, for something that is not there at first. */
    static boolean exists(List<Call> history) {
        List<Call> sorted = new ArrayList<>(history);
        sorted.sort(Comparator.comparingLong(Call::invoked));
        return new Order(sorted).exists();
    }

    private boolean exists() {
        Deque<Reached> open = new ArrayDeque<>();
        open.push(new Reached(new BitSet(), ""));
        while (!open.isEmpty()) {
            Reached now = open.pop();
            long firstAnswer = firstAnswerAfter(now.done());
            if (firstAnswer == Long.MAX_VALUE) {
                return true;
            }
            // Whatever began after an answer came after that call.
            for (int i = now.done().nextClearBit(0);
                    i < calls.size() && calls.get(i).invoked() < firstAnswer;
                    i = now.done().nextClearBit(i + 1)) {
                Reached next = next(now, i);
                if (next != null && reached.add(next)) {
                    open.push(next);
                }
            }
        }
        return false;
    }

    /** The end of time if all that were answered are done. */
    private long firstAnswerAfter(BitSet done) {
        long first = Long.MAX_VALUE;
        for (int i = done.nextClearBit(0); i < calls.size(); i = done.nextClearBit(i + 1)) {
            first = Math.min(first, calls.get(i).returned());
        }
        return first;
    }

    private static @Nullable Reached with(Reached now, int call, @Nullable String value) {
        if (value == null) {
            return null;
        }
        BitSet done = (BitSet) now.done().clone();
        done.set(call);
        return new Reached(done, value);
    }

    private @Nullable Reached next(Reached now, int call) {
        return with(now, call, calls.get(call).after(now.value()));
    }
}
