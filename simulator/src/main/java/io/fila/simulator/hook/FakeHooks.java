package io.fila.simulator.hook;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Scripts without Lua. They know queues and settings from the broker's notices alone, decide by a message's headers, fail
 * for some of them, and are bypassed after failing too often.
 */
public final class FakeHooks implements Hooks {
    /** A script that decides about everything. */
    public static final String STEADY = "steady";

    /** A script that fails for every third message. */
    public static final String FLAKY = "flaky";

    /** A setting that on_enqueue reads: it shifts tenants to other keys. */
    public static final String SHIFT = "shift";

    private static final int FAILS_ONE_IN = 3;
    private static final int MOST_LIMITS = 3;
    private static final int MOST_WEIGHT = 5;
    private static final long SHORTEST_DELAY_MILLIS = 20;
    private static final int MOST_DOUBLINGS = 10;
    private static final int LONG_DELAY_SECONDS = 40;

    private final List<String> keys;
    private final List<String> limits;
    private final LongSupplier nowNanos;
    private final Map<QueueId, QueueCreated> queues = new HashMap<>();
    private final Map<QueueName, QueueConfig> configs = new HashMap<>();
    private final Map<QueueName, FakeBreaker> breakers = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();

    public FakeHooks(List<String> keys, List<String> limits, LongSupplier nowNanos) {
        this.keys = keys;
        this.limits = limits;
        this.nowNanos = nowNanos;
    }

    /** The queues it has been told of. */
    public Map<QueueName, QueueConfig> queues() {
        return configs;
    }

    /** The settings it has been told of. */
    public Map<String, String> settings() {
        return settings;
    }

    /** Knows nothing, as a new process. */
    public void forgetAll() {
        queues.clear();
        configs.clear();
        breakers.clear();
        settings.clear();
    }

    public void notice(Record change) {
        switch (change) {
            case QueueCreated created -> {
                queues.put(created.id(), created);
                configs.put(created.name(), created.config());
                breakers.put(created.name(), new FakeBreaker());
            }
            case QueueDeleted deleted -> close(queues.remove(deleted.id()));
            case ConfigChanged config -> set(config.key(), config.value());
            case KeyChanged key -> {}
            default -> throw new IllegalArgumentException("Expected a queue or a setting but found " + change);
        }
    }

    private void close(@Nullable QueueCreated gone) {
        if (gone != null) {
            configs.remove(gone.name());
            breakers.remove(gone.name());
        }
    }

    private void set(String key, @Nullable String value) {
        if (value == null) {
            settings.remove(key);
        } else {
            settings.put(key, value);
        }
    }

    @Override
    public EnqueueDecision onEnqueue(QueueName queue, Scheduling asked, Content content) {
        QueueConfig config = configs.get(queue);
        if (config == null || !config.hasOnEnqueue()) {
            return new EnqueueDecision.Take(asked);
        }
        return runs(queue, config.onEnqueue(), content)
                ? new EnqueueDecision.Take(schedule(content))
                : fallback(config.scriptFallback());
    }

    private static EnqueueDecision fallback(QueueConfig.ScriptFallback wanted) {
        return switch (wanted) {
            case DEFAULTS, LAST_GOOD -> new EnqueueDecision.Take(Scheduling.DEFAULT.by(Scheduling.Fallback.DEFAULTS));
            case REJECT -> new EnqueueDecision.Refuse(Refusal.invalid("The script failed."));
            case DEAD_LETTER -> new EnqueueDecision.Bury("the script failed");
        };
    }

    @Override
    public FailureDecision onFailure(QueueName queue, Failure failure, Content content) {
        QueueConfig config = configs.get(queue);
        if (config == null || !config.hasOnFailure() || !runs(queue, config.onFailure(), content)) {
            return FailureDecision.BACK_OFF;
        }
        return switch ((number(content, FakeContent.OUTCOME) + failure.attempts()) % 4) {
            case 0 -> FailureDecision.RETRY_AT_ONCE;
            case 1 ->
                new FailureDecision.Retry(
                        Duration.ofMillis(SHORTEST_DELAY_MILLIS << Math.min(failure.attempts(), MOST_DOUBLINGS)));
            case 2 ->
                new FailureDecision.Retry(Duration.ofSeconds(number(content, FakeContent.TENANT) % LONG_DELAY_SECONDS));
            default -> new FailureDecision.Bury();
        };
    }

    /** Whether the script comes to a result: it is not bypassed and does not fail. */
    private boolean runs(QueueName queue, String script, Content content) {
        FakeBreaker breaker = breakers.computeIfAbsent(queue, it -> new FakeBreaker());
        if (breaker.isOpen(nowNanos.getAsLong())) {
            return false;
        }
        boolean fails = script.equals(FLAKY) && content.payloadSize() % FAILS_ONE_IN == 0;
        if (fails) {
            breaker.failed(nowNanos.getAsLong());
        } else {
            breaker.succeeded();
        }
        return !fails;
    }

    private Scheduling schedule(Content content) {
        int shift = settings.getOrDefault(SHIFT, "").length();
        String key = keys.get((number(content, FakeContent.TENANT) + shift) % keys.size());
        List<String> throttles = new ArrayList<>();
        int drawn = number(content, FakeContent.LIMITS);
        for (int i = 0; i < drawn % (MOST_LIMITS + 1) && !limits.isEmpty(); i++) {
            throttles.add(limits.get((drawn * (i + 1) / 4) % limits.size()));
        }
        return new Scheduling(key, 1 + number(content, FakeContent.WEIGHT) % MOST_WEIGHT, throttles);
    }

    private static int number(Content content, String header) {
        return Integer.parseInt(content.headers().getOrDefault(header, "0"));
    }
}
