package io.fila.scripting;

import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.message.Scheduling.Fallback;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.reply.Refusal;
import io.fila.lua.LuaHost;
import io.fila.lua.LuaLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
    /** No header has this name. */
    private static final String PRINCIPAL = "\0principal";

    private final @Nullable Script onEnqueue;
    private final @Nullable Script onFailure;
    private final CircuitBreaker breaker;
    private final @Nullable LastGood lastGood;
    private final ScriptListener listener;
    private final LongSupplier nanoTime;
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
        this.breaker = new CircuitBreaker(settings, nanoTime);
        this.lastGood = definition.config().scriptFallback() == ScriptFallback.LAST_GOOD ? new LastGood() : null;
        this.listener = listener;
        this.nanoTime = nanoTime;
    }

    /** Whether these are the scripts of a queue that is now configured like this: then their globals and failures go on. */
    boolean serve(QueueConfig updated) {
        return updated.onEnqueue().equals(config.onEnqueue())
                && updated.onFailure().equals(config.onFailure())
                && updated.scriptFallback() == config.scriptFallback()
                && updated.scriptTimeout().equals(config.scriptTimeout())
                && updated.scriptMemoryBytes() == config.scriptMemoryBytes();
    }

    boolean hasOnEnqueue() {
        return onEnqueue != null;
    }

    synchronized EnqueueDecision onEnqueue(Scheduling asked, Content content) {
        Script script = onEnqueue;
        if (script == null) {
            return new EnqueueDecision.Take(asked);
        }
        Map<String, String> headers = lookOf(content);
        long bypassedNanos = breaker.leftNanos();
        if (bypassedNanos > 0) {
            return fallback(headers, Refusal.failedPrecondition(bypassed(bypassedNanos)));
        }
        long began = nanoTime.getAsLong();
        try {
            Scheduling answer = Questions.onEnqueue(script, queue, content);
            breaker.succeeded();
            if (lastGood != null) {
                lastGood.remember(headers, answer);
            }
            return new EnqueueDecision.Take(answer);
        } catch (ScriptFailure failure) {
            failed(HookName.ON_ENQUEUE, null, failure);
            return fallback(headers, Refusal.invalid(failure.sentence()));
        } finally {
            listener.scriptRan(queue, nanoTime.getAsLong() - began);
        }
    }

    /** By what a message is known again: its headers, and who sent it, so that nobody gets the answer of somebody else. */
    private static Map<String, String> lookOf(Content content) {
        if (content.principal().isEmpty()) {
            return content.headers();
        }
        Map<String, String> look = new HashMap<>(content.headers());
        look.put(PRINCIPAL, content.principal());
        return look;
    }

    synchronized FailureDecision onFailure(Failure failure, Content content) {
        Script script = onFailure;
        if (script == null || breaker.isOpen()) {
            return FailureDecision.BACK_OFF;
        }
        long began = nanoTime.getAsLong();
        try {
            FailureDecision decision = Questions.onFailure(script, queue, failure, content);
            breaker.succeeded();
            return decision;
        } catch (ScriptFailure failed) {
            failed(HookName.ON_FAILURE, failure.id(), failed);
            return FailureDecision.BACK_OFF;
        } finally {
            listener.scriptRan(queue, nanoTime.getAsLong() - began);
        }
    }

    /** How the scripts are doing, without waiting for one that runs. */
    ScriptStatus status() {
        // In this order, whoever sees them bypassed sees the failure that was too much.
        boolean bypassed = breaker.isOpen();
        return new ScriptStatus(failures.get(), bypassed);
    }

    /** What becomes of a message that the script has not scheduled, for a reason that its producer may have to be told. */
    private EnqueueDecision fallback(Map<String, String> headers, Refusal why) {
        return switch (config.scriptFallback()) {
            case DEFAULTS -> new EnqueueDecision.Take(Scheduling.DEFAULT.by(Fallback.DEFAULTS));
            case LAST_GOOD -> new EnqueueDecision.Take(lastGood(headers));
            case REJECT -> new EnqueueDecision.Refuse(why);
            case DEAD_LETTER -> new EnqueueDecision.Bury(why.sentence());
        };
    }

    private Scheduling lastGood(Map<String, String> headers) {
        Scheduling remembered = lastGood == null ? null : lastGood.recall(headers);
        return remembered == null ? Scheduling.DEFAULT.by(Fallback.DEFAULTS) : remembered.by(Fallback.LAST_GOOD);
    }

    private String bypassed(long leftNanos) {
        return "Expected the scripts of queue " + queue
                + " to run but they failed too often and are bypassed for another "
                + TimeUnit.NANOSECONDS.toMillis(leftNanos + TimeUnit.MILLISECONDS.toNanos(1) - 1)
                + " ms; try again then, or update the queue.";
    }

    private void failed(HookName hook, @Nullable MessageId message, ScriptFailure failure) {
        failures.incrementAndGet();
        boolean opened = breaker.failed(failure);
        listener.scriptFailed(queue, hook, message, failure.sentence(), opened);
    }
}
