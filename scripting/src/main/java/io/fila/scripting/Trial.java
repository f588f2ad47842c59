package io.fila.scripting;

import io.fila.core.hook.Content;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.lua.LuaHost;
import io.fila.lua.LuaLimits;
import java.util.Map;

/** Tests a script without a queue, in the same sandbox. For one thread. */
public final class Trial {
    private final Script script;
    private final QueueName queue;
    private long lastNanos;

    private Trial(Script script, QueueName queue) {
        this.script = script;
        this.queue = queue;
    }

    /**
     * Takes a script for trying.
     *
     * @param settings what {@code fila.get} finds
     * @throws ScriptFailure if a queue could not be made with it; the sentence says why
     */
    public static Trial of(
            HookName hook, String source, QueueName queue, Map<String, String> settings, LuaLimits limits)
            throws ScriptFailure {
        LuaHost host = LuaHost.NONE.withFunction("fila.get", new SettingLookup(settings));
        Refusal objection = Script.objection(hook, source, host, limits);
        if (objection != null) {
            throw new ScriptFailure(objection.sentence());
        }
        return new Trial(new Script(hook, source, host, limits), queue);
    }

    public Scheduling onEnqueue(Content content) throws ScriptFailure {
        long start = System.nanoTime();
        try {
            return Questions.onEnqueue(script, queue, content);
        } finally {
            lastNanos = System.nanoTime() - start;
        }
    }

    public FailureDecision onFailure(Failure failure, Content content) throws ScriptFailure {
        long start = System.nanoTime();
        try {
            return Questions.onFailure(script, queue, failure, content);
        } finally {
            lastNanos = System.nanoTime() - start;
        }
    }

    /** How long the last call took, message and answer included. */
    public long lastNanos() {
        return lastNanos;
    }

    /** How much memory the last call was charged for. */
    public long lastBytes() {
        return script.lastCallBytes();
    }
}
