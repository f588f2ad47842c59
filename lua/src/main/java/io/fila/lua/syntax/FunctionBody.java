package io.fila.lua.syntax;

import io.fila.lua.syntax.Statement.Block;
import java.util.List;

/**
 * A function as it was written.
 *
 * @param parameters its named parameters
 * @param isVararg whether it takes more
 * @param block its statements
 * @param slotCount the places its frame needs
 * @param captures where each of its upvalues comes from
 * @param line the line it begins on
 */
public record FunctionBody(
        List<Variable> parameters, boolean isVararg, Block block, int slotCount, List<Capture> captures, int line) {
    /**
     * Where an upvalue comes from when the closure is made.
     *
     * @param fromLocal whether it is a local variable of the enclosing function, else one of that function's upvalues
     * @param index the slot of the local variable, or the index of the upvalue
     * @param variable the variable itself
     */
    public record Capture(boolean fromLocal, int index, Variable variable) {}

    /** The longest way down from here. */
    public int depth() {
        return 1 + block.depth();
    }
}
