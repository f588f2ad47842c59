package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Concatenation;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes for {@code ..} and {@code #}. */
final class Texts {
    private Texts() {}

    /** Two operands and one {@code ..}. */
    static final class Join extends Expr implements Concatenation.Naming {
        private final Expr left;
        private final Expr right;
        private final int line;

        Join(Expr left, Expr right, int line) {
            this.left = left;
            this.right = right;
            this.line = line;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object a = left.evaluate(frame);
            Object b = right.evaluate(frame);
            frame.line = line;
            return Concatenation.join(frame.machine, a, b, this);
        }

        @Override
        public String of(int operand) {
            return (operand == 0 ? left : right).name();
        }
    }

    /** More operands. */
    static final class JoinMany extends Expr implements Concatenation.Naming {
        private final Expr[] operands;
        private final int line;

        JoinMany(List<Expr> operands, int line) {
            this.operands = operands.toArray(Expr[]::new);
            this.line = line;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            @Nullable Object[] values = new Object[operands.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = operands[i].evaluate(frame);
            }
            frame.line = line;
            return Concatenation.join(frame.machine, values, this);
        }

        @Override
        public String of(int operand) {
            return operands[operand].name();
        }
    }

    /** {@code #}. */
    static final class Length extends Expr {
        private final Expr operand;
        private final int line;

        Length(Expr operand, int line) {
            this.operand = operand;
            this.line = line;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object value = operand.evaluate(frame);
            if (value instanceof LuaTable table && table.metatable() == null) {
                return table.length();
            }
            frame.line = line;
            if (value instanceof LuaTable || value instanceof String) {
                return Access.length(frame.machine, value);
            }
            throw frame.machine.error("attempt to get length of a " + Types.name(value) + " value" + operand.name());
        }
    }
}
