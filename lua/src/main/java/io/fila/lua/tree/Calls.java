package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** Nodes that call functions, one for each small number of arguments. */
final class Calls {
    private Calls() {}

    /** A call of whatever shape. */
    abstract static class Call extends Expr {
        final Expr function;
        final int line;

        Call(Expr function, int line) {
            this.function = function;
            this.line = line;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            return Values.first(evaluateAll(frame));
        }

        /** The arguments as an array, for a tail call. */
        abstract @Nullable Object[] arguments(Frame frame);

        final @Nullable Object callOther(Frame frame, @Nullable Object callee, @Nullable Object... arguments) {
            Access.checkCallable(frame.machine, callee, function.name());
            return Access.call(frame.machine, callee, arguments);
        }
    }

    /** {@code f()}. */
    static final class Call0 extends Call {
        Call0(Expr function, int line) {
            super(function, line);
        }

        @Override
        @Nullable Object evaluateAll(Frame frame) {
            Object callee = function.evaluate(frame);
            frame.line = line;
            return callee instanceof LuaFunction target ? target.call0() : callOther(frame, callee);
        }

        @Override
        @Nullable Object[] arguments(Frame frame) {
            return Values.NONE;
        }
    }

    /** {@code f(a)}. */
    static final class Call1 extends Call {
        private final Expr first;

        Call1(Expr function, Expr first, int line) {
            super(function, line);
            this.first = first;
        }

        @Override
        @Nullable Object evaluateAll(Frame frame) {
            Object callee = function.evaluate(frame);
            Object a = first.evaluate(frame);
            frame.line = line;
            return callee instanceof LuaFunction target ? target.call1(a) : callOther(frame, callee, a);
        }

        @Override
        @Nullable Object[] arguments(Frame frame) {
            return new @Nullable Object[] {first.evaluate(frame)};
        }
    }

    /** {@code f(a, b)}. */
    static final class Call2 extends Call {
        private final Expr first;
        private final Expr second;

        Call2(Expr function, Expr first, Expr second, int line) {
            super(function, line);
            this.first = first;
            this.second = second;
        }

        @Override
        @Nullable Object evaluateAll(Frame frame) {
            Object callee = function.evaluate(frame);
            Object a = first.evaluate(frame);
            Object b = second.evaluate(frame);
            frame.line = line;
            return callee instanceof LuaFunction target ? target.call2(a, b) : callOther(frame, callee, a, b);
        }

        @Override
        @Nullable Object[] arguments(Frame frame) {
            return new @Nullable Object[] {first.evaluate(frame), second.evaluate(frame)};
        }
    }

    /** {@code f(a, b, c)}. */
    static final class Call3 extends Call {
        private final Expr first;
        private final Expr second;
        private final Expr third;

        Call3(Expr function, Expr first, Expr second, Expr third, int line) {
            super(function, line);
            this.first = first;
            this.second = second;
            this.third = third;
        }

        @Override
        @Nullable Object evaluateAll(Frame frame) {
            Object callee = function.evaluate(frame);
            Object a = first.evaluate(frame);
            Object b = second.evaluate(frame);
            Object c = third.evaluate(frame);
            frame.line = line;
            return callee instanceof LuaFunction target ? target.call3(a, b, c) : callOther(frame, callee, a, b, c);
        }

        @Override
        @Nullable Object[] arguments(Frame frame) {
            return new @Nullable Object[] {first.evaluate(frame), second.evaluate(frame), third.evaluate(frame)};
        }
    }

    /** A call with any number of arguments, the last of which may be several. */
    static final class CallMany extends Call {
        private final ExprList list;

        CallMany(Expr function, ExprList list, int line) {
            super(function, line);
            this.list = list;
        }

        @Override
        @Nullable Object evaluateAll(Frame frame) {
            Object callee = function.evaluate(frame);
            @Nullable Object[] values = list.evaluate(frame);
            frame.line = line;
            return callee instanceof LuaFunction target ? target.call(values) : callOther(frame, callee, values);
        }

        @Override
        @Nullable Object[] arguments(Frame frame) {
            return list.evaluate(frame);
        }
    }
}
