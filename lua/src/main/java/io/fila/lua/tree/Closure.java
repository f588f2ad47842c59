package io.fila.lua.tree;

import io.fila.lua.runtime.Budget;
import io.fila.lua.runtime.Cell;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Retained;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** A function written in Lua, with the variables it captured. */
final class Closure extends LuaFunction {
    private static final int BYTES_PER_UPVALUE = Budget.CELL_BYTES + 4;
    private static final int ARRAY_HEADER_BYTES = 16;

    private final Machine machine;
    private final Prototype prototype;
    private final Cell[] upvalues;

    Closure(Machine machine, Prototype prototype, Cell[] upvalues) {
        super(machine);
        machine.budget().allocate(Budget.CLOSURE_BYTES + (long) BYTES_PER_UPVALUE * upvalues.length);
        this.machine = machine;
        this.prototype = prototype;
        this.upvalues = upvalues;
    }

    @Override
    public @Nullable Object call(@Nullable Object[] arguments) {
        return run(frame(arguments));
    }

    @Override
    public @Nullable Object call0() {
        return prototype.isVararg ? run(frame(Values.NONE)) : run(prepared(newFrame()));
    }

    @Override
    public @Nullable Object call1(@Nullable Object a) {
        if (prototype.isVararg) {
            return super.call1(a);
        }
        Frame frame = newFrame();
        if (prototype.parameterCount > 0) {
            frame.slots[0] = a;
        }
        return run(prepared(frame));
    }

    @Override
    public @Nullable Object call2(@Nullable Object a, @Nullable Object b) {
        if (prototype.isVararg) {
            return super.call2(a, b);
        }
        Frame frame = newFrame();
        int parameters = prototype.parameterCount;
        if (parameters > 0) {
            frame.slots[0] = a;
        }
        if (parameters > 1) {
            frame.slots[1] = b;
        }
        return run(prepared(frame));
    }

    @Override
    public @Nullable Object call3(@Nullable Object a, @Nullable Object b, @Nullable Object c) {
        if (prototype.isVararg || prototype.parameterCount < 3) {
            return super.call3(a, b, c);
        }
        Frame frame = newFrame();
        frame.slots[0] = a;
        frame.slots[1] = b;
        frame.slots[2] = c;
        return run(prepared(frame));
    }

    private Frame newFrame() {
        return Frame.of(machine, machine.top(), upvalues, prototype.slotCount, prototype.levels, prototype.chunk);
    }

    private Frame frame(@Nullable Object[] arguments) {
        Frame frame = newFrame();
        int parameters = prototype.parameterCount;
        System.arraycopy(arguments, 0, frame.slots, 0, Math.min(parameters, arguments.length));
        if (prototype.isVararg && arguments.length > parameters) {
            int extra = arguments.length - parameters;
            machine.budget().allocate(ARRAY_HEADER_BYTES + 8L * extra);
            @Nullable Object[] varargs = new Object[extra];
            System.arraycopy(arguments, parameters, varargs, 0, extra);
            frame.varargs = varargs;
        }
        return prepared(frame);
    }

    private Frame prepared(Frame frame) {
        for (int slot : prototype.capturedParameters) {
            frame.slots[slot] = new Cell(frame.slots[slot]);
        }
        return frame;
    }

    private @Nullable Object run(Frame first) {
        Frame frame = first;
        Frame caller = machine.top();
        Stat body = prototype.body;
        while (true) {
            machine.enter(frame);
            int signal = body.execute(frame);
            machine.leave(caller);
            if (signal == Stat.RETURN) {
                return frame.result;
            }
            if (signal != Stat.TAIL_CALL || !(frame.target instanceof Closure next)) {
                return Values.NONE;
            }
            body = next.prototype.body;
            frame = next.frame(Values.all(frame.result));
        }
    }

    @Override
    protected void retain(Retained retained) {
        for (Cell cell : upvalues) {
            retained.add(cell);
        }
    }
}
