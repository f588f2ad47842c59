package io.fila.lua.syntax;

import io.fila.lua.runtime.Operator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a script can evaluate. The depth of an expression is the longest way down its tree. */
public sealed interface Expression {
    /** The longest way down from here. */
    default int depth() {
        return 1;
    }

    /** The depth of a list. */
    static int depth(List<? extends Expression> expressions) {
        int deepest = 0;
        for (Expression expression : expressions) {
            deepest = Math.max(deepest, expression.depth());
        }
        return deepest;
    }

    /** Whether the expression may stand for none or several values. */
    default boolean isMultiple() {
        return false;
    }

    /** Nil, a boolean, a number or a string. */
    record Constant(@Nullable Object value) implements Expression {}

    /** {@code ...}. */
    record Vararg() implements Expression {
        @Override
        public boolean isMultiple() {
            return true;
        }
    }

    /** A local variable of the function itself. */
    record Local(Variable variable) implements Expression {}

    /** A variable of an enclosing function. */
    record Upvalue(int index, Variable variable) implements Expression {}

    /** {@code object[key]}. */
    record Index(Expression object, Expression key, int line, int depth) implements Expression {
        Index(Expression object, Expression key, int line) {
            this(object, key, line, 1 + Math.max(object.depth(), key.depth()));
        }
    }

    /** {@code function(arguments)}. */
    record Call(Expression function, List<Expression> arguments, int line, int depth) implements Expression {
        Call(Expression function, List<Expression> arguments, int line) {
            this(function, arguments, line, 1 + Math.max(function.depth(), Expression.depth(arguments)));
        }

        @Override
        public boolean isMultiple() {
            return true;
        }
    }

    /** {@code object:name(arguments)}. */
    record MethodCall(Expression object, String name, List<Expression> arguments, int line, int depth)
            implements Expression {
        MethodCall(Expression object, String name, List<Expression> arguments, int line) {
            this(object, name, arguments, line, 1 + Math.max(object.depth(), Expression.depth(arguments)));
        }

        @Override
        public boolean isMultiple() {
            return true;
        }
    }

    /** An operator that computes a number; a unary one has its operand twice. */
    record Arithmetic(Operator operator, Expression left, Expression right, int line, int depth) implements Expression {
        Arithmetic(Operator operator, Expression left, Expression right, int line) {
            this(operator, left, right, line, 1 + Math.max(left.depth(), right.depth()));
        }

        /** Whether there is only one operand. */
        public boolean isUnary() {
            return operator == Operator.UNM || operator == Operator.BNOT;
        }
    }

    /** How two values are compared. */
    enum Relation {
        /** {@code ==}. */
        EQUAL,
        /** {@code ~=}. */
        NOT_EQUAL,
        /** {@code <}. */
        LESS,
        /** {@code <=}. */
        LESS_OR_EQUAL,
        /** {@code >}. */
        GREATER,
        /** {@code >=}. */
        GREATER_OR_EQUAL
    }

    /** A comparison. */
    record Compare(Relation relation, Expression left, Expression right, int line, int depth) implements Expression {
        Compare(Relation relation, Expression left, Expression right, int line) {
            this(relation, left, right, line, 1 + Math.max(left.depth(), right.depth()));
        }
    }

    /** {@code left and right}. */
    record And(Expression left, Expression right, int depth) implements Expression {
        And(Expression left, Expression right) {
            this(left, right, 1 + Math.max(left.depth(), right.depth()));
        }
    }

    /** {@code left or right}. */
    record Or(Expression left, Expression right, int depth) implements Expression {
        Or(Expression left, Expression right) {
            this(left, right, 1 + Math.max(left.depth(), right.depth()));
        }
    }

    /** {@code not operand}. */
    record Not(Expression operand, int depth) implements Expression {
        Not(Expression operand) {
            this(operand, 1 + operand.depth());
        }
    }

    /** {@code #operand}. */
    record Length(Expression operand, int line, int depth) implements Expression {
        Length(Expression operand, int line) {
            this(operand, line, 1 + operand.depth());
        }
    }

    /** {@code a .. b .. c}. */
    record Concat(List<Expression> operands, int line, int depth) implements Expression {
        Concat(List<Expression> operands, int line) {
            this(operands, line, 1 + Expression.depth(operands));
        }
    }

    /** An expression in parentheses that cuts several values down to one. */
    record Single(Expression operand, int depth) implements Expression {
        Single(Expression operand) {
            this(operand, 1 + operand.depth());
        }
    }

    /** An entry of a table constructor; one without a key takes the next integer. */
    record Entry(@Nullable Expression key, Expression value, int line) {
        int depth() {
            return key == null ? value.depth() : Math.max(key.depth(), value.depth());
        }
    }

    /** <code>{…}</code>. */
    record Table(List<Entry> entries, int line, int depth) implements Expression {
        Table(List<Entry> entries, int line) {
            this(
                    entries,
                    line,
                    1 + entries.stream().mapToInt(Entry::depth).max().orElse(0));
        }
    }

    /** {@code function … end}. */
    record Function(FunctionBody body) implements Expression {
        @Override
        public int depth() {
            return 1 + body.depth();
        }
    }
}
