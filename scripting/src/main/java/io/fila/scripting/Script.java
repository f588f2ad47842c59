package io.fila.scripting;

import io.fila.core.reply.Refusal;
import io.fila.lua.LuaHost;
import io.fila.lua.LuaInstance;
import io.fila.lua.LuaLimits;
import io.fila.lua.LuaScript;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.LuaLimitExceeded;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.syntax.LuaSyntaxError;
import org.jspecify.annotations.Nullable;

/** One hook of one queue: a compiled script with globals of its own, called within its limits. One thread at a time. */
final class Script {
    private final HookName hook;
    private final LuaLimits limits;
    private final LuaScript compiled;
    private final LuaHost host;

    /** Absent until the script's statements have run without an error. */
    private @Nullable LuaInstance instance;

    private Script(HookName hook, LuaScript compiled, LuaHost host, LuaLimits limits) {
        this.hook = hook;
        this.compiled = compiled;
        this.host = host;
        this.limits = limits;
    }

    static Script compile(HookName hook, String source, LuaHost host, LuaLimits limits) throws LuaSyntaxError {
        return new Script(hook, LuaScript.compile(source, hook.function()), host, limits);
    }

    /** What speaks against a text as the script of a hook, or null if nothing does. */
    static @Nullable Refusal objection(HookName hook, String source, LuaHost host, LuaLimits limits) {
        try {
            Script script = compile(hook, source, host, limits);
            return script.ready().defines(hook.function())
                    ? null
                    : Refusal.invalid("Expected a script that defines the function " + hook.function()
                            + "(msg) but it does not; define it at the top level of the script.");
        } catch (LuaSyntaxError syntax) {
            return Refusal.invalid("Expected Lua for " + hook.function() + " but line " + syntax.line() + " is not: "
                    + syntax.getMessage() + ".");
        } catch (LuaError | LuaLimitExceeded failed) {
            return Refusal.invalid("Expected the script for " + hook.function() + " to run but it failed: "
                    + failed.getMessage() + ".");
        }
    }

    LuaTable newTable(int fields) throws ScriptFailure {
        try {
            return ready().newTable(0, fields);
        } catch (LuaError | LuaLimitExceeded failed) {
            throw failure(failed);
        }
    }

    /** Calls the hook; its answer must be a table. */
    LuaTable call(LuaTable message) throws ScriptFailure {
        try {
            if (ready().call(limits, hook.function(), message) instanceof LuaTable answer) {
                return answer;
            }
        } catch (LuaError | LuaLimitExceeded failed) {
            throw failure(failed);
        }
        throw new ScriptFailure("Expected " + hook.function() + " to return a table but it did not.");
    }

    long lastCallBytes() {
        return instance == null ? 0 : instance.lastCallBytes();
    }

    private LuaInstance ready() {
        LuaInstance usable = instance;
        if (usable == null) {
            usable = compiled.instance(host, limits);
            instance = usable;
        }
        return usable;
    }

    private ScriptFailure failure(Throwable failed) {
        return new ScriptFailure(hook.function() + " failed: " + failed.getMessage());
    }
}
