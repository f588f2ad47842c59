package io.fila.lua.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a script can do. The depth of a statement is the longest way down its tree. */
public sealed interface Statement {
    /** The longest way down from here. */
    int depth();

    /** {@code local names = values}. */
    record LocalDeclaration(List<Variable> variables, List<Expression> values, int line) implements Statement {
        /** Whether one of the variables is closed when it goes out of scope. */
        boolean closes() {
            return variables.stream().anyMatch(variable -> variable.attribute() == Variable.Attribute.CLOSE);
        }

        @Override
        public int depth() {
            return 1 + Expression.depth(values);
        }
    }

    /** {@code local function}. */
    record LocalFunction(Variable variable, FunctionBody body) implements Statement {
        @Override
        public int depth() {
            return 1 + body.depth();
        }
    }

    /** {@code targets = values}. */
    record Assignment(List<Expression> targets, List<Expression> values) implements Statement {
        @Override
        public int depth() {
            return 1 + Math.max(Expression.depth(targets), Expression.depth(values));
        }
    }

    /** A call made for its effect. */
    record CallStatement(Expression call) implements Statement {
        @Override
        public int depth() {
            return 1 + call.depth();
        }
    }

    /** Statements one after the other. */
    record Block(List<Statement> statements, int depth) implements Statement {
        /** Levels between a to-be-closed variable and the statements after it, which are a scope of their own. */
        private static final int CLOSING_LEVELS = 2;

        static Block of(List<Statement> statements) {
            int deepest = 0;
            for (Statement statement : statements.reversed()) {
                if (statement instanceof LocalDeclaration local && local.closes()) {
                    deepest += CLOSING_LEVELS;
                }
                deepest = Math.max(deepest, statement.depth());
            }
            return new Block(List.copyOf(statements), 1 + deepest);
        }
    }

    /** {@code while}. */
    record While(Expression condition, Block body) implements Statement {
        @Override
        public int depth() {
            return 1 + Math.max(condition.depth(), body.depth());
        }
    }

    /** {@code repeat}; the condition sees the body's variables. */
    record Repeat(Block body, Expression condition) implements Statement {
        @Override
        public int depth() {
            return 3 + Math.max(condition.depth(), body.depth());
        }
    }

    /** A condition with the block it guards. */
    record Branch(Expression condition, Block body) {}

    /** {@code if}. */
    record If(List<Branch> branches, @Nullable Block otherwise) implements Statement {
        @Override
        public int depth() {
            int deepest = otherwise == null ? 0 : otherwise.depth();
            for (Branch branch : branches) {
                deepest = Math.max(
                        deepest,
                        Math.max(branch.condition().depth(), branch.body().depth()));
            }
            return 1 + deepest;
        }
    }

    /** {@code for variable = start, limit, step}. */
    record NumericFor(
            Variable variable,
            Expression start,
            Expression limit,
            @Nullable Expression step,
            Block body,
            int line) implements Statement {
        @Override
        public int depth() {
            int bounds = Math.max(start.depth(), limit.depth());
            return 1 + Math.max(Math.max(bounds, step == null ? 0 : step.depth()), body.depth());
        }
    }

    /** {@code for variables in values}. */
    record GenericFor(List<Variable> variables, List<Expression> values, Block body, int stateSlot, int line)
            implements Statement {
        @Override
        public int depth() {
            return 2 + Math.max(Expression.depth(values), body.depth());
        }
    }

    /** {@code return}; within the scope of a to-be-closed variable its call is no tail call. */
    record Return(List<Expression> values, boolean closes, int line) implements Statement {
        @Override
        public int depth() {
            return 1 + Expression.depth(values);
        }
    }

    /** {@code break}. */
    record Break() implements Statement {
        @Override
        public int depth() {
            return 1;
        }
    }

    /** {@code goto}; the label is known when the function ends. */
    record Goto(Jump jump) implements Statement {
        @Override
        public int depth() {
            return 1;
        }
    }

    /** {@code ::label::}. */
    record LabelStatement(Label label) implements Statement {
        @Override
        public int depth() {
            return 1;
        }
    }
}
