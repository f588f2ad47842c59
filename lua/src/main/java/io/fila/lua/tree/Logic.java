package io.fila.lua.tree;

import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** Nodes for {@code and}, {@code or}, {@code not}, and for cutting several values down to one. */
final class Logic {
    private Logic() {}

    /** {@code and}. */
    static final class And extends Expr {
        private final Expr left;
        private final Expr right;

        And(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object first = left.evaluate(frame);
            return Values.truthy(first) ? right.evaluate(frame) : first;
        }

        @Override
        boolean test(Frame frame) {
            return left.test(frame) && right.test(frame);
        }
    }

    /** {@code or}. */
    static final class Or extends Expr {
        private final Expr left;
        private final Expr right;

        Or(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object first = left.evaluate(frame);
            return Values.truthy(first) ? first : right.evaluate(frame);
        }

        @Override
        boolean test(Frame frame) {
            return left.test(frame) || right.test(frame);
        }
    }

    /** {@code not}. */
    static final class Not extends Expr {
        private final Expr operand;

        Not(Expr operand) {
            this.operand = operand;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            return !operand.test(frame);
        }

        @Override
        boolean test(Frame frame) {
            return !operand.test(frame);
        }
    }

    /** Parentheses around a call or {@code ...}. */
    static final class Single extends Expr {
        private final Expr operand;

        Single(Expr operand) {
            this.operand = operand;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            return operand.evaluate(frame);
        }
    }
}
