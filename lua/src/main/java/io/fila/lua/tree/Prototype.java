package io.fila.lua.tree;

import io.fila.lua.runtime.Cell;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.Machine;

/** A function without its captured variables: what all closures of one piece of source share. Immutable. */
public final class Prototype {
    final String chunk;
    final int parameterCount;
    final boolean isVararg;
    final int slotCount;
    final int levels;
    final int[] capturedParameters;
    final boolean[] captureFromLocal;
    final int[] captureIndex;
    final Stat body;

    Prototype(
            String chunk,
            int parameterCount,
            boolean isVararg,
            int slotCount,
            int levels,
            int[] capturedParameters,
            boolean[] captureFromLocal,
            int[] captureIndex,
            Stat body) {
        this.chunk = chunk;
        this.parameterCount = parameterCount;
        this.isVararg = isVararg;
        this.slotCount = slotCount;
        this.levels = levels;
        this.capturedParameters = capturedParameters;
        this.captureFromLocal = captureFromLocal;
        this.captureIndex = captureIndex;
        this.body = body;
    }

    /** The main function of a script, with an instance's globals as its environment. */
    public LuaFunction mainFunction(Machine machine) {
        return new Closure(machine, this, new Cell[] {new Cell(machine.globals())});
    }
}
