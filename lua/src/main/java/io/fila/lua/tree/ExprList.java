package io.fila.lua.tree;

import io.fila.lua.runtime.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions one after the other, the last of which may stand for several values. */
final class ExprList {
    private static final int ARRAY_HEADER_BYTES = 16;

    private final Expr[] items;
    private final boolean isOpen;

    ExprList(List<Expr> items, boolean isOpen) {
        this.items = items.toArray(Expr[]::new);
        this.isOpen = isOpen;
    }

    int size() {
        return items.length;
    }

    boolean isOpen() {
        return isOpen;
    }

    @Nullable Object get(Frame frame, int index) {
        return items[index].evaluate(frame);
    }

    /** All values. */
    @Nullable Object[] evaluate(Frame frame) {
        return evaluate(frame, 0);
    }

    /** All values after a given one. */
    @Nullable Object[] evaluateAfter(Frame frame, @Nullable Object first) {
        @Nullable Object[] values = evaluate(frame, 1);
        values[0] = first;
        return values;
    }

    private @Nullable Object[] evaluate(Frame frame, int skip) {
        int fixed = isOpen ? items.length - 1 : items.length;
        frame.machine.budget().allocate(ARRAY_HEADER_BYTES + 8L * (skip + items.length));
        @Nullable Object[] values = new Object[skip + items.length];
        for (int i = 0; i < fixed; i++) {
            values[skip + i] = items[i].evaluate(frame);
        }
        if (!isOpen) {
            return values;
        }
        Object last = items[fixed].evaluateAll(frame);
        if (!(last instanceof Object[] many)) {
            values[skip + fixed] = last;
            return values;
        }
        frame.machine.budget().allocate(ARRAY_HEADER_BYTES + 8L * many.length);
        @Nullable Object[] all = new Object[skip + fixed + many.length];
        System.arraycopy(values, 0, all, 0, skip + fixed);
        System.arraycopy(many, 0, all, skip + fixed, many.length);
        return all;
    }

    /** Exactly so many values: the rest is evaluated and dropped, what is missing is nil. */
    @Nullable Object[] evaluateExactly(Frame frame, int count) {
        @Nullable Object[] values = evaluate(frame, 0);
        if (values.length == count) {
            return values;
        }
        @Nullable Object[] exact = new Object[count];
        System.arraycopy(values, 0, exact, 0, Math.min(count, values.length));
        return exact;
    }
}
