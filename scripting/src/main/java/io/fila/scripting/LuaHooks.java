package io.fila.scripting;

import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.Hooks;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.reply.Refusal;
import io.fila.lua.LuaHost;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The Lua scripts of all queues, kept up to date by the broker's notices. Thread-safe. */
public final class LuaHooks implements Hooks {
    private final ScriptSettings settings;
    private final ScriptListener listener;
    private final LongSupplier nanoTime;
    private final Map<String, String> runtimeSettings = new ConcurrentHashMap<>();
    private final Map<QueueName, QueueScripts> byName = new ConcurrentHashMap<>();
    private final Map<QueueId, QueueName> names = new ConcurrentHashMap<>();
    private final LuaHost host;

    public LuaHooks(ScriptSettings settings, ScriptListener listener, LongSupplier nanoTime) {
        this.settings = settings;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.host = LuaHost.NONE.withFunction("fila.get", new SettingLookup(runtimeSettings));
    }

    /** Takes note of a queue or a setting that has changed. */
    public void notice(Record change) {
        switch (change) {
            case QueueCreated created -> open(created);
            case QueueDeleted deleted -> close(deleted.id());
            case ConfigChanged config -> set(config.key(), config.value());
            case KeyChanged key -> {}
            default -> throw new IllegalArgumentException("Expected a queue or a setting but found " + change);
        }
    }

    /** Why the scripts of a new queue are refused, or null if they are fine. */
    public @Nullable Refusal objection(QueueConfig config) {
        Refusal toEnqueue = config.hasOnEnqueue()
                ? Script.objection(HookName.ON_ENQUEUE, config.onEnqueue(), host, settings.limitsFor(config))
                : null;
        if (toEnqueue != null || !config.hasOnFailure()) {
            return toEnqueue;
        }
        return Script.objection(HookName.ON_FAILURE, config.onFailure(), host, settings.limitsFor(config));
    }

    /** Takes a script for trying, as a queue would that sets nothing about scripts; see {@link Trial#of}. */
    public Trial trial(HookName hook, String source, QueueName queue) throws ScriptFailure {
        return Trial.of(hook, source, queue, runtimeSettings, settings.limitsFor(QueueConfig.DEFAULT));
    }

    /** Whether messages for this queue must run a script before they are accepted. */
    public boolean hasOnEnqueue(QueueName queue) {
        QueueScripts scripts = byName.get(queue);
        return scripts != null && scripts.hasOnEnqueue();
    }

    public ScriptStatus status(QueueName queue) {
        QueueScripts scripts = byName.get(queue);
        return scripts == null ? ScriptStatus.NONE : scripts.status();
    }

    @Override
    public EnqueueDecision onEnqueue(QueueName queue, Scheduling asked, Content content) {
        QueueScripts scripts = byName.get(queue);
        return scripts == null ? new EnqueueDecision.Take(asked) : scripts.onEnqueue(asked, content);
    }

    @Override
    public FailureDecision onFailure(QueueName queue, Failure failure, Content content) {
        QueueScripts scripts = byName.get(queue);
        return scripts == null ? FailureDecision.BACK_OFF : scripts.onFailure(failure, content);
    }

    private void open(QueueCreated created) {
        names.put(created.id(), created.name());
        QueueScripts before = byName.get(created.name());
        if (before != null && before.serve(created.config())) {
            return;
        }
        if (created.config().hasOnEnqueue() || created.config().hasOnFailure()) {
            byName.put(created.name(), new QueueScripts(created, host, settings, listener, nanoTime));
        } else {
            byName.remove(created.name());
        }
    }

    private void close(QueueId id) {
        QueueName name = names.remove(id);
        if (name != null) {
            byName.remove(name);
        }
    }

    private void set(String key, @Nullable String value) {
        if (value == null) {
            runtimeSettings.remove(key);
        } else {
            runtimeSettings.put(key, value);
        }
    }
}
