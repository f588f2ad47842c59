package io.fila.lua.tree;

import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** A node that has a value. */
abstract class Expr {
    /** Exactly one value. */
    abstract @Nullable Object evaluate(Frame frame);

    /** As many values as there are: one, or an array of none or several. */
    @Nullable Object evaluateAll(Frame frame) {
        return evaluate(frame);
    }

    /** Whether the value counts as true. */
    boolean test(Frame frame) {
        return Values.truthy(evaluate(frame));
    }

    /** What an error calls the value: {@code " (local 'x')"}, or nothing. */
    String name() {
        return "";
    }
}
