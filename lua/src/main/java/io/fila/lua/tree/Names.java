package io.fila.lua.tree;

import io.fila.lua.runtime.Cell;
import io.fila.lua.runtime.Frame;
import org.jspecify.annotations.Nullable;

/** Nodes that read variables and constants. */
final class Names {
    private Names() {}

    /** A constant. */
    static final class Constant extends Expr {
        final @Nullable Object value;

        Constant(@Nullable Object value) {
            this.value = value;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            return value;
        }

        @Override
        String name() {
            return value instanceof String text ? " (constant '" + shown(text) + "')" : "";
        }
    }

    /** A local variable nobody captured. */
    static final class Local extends Expr {
        final int slot;
        private final String name;

        Local(int slot, String name) {
            this.slot = slot;
            this.name = name;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            return frame.slots[slot];
        }

        @Override
        String name() {
            return " (local '" + name + "')";
        }
    }

    /** A local variable that a closure shares. */
    static final class Shared extends Expr {
        private final int slot;
        private final String name;

        Shared(int slot, String name) {
            this.slot = slot;
            this.name = name;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            return cell(frame, slot).value;
        }

        @Override
        String name() {
            return " (local '" + name + "')";
        }
    }

    /** A variable of an enclosing function. */
    static final class Upvalue extends Expr {
        private final int index;
        private final String name;

        Upvalue(int index, String name) {
            this.index = index;
            this.name = name;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            return frame.upvalues[index].value;
        }

        @Override
        String name() {
            return " (upvalue '" + name + "')";
        }
    }

    /** {@code ...}. */
    static final class Vararg extends Expr {
        @Override
        @Nullable Object evaluate(Frame frame) {
            return frame.varargs.length == 0 ? null : frame.varargs[0];
        }

        @Override
        @Nullable Object evaluateAll(Frame frame) {
            return frame.varargs.length == 1 ? frame.varargs[0] : frame.varargs;
        }
    }

    /** A name as errors show it: up to its first zero byte. */
    static String shown(String name) {
        int end = name.indexOf('\0');
        return end < 0 ? name : name.substring(0, end);
    }

    static Cell cell(Frame frame, int slot) {
        Object held = frame.slots[slot];
        if (held instanceof Cell cell) {
            return cell;
        }
        throw new IllegalStateException("Expected a captured variable in slot " + slot);
    }
}
