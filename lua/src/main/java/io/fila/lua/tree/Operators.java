package io.fila.lua.tree;

import io.fila.lua.runtime.Arithmetic;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.Operator;
import org.jspecify.annotations.Nullable;

/** Nodes that compute numbers; the common cases here, the rest in {@link Arithmetic}. */
final class Operators {
    private Operators() {}

    /** An operator on two operands. */
    abstract static class Binary extends Expr implements Arithmetic.Names {
        final Expr left;
        final Expr right;
        private final Operator operator;
        private final int line;

        Binary(Operator operator, Expr left, Expr right, int line) {
            this.operator = operator;
            this.left = left;
            this.right = right;
            this.line = line;
        }

        final @Nullable Object slow(Frame frame, @Nullable Object a, @Nullable Object b) {
            frame.line = line;
            return Arithmetic.apply(frame.machine, operator, a, b, this);
        }

        @Override
        public String of(boolean second) {
            return (second ? right : left).name();
        }
    }

    static Expr of(Operator operator, Expr left, Expr right, int line) {
        return switch (operator) {
            case ADD -> new Add(left, right, line);
            case SUB -> new Subtract(left, right, line);
            case MUL -> new Multiply(left, right, line);
            case DIV -> new Divide(left, right, line);
            case UNM, BNOT -> new Unary(operator, left, line);
            default -> new General(operator, left, right, line);
        };
    }

    /** {@code +}. */
    private static final class Add extends Binary {
        Add(Expr left, Expr right, int line) {
            super(Operator.ADD, left, right, line);
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            if (a instanceof Long x && b instanceof Long y) {
                return x + y;
            }
            if (a instanceof Double x && b instanceof Double y) {
                return x + y;
            }
            return slow(frame, a, b);
        }
    }

    /** Binary {@code -}. */
    private static final class Subtract extends Binary {
        Subtract(Expr left, Expr right, int line) {
            super(Operator.SUB, left, right, line);
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            if (a instanceof Long x && b instanceof Long y) {
                return x - y;
            }
            if (a instanceof Double x && b instanceof Double y) {
                return x - y;
            }
            return slow(frame, a, b);
        }
    }

    /** {@code *}. */
    private static final class Multiply extends Binary {
        Multiply(Expr left, Expr right, int line) {
            super(Operator.MUL, left, right, line);
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            if (a instanceof Long x && b instanceof Long y) {
                return x * y;
            }
            if (a instanceof Double x && b instanceof Double y) {
                return x * y;
            }
            return slow(frame, a, b);
        }
    }

    /** {@code /}. */
    private static final class Divide extends Binary {
        Divide(Expr left, Expr right, int line) {
            super(Operator.DIV, left, right, line);
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            if (a instanceof Double x && b instanceof Double y) {
                return x / y;
            }
            return slow(frame, a, b);
        }
    }

    /** Any other operator. */
    private static final class General extends Binary {
        General(Operator operator, Expr left, Expr right, int line) {
            super(operator, left, right, line);
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object a = left.evaluate(frame);
            return slow(frame, a, right.evaluate(frame));
        }
    }

    /** {@code -} and {@code ~} before one operand. */
    private static final class Unary extends Binary {
        Unary(Operator operator, Expr operand, int line) {
            super(operator, operand, operand, line);
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object operand = left.evaluate(frame);
            return slow(frame, operand, operand);
        }
    }
}
