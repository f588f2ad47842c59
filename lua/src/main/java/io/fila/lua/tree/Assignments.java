package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Cell;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaTable;
import org.jspecify.annotations.Nullable;

/** Nodes that give variables and fields their values. */
final class Assignments {
    private Assignments() {}

    /** Where a value can go. What it needs to know is evaluated before any value is. */
    abstract static class Target {
        /** The table a field is in; nil for a variable. */
        @Nullable Object object(Frame frame) {
            return null;
        }

        /** The key of a field; nil for a variable. */
        @Nullable Object key(Frame frame) {
            return null;
        }

        abstract void assign(Frame frame, @Nullable Object object, @Nullable Object key, @Nullable Object value);
    }

    /** A local variable nobody captured, or a fresh one. */
    static final class LocalTarget extends Target {
        private final int slot;

        LocalTarget(int slot) {
            this.slot = slot;
        }

        @Override
        void assign(Frame frame, @Nullable Object object, @Nullable Object key, @Nullable Object value) {
            frame.slots[slot] = value;
        }
    }

    /** A local variable that a closure will share, as it comes into being. */
    static final class NewSharedTarget extends Target {
        private final int slot;

        NewSharedTarget(int slot) {
            this.slot = slot;
        }

        @Override
        void assign(Frame frame, @Nullable Object object, @Nullable Object key, @Nullable Object value) {
            frame.slots[slot] = new Cell(value);
        }
    }

    /** A local variable that a closure shares. */
    static final class SharedTarget extends Target {
        private final int slot;

        SharedTarget(int slot) {
            this.slot = slot;
        }

        @Override
        void assign(Frame frame, @Nullable Object object, @Nullable Object key, @Nullable Object value) {
            Names.cell(frame, slot).value = value;
        }
    }

    /** A variable of an enclosing function. */
    static final class UpvalueTarget extends Target {
        private final int index;

        UpvalueTarget(int index) {
            this.index = index;
        }

        @Override
        void assign(Frame frame, @Nullable Object object, @Nullable Object key, @Nullable Object value) {
            frame.upvalues[index].value = value;
        }
    }

    /** An entry of a table. */
    static final class FieldTarget extends Target {
        private final Expr object;
        private final Expr key;
        private final int line;

        FieldTarget(Expr object, Expr key, int line) {
            this.object = object;
            this.key = key;
            this.line = line;
        }

        @Override
        @Nullable Object object(Frame frame) {
            return object.evaluate(frame);
        }

        @Override
        @Nullable Object key(Frame frame) {
            return key.evaluate(frame);
        }

        @Override
        void assign(Frame frame, @Nullable Object holder, @Nullable Object index, @Nullable Object value) {
            frame.line = line;
            if (holder instanceof LuaTable table) {
                if (table.metatable() != null) {
                    Access.newIndex(frame.machine, table, index, value);
                } else if (index instanceof String text) {
                    table.put(text, value);
                } else {
                    Access.rawSet(frame.machine, table, index, value);
                }
                return;
            }
            throw Indexing.notIndexable(frame, object, holder);
        }
    }

    /** One target, one value. */
    static final class Assign extends Stat {
        private final Target target;
        private final Expr value;

        Assign(Target target, Expr value) {
            this.target = target;
            this.value = value;
        }

        @Override
        int execute(Frame frame) {
            Object object = target.object(frame);
            Object key = target.key(frame);
            target.assign(frame, object, key, value.evaluate(frame));
            return NORMAL;
        }
    }

    /** A local variable gets one value. */
    static final class AssignLocal extends Stat {
        private final int slot;
        private final Expr value;

        AssignLocal(int slot, Expr value) {
            this.slot = slot;
            this.value = value;
        }

        @Override
        int execute(Frame frame) {
            frame.slots[slot] = value.evaluate(frame);
            return NORMAL;
        }
    }

    /** Several targets: first all tables and keys are evaluated, then all values, then they are assigned from the right. */
    static final class AssignMany extends Stat {
        private final Target[] targets;
        private final ExprList values;

        AssignMany(Target[] targets, ExprList values) {
            this.targets = targets;
            this.values = values;
        }

        @Override
        int execute(Frame frame) {
            @Nullable Object[] objects = new Object[targets.length];
            @Nullable Object[] keys = new Object[targets.length];
            for (int i = 0; i < targets.length; i++) {
                objects[i] = targets[i].object(frame);
                keys[i] = targets[i].key(frame);
            }
            @Nullable Object[] assigned = values.evaluateExactly(frame, targets.length);
            for (int i = targets.length - 1; i >= 0; i--) {
                targets[i].assign(frame, objects[i], keys[i], assigned[i]);
            }
            return NORMAL;
        }
    }

    /** {@code local function}: the variable exists before the closure that may capture it. */
    static final class DefineLocal extends Stat {
        private final int slot;
        private final boolean isShared;
        private final Expr function;

        DefineLocal(int slot, boolean isShared, Expr function) {
            this.slot = slot;
            this.isShared = isShared;
            this.function = function;
        }

        @Override
        int execute(Frame frame) {
            if (isShared) {
                Cell cell = new Cell(null);
                frame.slots[slot] = cell;
                cell.value = function.evaluate(frame);
            } else {
                frame.slots[slot] = function.evaluate(frame);
            }
            return NORMAL;
        }
    }
}
