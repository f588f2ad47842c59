package io.fila.scripting;

import io.fila.core.reply.Refusal;
import io.fila.lua.LuaHost;
import io.fila.lua.LuaInstance;
import io.fila.lua.LuaLimits;
import io.fila.lua.LuaScript;
import io.fila.lua.LuaText;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.LuaLimitExceeded;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.syntax.LuaSyntaxError;
import org.jspecify.annotations.Nullable;

/**
 * One hook of one queue: a script with its own globals, called within its limits. One thread at a time. The thread that runs it
 * compiles it when it is first needed, so that creating it is fast and cannot fail.
 */
final class Script {
    /** Bytes of a script's error that a person is told: it may be as long as the script's memory. */
    private static final int TOLD_BYTES = 1000;

    private final HookName hook;
    private final String source;
    private final LuaHost host;
    private final LuaLimits limits;
    private @Nullable LuaScript compiled;

    /** Absent until the script's statements have run without an error. */
    private @Nullable LuaInstance instance;

    Script(HookName hook, String source, LuaHost host, LuaLimits limits) {
        this.hook = hook;
        this.source = source;
        this.host = host;
        this.limits = limits;
    }

    /** What speaks against a text as the script of a hook, or null if nothing does. */
    static @Nullable Refusal objection(HookName hook, String source, LuaHost host, LuaLimits limits) {
        try {
            return new Script(hook, source, host, limits).ready().defines(hook.function())
                    ? null
                    : Refusal.invalid("Expected a script that defines the function " + hook.function()
                            + "(msg) but it does not; define it at the top level of the script.");
        } catch (LuaSyntaxError syntax) {
            return Refusal.invalid("Expected Lua for " + hook.function() + " but line " + syntax.line() + " is not: "
                    + told(syntax) + ".");
        } catch (LuaError | LuaLimitExceeded failed) {
            return Refusal.invalid(
                    "Expected the script for " + hook.function() + " to run but it failed: " + told(failed) + ".");
        }
    }

    LuaTable newTable(int fields) throws ScriptFailure {
        try {
            return ready().newTable(0, fields);
        } catch (RuntimeException | LuaLimitExceeded failed) {
            throw failure(failed);
        }
    }

    /** A text to be put into such a table. */
    String newText(String text) throws ScriptFailure {
        try {
            return ready().newText(text);
        } catch (RuntimeException | LuaLimitExceeded failed) {
            throw failure(failed);
        }
    }

    /** Calls the hook; its answer must be a table. */
    LuaTable call(LuaTable message) throws ScriptFailure {
        try {
            if (ready().call(limits, hook.function(), message) instanceof LuaTable answer) {
                return answer;
            }
        } catch (RuntimeException | LuaLimitExceeded failed) {
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
            LuaScript script = compiled == null ? LuaScript.compile(source, hook.function()) : compiled;
            compiled = script;
            usable = script.instance(host, limits);
            instance = usable;
        }
        return usable;
    }

    /** Whatever ended a script has to be an answer to whoever waits for one, a mistake of the interpreter too. */
    private ScriptFailure failure(Throwable failed) {
        return new ScriptFailure(hook.function() + " failed: " + told(failed), failed instanceof LuaLimitExceeded);
    }

    private static String told(Throwable failed) {
        String message = failed.getMessage() == null ? failed.toString() : failed.getMessage();
        return message.length() <= TOLD_BYTES
                ? LuaText.decode(message)
                : LuaText.decode(message.substring(0, TOLD_BYTES)) + " …";
    }
}
