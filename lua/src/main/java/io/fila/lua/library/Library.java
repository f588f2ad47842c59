package io.fila.lua.library;

import io.fila.lua.runtime.Builtin;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Machine;

/** One part of the library being put into a table. */
final class Library {
    private final Machine machine;
    private final LuaTable table;
    private final String prefix;

    Library(Machine machine, LuaTable table, String prefix) {
        this.machine = machine;
        this.table = table;
        this.prefix = prefix;
    }

    /** A table of its own in the globals. */
    static Library named(Machine machine, String name) {
        LuaTable table = machine.newTable(0, 24);
        machine.globals().put(name, table);
        return new Library(machine, table, name + ".");
    }

    Library add(String name, Builtin.Body body) {
        table.put(name, new Builtin(machine, prefix + name, body));
        return this;
    }

    Library value(String name, Object value) {
        table.put(name, value);
        return this;
    }
}
