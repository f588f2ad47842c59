package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Budget;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Next;
import io.fila.lua.runtime.Types;
import org.jspecify.annotations.Nullable;

/** Nodes that repeat. Every round is charged. */
final class Loops {
    private Loops() {}

    /** {@code while}. */
    static final class While extends Stat {
        private final Expr condition;
        private final Stat body;

        While(Expr condition, Stat body) {
            this.condition = condition;
            this.body = body;
        }

        @Override
        int execute(Frame frame) {
            Budget budget = frame.machine.budget();
            while (condition.test(frame)) {
                budget.tick();
                int signal = body.execute(frame);
                if (signal != NORMAL) {
                    if (signal == BREAK) {
                        break;
                    }
                    return signal;
                }
            }
            return NORMAL;
        }
    }

    /** {@code repeat}; the body ends with the condition as a {@code break}. */
    static final class Repeat extends Stat {
        private final Stat body;

        Repeat(Stat body) {
            this.body = body;
        }

        @Override
        int execute(Frame frame) {
            Budget budget = frame.machine.budget();
            while (true) {
                budget.tick();
                int signal = body.execute(frame);
                if (signal != NORMAL) {
                    return signal == BREAK ? NORMAL : signal;
                }
            }
        }
    }

    /** {@code for … in}. */
    static final class GenericFor extends Stat {
        private final Assignments.Target[] variables;
        private final ExprList values;
        private final Stat body;
        private final int stateSlot;
        private final int line;

        GenericFor(Assignments.Target[] variables, ExprList values, Stat body, int stateSlot, int line) {
            this.variables = variables;
            this.values = values;
            this.body = body;
            this.stateSlot = stateSlot;
            this.line = line;
        }

        @Override
        int execute(Frame frame) {
            @Nullable Object[] state = values.evaluateExactly(frame, 4);
            if (state[3] != null) {
                frame.line = line;
                return new Closing(frame, state[3], "(for state)").around(() -> iterate(frame, state));
            }
            return iterate(frame, state);
        }

        private int iterate(Frame frame, @Nullable Object[] state) {
            // The walk over live memory sees slots, not Java's variables.
            frame.slots[stateSlot] = state[1];
            int signal;
            if (state[0] instanceof Next && state[1] instanceof LuaTable table && state[2] == null) {
                signal = traverse(frame, table);
            } else {
                signal = call(frame, state[0], state[1], state[2]);
            }
            return signal == BREAK ? NORMAL : signal;
        }

        private int traverse(Frame frame, LuaTable table) {
            Budget budget = frame.machine.budget();
            for (int at = table.advance(-1); at >= 0; at = table.advance(at)) {
                budget.tick();
                assign(frame, table.keyAt(at), table.valueAt(at));
                int signal = body.execute(frame);
                if (signal != NORMAL) {
                    return signal;
                }
            }
            return NORMAL;
        }

        private void assign(Frame frame, @Nullable Object first, @Nullable Object second) {
            variables[0].assign(frame, null, null, first);
            if (variables.length > 1) {
                variables[1].assign(frame, null, null, second);
            }
            for (int i = 2; i < variables.length; i++) {
                variables[i].assign(frame, null, null, null);
            }
        }

        private int call(Frame frame, @Nullable Object iterator, @Nullable Object state, @Nullable Object initial) {
            Budget budget = frame.machine.budget();
            Object control = initial;
            while (true) {
                budget.tick();
                frame.line = line;
                Object outcome = next(frame, iterator, state, control);
                if (outcome instanceof Object[] many) {
                    control = many.length == 0 ? null : many[0];
                    if (control == null) {
                        return NORMAL;
                    }
                    for (int i = 0; i < variables.length; i++) {
                        variables[i].assign(frame, null, null, i < many.length ? many[i] : null);
                    }
                } else {
                    control = outcome;
                    if (control == null) {
                        return NORMAL;
                    }
                    assign(frame, control, null);
                }
                int signal = body.execute(frame);
                if (signal != NORMAL) {
                    return signal;
                }
            }
        }

        private static @Nullable Object next(
                Frame frame, @Nullable Object iterator, @Nullable Object state, @Nullable Object control) {
            if (iterator instanceof Next && !(state instanceof LuaTable)) {
                throw frame.machine.error(
                        "bad argument #1 to 'for iterator' (table expected, got " + Types.name(state) + ")");
            }
            if (iterator instanceof LuaFunction function) {
                return function.call2(state, control);
            }
            Access.checkCallable(frame.machine, iterator, " (for iterator 'for iterator')");
            return Access.call(frame.machine, iterator, new @Nullable Object[] {state, control});
        }
    }
}
