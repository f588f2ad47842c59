package io.fila.scripting;

import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.QueueCreated;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scripts on a workbench: queues with scripts, a clock to turn, and a list of what went wrong. */
final class Bench {
    static final QueueName QUEUE = new QueueName("orders");

    /** What a message gets whose script failed, unless its queue wants something else. */
    static final Scheduling FALLBACK = Scheduling.DEFAULT.by(Scheduling.Fallback.DEFAULTS);

    private long nanos;
    private long nextQueue = 1;
    final List<String> failures = new ArrayList<>();
    final List<QueueName> bypassed = new ArrayList<>();
    final LuaHooks hooks;

    Bench() {
        this(ScriptSettings.DEFAULT);
    }

    Bench(ScriptSettings settings) {
        hooks = new LuaHooks(
                settings,
                (queue, hook, message, sentence, open) -> {
                    failures.add(sentence);
                    if (open) {
                        bypassed.add(queue);
                    }
                },
                () -> nanos);
    }

    private record Seen(Map<String, String> headers, int payloadSize) implements Content {}

    static QueueConfig config(String onEnqueue, String onFailure, ScriptFallback fallback) {
        return new QueueConfig(Duration.ofSeconds(30), onEnqueue, onFailure, 0, fallback, Duration.ZERO, 0);
    }

    Bench queue(String onEnqueue, String onFailure) {
        return queue(QUEUE, config(onEnqueue, onFailure, ScriptFallback.DEFAULTS));
    }

    Bench queue(QueueName name, QueueConfig config) {
        hooks.notice(new QueueCreated(new QueueId(nextQueue++), name, config, false));
        return this;
    }

    Bench onEnqueue(String body) {
        return queue("function on_enqueue(msg) " + body + " end", "");
    }

    Bench onFailure(String body) {
        return queue("", "function on_failure(msg) " + body + " end");
    }

    @Nullable Refusal objection(String onEnqueue, String onFailure) {
        return hooks.objection(config(onEnqueue, onFailure, ScriptFallback.DEFAULTS));
    }

    Scheduling enqueue(Map<String, String> headers) {
        return enqueue(QUEUE, headers);
    }

    Scheduling enqueue(QueueName queue, Map<String, String> headers) {
        return enqueue(queue, new Seen(headers, 123));
    }

    Scheduling enqueue(QueueName queue, Content content) {
        return ((EnqueueDecision.Take) offer(queue, content)).scheduling();
    }

    EnqueueDecision offer(Map<String, String> headers) {
        return offer(QUEUE, new Seen(headers, 123));
    }

    private EnqueueDecision offer(QueueName queue, Content content) {
        return hooks.onEnqueue(queue, new Scheduling("asked", 9, List.of("asked")), content);
    }

    FailureDecision fail(int attempts, String error) {
        Failure failure = new Failure(new MessageId(0x0192_f3c4_9a1b_7c2dL, 0x8e3f_0000_0000_0001L), attempts, error);
        return hooks.onFailure(QUEUE, failure, new Seen(Map.of("tenant", "acme"), 123));
    }

    void set(String key, @Nullable String value) {
        hooks.notice(new ConfigChanged(key, value));
    }

    void pass(Duration time) {
        nanos += time.toNanos();
    }
}
