package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table constructor. */
final class TableConstructor extends Expr {
    /** An entry; one without a key is the next of the list. */
    record Entry(@Nullable Expr key, Expr value) {}

    private final Entry[] entries;
    private final int listed;
    private final boolean isOpen;
    private final int line;

    TableConstructor(List<Entry> entries, boolean isOpen, int line) {
        this.entries = entries.toArray(Entry[]::new);
        this.listed = (int) entries.stream().filter(e -> e.key == null).count();
        this.isOpen = isOpen;
        this.line = line;
    }

    @Override
    @Nullable Object evaluate(Frame frame) {
        LuaTable table = frame.machine.newTable(listed, entries.length - listed);
        if (listed == 0) {
            for (Entry entry : entries) {
                putKeyed(frame, table, entry);
            }
            return table;
        }
        @Nullable Object[] list = new Object[listed];
        int next = 0;
        Object last = null;
        for (int i = 0; i < entries.length; i++) {
            Entry entry = entries[i];
            if (entry.key != null) {
                putKeyed(frame, table, entry);
            } else if (isOpen && i == entries.length - 1) {
                last = entry.value.evaluateAll(frame);
                list = withLast(frame, list, next, last);
            } else {
                list[next++] = entry.value.evaluate(frame);
            }
        }
        table.putAll(1, list);
        return table;
    }

    private static @Nullable Object[] withLast(Frame frame, @Nullable Object[] list, int fixed, @Nullable Object last) {
        @Nullable Object[] many = Values.all(last);
        frame.machine.budget().allocate(16 + 8L * many.length);
        @Nullable Object[] all = new Object[fixed + many.length];
        System.arraycopy(list, 0, all, 0, fixed);
        System.arraycopy(many, 0, all, fixed, many.length);
        return all;
    }

    private void putKeyed(Frame frame, LuaTable table, Entry entry) {
        if (entry.key instanceof Names.Constant constant && constant.value instanceof String key) {
            table.put(key, entry.value.evaluate(frame));
            return;
        }
        Object key = entry.key == null ? null : entry.key.evaluate(frame);
        Object value = entry.value.evaluate(frame);
        frame.line = line;
        Access.rawSet(frame.machine, table, key, value);
    }
}
