package io.fila.lua.tree;

import io.fila.lua.runtime.Comparison;
import io.fila.lua.runtime.Frame;
import io.fila.lua.syntax.Expression.Relation;
import org.jspecify.annotations.Nullable;

/** Nodes that compare. */
final class Comparisons {
    private Comparisons() {}

    static Expr of(Relation relation, Expr left, Expr right, int line) {
        return switch (relation) {
            case EQUAL -> new Equal(left, right, true, line);
            case NOT_EQUAL -> new Equal(left, right, false, line);
            case LESS -> new Less(left, right, false, line);
            case GREATER -> new Less(left, right, true, line);
            case LESS_OR_EQUAL -> new LessOrEqual(left, right, false, line);
            case GREATER_OR_EQUAL -> new LessOrEqual(left, right, true, line);
        };
    }

    /** A node whose value is a truth. */
    private abstract static class Truth extends Expr {
        @Override
        final @Nullable Object evaluate(Frame frame) {
            return test(frame);
        }

        @Override
        abstract boolean test(Frame frame);
    }

    /** {@code ==} and {@code ~=}. */
    private static final class Equal extends Truth {
        private final Expr left;
        private final Expr right;
        private final boolean wanted;
        private final int line;

        Equal(Expr left, Expr right, boolean wanted, int line) {
            this.left = left;
            this.right = right;
            this.wanted = wanted;
            this.line = line;
        }

        @Override
        boolean test(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            frame.line = line;
            return Comparison.equals(frame.machine, a, b) == wanted;
        }
    }

    /** {@code <}, and {@code >} with its operands evaluated in source order and compared the other way round. */
    private static final class Less extends Truth {
        private final Expr left;
        private final Expr right;
        private final boolean swapped;
        private final int line;

        Less(Expr left, Expr right, boolean swapped, int line) {
            this.left = left;
            this.right = right;
            this.swapped = swapped;
            this.line = line;
        }

        @Override
        boolean test(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            if (a instanceof Long x && b instanceof Long y) {
                return swapped ? x > y : x < y;
            }
            frame.line = line;
            return swapped ? Comparison.less(frame.machine, b, a) : Comparison.less(frame.machine, a, b);
        }
    }

    /** {@code <=}, and {@code >=} likewise. */
    private static final class LessOrEqual extends Truth {
        private final Expr left;
        private final Expr right;
        private final boolean swapped;
        private final int line;

        LessOrEqual(Expr left, Expr right, boolean swapped, int line) {
            this.left = left;
            this.right = right;
            this.swapped = swapped;
            this.line = line;
        }

        @Override
        boolean test(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            if (a instanceof Long x && b instanceof Long y) {
                return swapped ? x >= y : x <= y;
            }
            frame.line = line;
            return swapped ? Comparison.lessOrEqual(frame.machine, b, a) : Comparison.lessOrEqual(frame.machine, a, b);
        }
    }
}
