package io.fila.lua.library;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** {@code pcall} and {@code xpcall}. They catch a script's errors, never an exceeded limit. */
final class ProtectedCalls {
    /** Errors of error handlers that a handler is asked about before it is given up. */
    private static final int MAX_HANDLER_ERRORS = 10;

    private ProtectedCalls() {}

    static void install(Machine machine) {
        new Library(machine, machine.globals(), "")
                .add("pcall", ProtectedCalls::protectedCall)
                .add("xpcall", ProtectedCalls::handledCall);
    }

    private static @Nullable Object protectedCall(Args args) {
        Object callee = args.any(1);
        Machine machine = args.machine();
        Frame caller = machine.enterLibrary();
        try {
            Object outcome = Access.call(machine, callee, after(args, 1));
            return prepend(args, true, outcome);
        } catch (LuaError error) {
            return Values.many(false, error.value());
        } finally {
            machine.leave(caller);
        }
    }

    private static @Nullable Object handledCall(Args args) {
        Object callee = args.get(1);
        Object handler = args.function(2);
        Machine machine = args.machine();
        Frame caller = machine.enterLibrary();
        Frame here = machine.top();
        try {
            Object outcome = Access.call(machine, callee, after(args, 2));
            return prepend(args, true, outcome);
        } catch (LuaError error) {
            machine.leave(here);
            return prepend(args, false, handle(machine, here, handler, error));
        } finally {
            machine.leave(caller);
        }
    }

    /** What the handler makes of an error; its own errors are given to it again, a few times. */
    private static @Nullable Object handle(Machine machine, Frame here, Object handler, LuaError first) {
        LuaError error = first;
        for (int i = 0; i < MAX_HANDLER_ERRORS; i++) {
            try {
                return Values.first(Access.call(machine, handler, new @Nullable Object[] {error.value()}));
            } catch (LuaError again) {
                machine.leave(here);
                error = again;
            }
        }
        return error.value();
    }

    private static @Nullable Object[] after(Args args, int skipped) {
        int count = Math.max(args.count() - skipped, 0);
        args.budget().allocate(16 + 8L * count);
        @Nullable Object[] rest = new Object[count];
        System.arraycopy(args.all(), Math.min(skipped, args.count()), rest, 0, count);
        return rest;
    }

    private static @Nullable Object[] prepend(Args args, boolean success, @Nullable Object outcome) {
        @Nullable Object[] values = Values.all(outcome);
        args.budget().allocate(16 + 8L * values.length);
        @Nullable Object[] all = new Object[values.length + 1];
        all[0] = success;
        System.arraycopy(values, 0, all, 1, values.length);
        return all;
    }
}
