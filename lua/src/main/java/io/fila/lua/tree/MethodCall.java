package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** {@code object:name(…)}. */
final class MethodCall extends Expr {
    private final Expr object;
    private final String name;
    private final ExprList arguments;
    private final int line;

    MethodCall(Expr object, String name, ExprList arguments, int line) {
        this.object = object;
        this.name = name;
        this.arguments = arguments;
        this.line = line;
    }

    @Override
    @Nullable Object evaluate(Frame frame) {
        return Values.first(evaluateAll(frame));
    }

    @Override
    @Nullable Object evaluateAll(Frame frame) {
        Object self = object.evaluate(frame);
        Object method = method(frame, self);
        if (arguments.isOpen() || arguments.size() > 2) {
            return callMany(frame, self, method);
        }
        Object a = arguments.size() > 0 ? arguments.get(frame, 0) : null;
        Object b = arguments.size() > 1 ? arguments.get(frame, 1) : null;
        frame.line = -line;
        if (!(method instanceof LuaFunction target)) {
            return callOther(frame, method, self, a, b);
        }
        return switch (arguments.size()) {
            case 0 -> target.call1(self);
            case 1 -> target.call2(self, a);
            default -> target.call3(self, a, b);
        };
    }

    @Nullable Object method(Frame frame, @Nullable Object self) {
        if (self instanceof LuaTable table) {
            Object entry = table.get(name);
            if (entry != null) {
                return entry;
            }
        } else if (self instanceof String) {
            Object entry = frame.machine.strings().get(name);
            if (entry != null) {
                return entry;
            }
        }
        return Indexing.index(frame, object, self, name, line);
    }

    private @Nullable Object callMany(Frame frame, @Nullable Object self, @Nullable Object method) {
        @Nullable Object[] all = arguments.evaluateAfter(frame, self);
        frame.line = -line;
        if (method instanceof LuaFunction target) {
            return target.call(all);
        }
        Access.checkCallable(frame.machine, method, " (method '" + name + "')");
        return Access.call(frame.machine, method, all);
    }

    private @Nullable Object callOther(
            Frame frame, @Nullable Object method, @Nullable Object self, @Nullable Object a, @Nullable Object b) {
        Access.checkCallable(frame.machine, method, " (method '" + name + "')");
        @Nullable Object[] all = switch (arguments.size()) {
            case 0 -> new @Nullable Object[] {self};
            case 1 -> new @Nullable Object[] {self, a};
            default -> new @Nullable Object[] {self, a, b};
        };
        return Access.call(frame.machine, method, all);
    }

    /** Evaluates to the method with its arguments in the frame's result, for a tail call. */
    @Nullable Object prepareTailCall(Frame frame) {
        Object self = object.evaluate(frame);
        Object method = method(frame, self);
        @Nullable Object[] all = arguments.evaluateAfter(frame, self);
        frame.line = -line;
        Access.checkCallable(frame.machine, method, " (method '" + name + "')");
        frame.result = all;
        return method;
    }

    /** Calls what {@link #prepareTailCall} answered, when it cannot take the caller's place. */
    @Nullable Object finish(Frame frame, @Nullable Object method) {
        return Access.call(frame.machine, method, Values.all(frame.result));
    }
}
