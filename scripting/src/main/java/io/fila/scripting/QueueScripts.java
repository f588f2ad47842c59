package io.fila.scripting;

import io.fila.core.hook.Content;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.lua.LuaHost;
import io.fila.lua.LuaLimits;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of one queue. Calls come one after the other, so a script has one set of globals and its messages keep their
 * order; scripts of other queues share nothing with it. Any thread, but the broker thread may only ask for the status, which
 * waits for no script.
 */
final class QueueScripts {
    private final QueueName queue;
    private final QueueConfig config;
    private final @Nullable Script onEnqueue;
    private final @Nullable Script onFailure;
    private final CircuitBreaker breaker;
    private final @Nullable LastGood lastGood;
    private final ScriptListener listener;
    private final AtomicLong failures = new AtomicLong();

    QueueScripts(
            QueueCreated definition,
            LuaHost host,
            ScriptSettings settings,
            ScriptListener listener,
            LongSupplier nanoTime) {
        LuaLimits limits = settings.limitsFor(definition.config());
        this.queue = definition.name();
        this.config = definition.config();
        this.onEnqueue = definition.config().hasOnEnqueue()
                ? new Script(HookName.ON_ENQUEUE, definition.config().onEnqueue(), host, limits)
                : null;
        this.onFailure = definition.config().hasOnFailure()
                ? new Script(HookName.ON_FAILURE, definition.config().onFailure(), host, limits)
                : null;
        this.breaker = new CircuitBreaker(settings.breakerThreshold(), settings.breakerCooldown(), nanoTime);
        this.lastGood = definition.config().scriptFallback() == ScriptFallback.LAST_GOOD ? new LastGood() : null;
        this.listener = listener;
    }

    /** Whether these are the scripts of a queue that is now configured like this: then their globals and failures go on. */
    boolean serve(QueueConfig updated) {
        return updated.onEnqueue().equals(config.onEnqueue())
                && updated.onFailure().equals(config.onFailure())
                && updated.scriptFallback() == config.scriptFallback()
                && updated.scriptTimeout().equals(config.scriptTimeout())
                && updated.scriptMemoryBytes() == config.scriptMemoryBytes();
    }

    synchronized Scheduling onEnqueue(Scheduling asked, Content content) {
        Script script = onEnqueue;
        if (script == null) {
            return asked;
        }
        Map<String, String> headers = content.headers();
        if (breaker.isOpen()) {
            return fallback(headers);
        }
        try {
            Scheduling answer = Questions.onEnqueue(script, queue, content);
            breaker.succeeded();
            if (lastGood != null) {
                lastGood.remember(headers, answer);
            }
            return answer;
        } catch (ScriptFailure failure) {
            failed(HookName.ON_ENQUEUE, failure);
            return fallback(headers);
        }
    }

    synchronized FailureDecision onFailure(Failure failure, Content content) {
        Script script = onFailure;
        if (script == null || breaker.isOpen()) {
            return FailureDecision.RETRY_AT_ONCE;
        }
        try {
            FailureDecision decision = Questions.onFailure(script, queue, failure, content);
            breaker.succeeded();
            return decision;
        } catch (ScriptFailure failed) {
            failed(HookName.ON_FAILURE, failed);
            return FailureDecision.RETRY_AT_ONCE;
        }
    }

    /** How the scripts are doing, without waiting for one that runs. */
    ScriptStatus status() {
        // In this order, whoever sees them bypassed sees the failure that was too much.
        boolean bypassed = breaker.isOpen();
        return new ScriptStatus(failures.get(), bypassed);
    }

    private Scheduling fallback(Map<String, String> headers) {
        Scheduling remembered = lastGood == null ? null : lastGood.recall(headers);
        return remembered == null ? Scheduling.DEFAULT : remembered;
    }

    private void failed(HookName hook, ScriptFailure failure) {
        failures.incrementAndGet();
        boolean opened = breaker.failed();
        listener.scriptFailed(queue, hook, failure.sentence(), opened);
    }
}
