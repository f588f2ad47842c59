package io.fila.lua.tree;

import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.Values;
import io.fila.lua.syntax.Label;
import org.jspecify.annotations.Nullable;

/** Nodes that steer: blocks, branches, jumps, returns. */
final class Flow {
    private Flow() {}

    /** Statements one after the other. */
    static final class Block extends Stat {
        private final Stat[] statements;

        Block(Stat[] statements) {
            this.statements = statements;
        }

        @Override
        int execute(Frame frame) {
            for (Stat statement : statements) {
                int signal = statement.execute(frame);
                if (signal != NORMAL) {
                    return signal;
                }
            }
            return NORMAL;
        }
    }

    /** Charges for code that neither calls nor loops, which nothing else would charge for. */
    static final class Toll extends Stat {
        private static final int NODES_PER_TICK = 8;

        private final int ticks;

        Toll(int nodes) {
            this.ticks = nodes / NODES_PER_TICK;
        }

        @Override
        int execute(Frame frame) {
            frame.machine.budget().charge(ticks);
            return NORMAL;
        }
    }

    /** Statements with labels among them. */
    static final class LabelledBlock extends Stat {
        private final Stat[] statements;
        private final Label[] labels;
        private final int[] positions;

        LabelledBlock(Stat[] statements, Label[] labels, int[] positions) {
            this.statements = statements;
            this.labels = labels;
            this.positions = positions;
        }

        @Override
        int execute(Frame frame) {
            int next = 0;
            while (next < statements.length) {
                int signal = statements[next++].execute(frame);
                if (signal == NORMAL) {
                    continue;
                }
                int position = signal == GOTO ? position(frame.target) : -1;
                if (position < 0) {
                    return signal;
                }
                frame.machine.budget().tick();
                next = position;
            }
            return NORMAL;
        }

        private int position(@Nullable Object label) {
            for (int i = 0; i < labels.length; i++) {
                if (labels[i] == label) {
                    return positions[i];
                }
            }
            return -1;
        }
    }

    /** {@code if} with any number of branches. */
    static final class If extends Stat {
        private final Expr[] conditions;
        private final Stat[] blocks;
        private final @Nullable Stat otherwise;

        If(Expr[] conditions, Stat[] blocks, @Nullable Stat otherwise) {
            this.conditions = conditions;
            this.blocks = blocks;
            this.otherwise = otherwise;
        }

        @Override
        int execute(Frame frame) {
            for (int i = 0; i < conditions.length; i++) {
                if (conditions[i].test(frame)) {
                    return blocks[i].execute(frame);
                }
            }
            return otherwise == null ? NORMAL : otherwise.execute(frame);
        }
    }

    /** {@code break}. */
    static final class Break extends Stat {
        @Override
        int execute(Frame frame) {
            return BREAK;
        }
    }

    /** {@code goto}. */
    static final class Goto extends Stat {
        private final Label label;

        Goto(Label label) {
            this.label = label;
        }

        @Override
        int execute(Frame frame) {
            frame.target = label;
            return GOTO;
        }
    }

    /** A call made for its effect. */
    static final class CallStat extends Stat {
        private final Expr call;

        CallStat(Expr call) {
            this.call = call;
        }

        @Override
        int execute(Frame frame) {
            call.evaluateAll(frame);
            return NORMAL;
        }
    }

    /** {@code return} of one expression, whatever it stands for. */
    static final class ReturnOne extends Stat {
        private final Expr value;

        ReturnOne(Expr value) {
            this.value = value;
        }

        @Override
        int execute(Frame frame) {
            frame.result = value.evaluateAll(frame);
            return RETURN;
        }
    }

    /** {@code return} of none or several expressions. */
    static final class ReturnMany extends Stat {
        private final ExprList values;

        ReturnMany(ExprList values) {
            this.values = values;
        }

        @Override
        int execute(Frame frame) {
            frame.result = values.size() == 0 ? Values.NONE : Values.outcome(values.evaluate(frame));
            return RETURN;
        }
    }

    /** {@code return f(…)}: a function written in Lua takes the place of this one. */
    static final class ReturnCall extends Stat {
        private final Calls.Call call;

        ReturnCall(Calls.Call call) {
            this.call = call;
        }

        @Override
        int execute(Frame frame) {
            Object callee = call.function.evaluate(frame);
            @Nullable Object[] arguments = call.arguments(frame);
            frame.line = call.line;
            if (callee instanceof Closure) {
                frame.target = callee;
                frame.result = arguments;
                return TAIL_CALL;
            }
            frame.result = callee instanceof LuaFunction function
                    ? function.call(arguments)
                    : call.callOther(frame, callee, arguments);
            return RETURN;
        }
    }

    /** {@code return o:m(…)}: likewise. */
    static final class ReturnMethodCall extends Stat {
        private final MethodCall call;

        ReturnMethodCall(MethodCall call) {
            this.call = call;
        }

        @Override
        int execute(Frame frame) {
            Object callee = call.prepareTailCall(frame);
            if (callee instanceof Closure) {
                frame.target = callee;
                return TAIL_CALL;
            }
            frame.result = call.finish(frame, callee);
            return RETURN;
        }
    }
}
