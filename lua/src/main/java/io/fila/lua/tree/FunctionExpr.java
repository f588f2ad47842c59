package io.fila.lua.tree;

import io.fila.lua.runtime.Cell;
import io.fila.lua.runtime.Frame;
import org.jspecify.annotations.Nullable;

/** Makes a closure. */
final class FunctionExpr extends Expr {
    private final Prototype prototype;

    FunctionExpr(Prototype prototype) {
        this.prototype = prototype;
    }

    @Override
    @Nullable Object evaluate(Frame frame) {
        Cell[] upvalues = new Cell[prototype.captureIndex.length];
        for (int i = 0; i < upvalues.length; i++) {
            int index = prototype.captureIndex[i];
            upvalues[i] = prototype.captureFromLocal[i] ? Names.cell(frame, index) : frame.upvalues[index];
        }
        return new Closure(frame.machine, prototype, upvalues);
    }
}
