package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Event;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.Values;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The scope of a to-be-closed value: however the scope ends, the value's {@code __close} runs, unless a limit ended it. */
final class Closing {
    private final Frame frame;
    private final @Nullable Object value;

    Closing(Frame frame, @Nullable Object value, String name) {
        this.frame = frame;
        this.value = value;
        if (Values.truthy(value) && Access.metamethod(value, Event.CLOSE) == null) {
            throw frame.machine.error("variable '" + name + "' got a non-closable value");
        }
    }

    int around(IntSupplier scope) {
        int signal;
        try {
            signal = scope.getAsInt();
        } catch (LuaError error) {
            frame.machine.leave(frame);
            close(error.value());
            throw error;
        }
        close(null);
        return signal;
    }

    private void close(@Nullable Object error) {
        if (Values.truthy(value)) {
            Object handler = Access.metamethod(value, Event.CLOSE);
            if (handler == null) {
                throw frame.machine.error("metamethod 'close' is not callable (a nil value)");
            }
            Access.callMetamethod(frame.machine, Event.CLOSE, handler, value, error);
        }
    }

    /** {@code local x <close>} with the statements that follow it in its block. */
    static final class Scope extends Stat {
        private final Expr variable;
        private final String name;
        private final Stat rest;
        private final int line;

        Scope(Expr variable, String name, Stat rest, int line) {
            this.variable = variable;
            this.name = name;
            this.rest = rest;
            this.line = line;
        }

        @Override
        int execute(Frame frame) {
            frame.line = line;
            return new Closing(frame, variable.evaluate(frame), name).around(() -> rest.execute(frame));
        }
    }
}
