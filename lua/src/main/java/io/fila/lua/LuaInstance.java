package io.fila.lua;

import io.fila.lua.library.StandardLibrary;
import io.fila.lua.runtime.Builtin;
import io.fila.lua.runtime.Clock;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaLimitExceeded;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Values;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A script with globals of its own, ready to be called. Used by one thread at a time, not always the same.
 *
 * <p>A call that exceeds its limits leaves the instance without globals; the next call runs the script's statements again
 * first, in a budget of their own.
 */
public final class LuaInstance {
    private final LuaScript script;
    private final LuaHost host;
    private final LuaLimits loadLimits;
    private final Machine machine;
    private boolean loaded;
    private boolean busy;

    LuaInstance(LuaScript script, LuaHost host, LuaLimits loadLimits, Clock clock) {
        this.script = script;
        this.host = host;
        this.loadLimits = loadLimits;
        this.machine = new Machine(clock);
        load();
    }

    LuaScript script() {
        return script;
    }

    /** Whether the script has defined a global function of this name. */
    public boolean defines(String function) {
        ensureLoaded();
        return machine.globals().get(LuaText.encode(function)) instanceof LuaFunction;
    }

    /** A new table for the arguments of the next call; what is put into it counts as the call's memory. */
    public LuaTable newTable(int listCapacity, int fieldCapacity) {
        ensureLoaded();
        return machine.newTable(listCapacity, fieldCapacity);
    }

    /** A text to be put into such a table; it counts as the call's memory. */
    public String newText(String text) {
        ensureLoaded();
        return Convert.text(machine, text);
    }

    /**
     * Calls a global function and answers its first result, raw: nil is null, numbers are {@link Long} or {@link Double},
     * strings have one char a byte ({@link LuaText#decode}), tables are {@link LuaTable}s to be read with their own methods.
     *
     * @param limits what the call may use
     * @param function the name of a global function
     * @param arguments null, booleans, numbers, texts, byte arrays, maps and lists of those, or Lua's own values
     * @throws LuaError when the script fails, or has no such function
     * @throws LuaLimitExceeded when it used more than its limits
     */
    public @Nullable Object call(LuaLimits limits, String function, @Nullable Object... arguments) {
        return Values.first(run(limits, function, arguments));
    }

    /** Like {@link #call}, but answers all results. */
    public @Nullable Object[] callForAll(LuaLimits limits, String function, @Nullable Object... arguments) {
        return Values.all(run(limits, function, arguments));
    }

    /** Steps that the last call was charged. */
    public long lastCallSteps() {
        return machine.budget().ticks();
    }

    /** Bytes that the last call was charged for all it allocated, garbage included. */
    public long lastCallBytes() {
        return machine.budget().allocated();
    }

    private @Nullable Object run(LuaLimits limits, String function, @Nullable Object[] arguments) {
        ensureLoaded();
        if (!(machine.globals().get(LuaText.encode(function)) instanceof LuaFunction callee)) {
            throw new LuaError(script.name() + ": the script defines no function '" + function + "'");
        }
        return guarded(limits, () -> invoke(callee, arguments));
    }

    private @Nullable Object invoke(LuaFunction callee, @Nullable Object[] arguments) {
        if (arguments.length == 1) {
            return callee.call1(Convert.toLua(machine, arguments[0]));
        }
        @Nullable Object[] converted = new Object[arguments.length];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = Convert.toLua(machine, arguments[i]);
        }
        return callee.call(converted);
    }

    private void ensureLoaded() {
        if (!loaded) {
            load();
        }
    }

    private void load() {
        machine.reset();
        StandardLibrary.install(machine, host.seed());
        for (Map.Entry<String, HostFunction> entry : host.functions().entrySet()) {
            register(entry.getKey(), entry.getValue());
        }
        guarded(loadLimits, () -> script.main().mainFunction(machine).call0());
        loaded = true;
    }

    private void register(String name, HostFunction function) {
        Builtin builtin = new Builtin(machine, name, args -> Convert.toLua(machine, function.call(args.all())));
        int dot = name.indexOf('.');
        LuaTable table = dot < 0 ? machine.globals() : group(name.substring(0, dot));
        table.put(name.substring(dot + 1), builtin);
    }

    private LuaTable group(String name) {
        if (machine.globals().get(name) instanceof LuaTable existing) {
            return existing;
        }
        LuaTable created = machine.newTable(0, 1);
        machine.globals().put(name, created);
        return created;
    }

    private interface Action {
        @Nullable Object run();
    }

    /** Runs with limits; whatever was not an error of the script itself costs the instance its globals. */
    private @Nullable Object guarded(LuaLimits limits, Action action) {
        if (busy) {
            throw new IllegalStateException("Expected one call at a time but a host function called its own instance");
        }
        long left = limits.memoryBytes() - script.codeBytes();
        if (left <= 0) {
            throw new LuaLimitExceeded(
                    LuaLimitExceeded.Limit.MEMORY,
                    "the script itself needs about " + script.codeBytes() + " bytes of memory and has "
                            + limits.memoryBytes());
        }
        boolean intact = false;
        try {
            busy = true;
            machine.budget().begin(limits.time().toNanos(), left);
            Object outcome = action.run();
            intact = true;
            return outcome;
        } catch (LuaError error) {
            intact = true;
            throw error;
        } catch (StackOverflowError overflow) {
            throw new LuaLimitExceeded(LuaLimitExceeded.Limit.DEPTH, "the script needs more stack than the thread has");
        } catch (OutOfMemoryError exhausted) {
            // A limit may be more than the machine has left; dropping the globals gives back what the script took.
            throw new LuaLimitExceeded(LuaLimitExceeded.Limit.MEMORY, "the script needs more memory than there is");
        } finally {
            busy = false;
            machine.budget().end();
            machine.unwind();
            if (!intact) {
                loaded = false;
                machine.reset();
            }
        }
    }
}
