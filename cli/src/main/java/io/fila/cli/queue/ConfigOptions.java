package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.client.admin.Admission;
import io.fila.client.admin.Overflow;
import io.fila.client.admin.QueueConfig;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** The options for queue settings. */
final class ConfigOptions {
    private final Arguments arguments;
    private QueueConfig config = QueueConfig.DEFAULT;

    private ConfigOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    static Syntax addTo(Syntax syntax) {
        return syntax.option(
                        "--on-enqueue",
                        "LUA|@FILE",
                        "Script that sets each message's fairness key, weight and throttle keys.")
                .option("--on-failure", "LUA|@FILE", "Script that chooses between a retry and the dead letter queue.")
                .option("--visibility-timeout", "TIME", "How long a consumer may hold a message. Default: 30s.")
                .option("--max-attempts", "N", "Dead-letter a message after this many failures. Default: no limit.")
                .option(
                        "--retry-backoff",
                        "TIME",
                        "Wait after the first nack; doubles each time. 0: none. Default: 100ms.")
                .option("--retry-backoff-max", "TIME", "The longest backoff. Default: 1m.")
                .option(
                        "--script-fallback",
                        "MODE",
                        "If a script fails: defaults (the default), last_good, reject or dead_letter.")
                .option("--script-timeout", "TIME", "How long a script may run. Default: the broker's.")
                .option("--script-memory", "BYTES", "How much memory a script may use. Default: the broker's.")
                .option("--max-depth", "N", "The most messages the queue holds. Default: no limit.")
                .option("--overflow", "MODE", "What a full queue does: reject (the default), drop_new or drop_oldest.")
                .option(
                        "--admission",
                        "LIMIT",
                        "PERCENT,RATE,BURST, or none: above this fill level, each enqueue needs a token.")
                .option("--message-ttl", "TIME", "Drop messages not delivered in this time. Default: never.")
                .option(
                        "--max-in-flight",
                        "N",
                        "The most messages consumers hold at once. Default: the broker's limit.")
                .option("--max-in-flight-per-key", "N", "The same for each fairness key. Default: no limit.")
                .option("--quantum", "N", "The most deliveries per round for a key of weight 1. Default: the broker's.")
                .option(
                        "--sparse-allowance",
                        "N",
                        "Deliveries a new key may borrow ahead of the round. Default: the broker's.")
                .option("--dedup-window", "TIME", "How long a dedup key stays taken after the ack. Default: 0.")
                .option(
                        "--fairness-by",
                        "SOURCE",
                        "principal: the fairness key is the name of the producer's API key. Default: none.");
    }

    /** What was typed; what was not typed is absent. */
    static QueueConfig read(Arguments arguments) {
        return WrongUsage.unless(() -> new ConfigOptions(arguments).read());
    }

    private QueueConfig read() {
        text("--on-enqueue", (known, lua) -> known.withOnEnqueueScript(Script.read(lua)));
        text("--on-failure", (known, lua) -> known.withOnFailureScript(Script.read(lua)));
        millis("--visibility-timeout", QueueConfig::withVisibilityTimeout);
        count("--max-attempts", QueueConfig::withMaxAttempts);
        if (!isDefault("--retry-backoff", QueueConfig::withDefaultRetryBackoff)) {
            millis("--retry-backoff", QueueConfig::withRetryBackoff);
        }
        millis("--retry-backoff-max", QueueConfig::withRetryBackoffMax);
        text("--script-fallback", QueueConfig::withScriptFallback);
        millis("--script-timeout", QueueConfig::withScriptTimeout);
        number("--script-memory", QueueConfig::withScriptMemoryLimitBytes);
        number("--max-depth", QueueConfig::withMaxDepth);
        text("--overflow", (known, mode) -> known.withOverflow(overflow(mode)));
        text("--admission", (known, limit) -> known.withAdmission(admission(limit)));
        millis("--message-ttl", QueueConfig::withMessageTtl);
        number("--max-in-flight", QueueConfig::withMaxInFlight);
        number("--max-in-flight-per-key", QueueConfig::withMaxInFlightPerKey);
        count("--quantum", QueueConfig::withQuantum);
        if (!isDefault("--sparse-allowance", QueueConfig::withDefaultSparseAllowance)) {
            count("--sparse-allowance", QueueConfig::withSparseAllowance);
        }
        millis("--dedup-window", QueueConfig::withDedupWindow);
        text("--fairness-by", (known, source) -> known.withFairnessBy(source.equals("none") ? "" : source));
        return config;
    }

    /** Where 0 means none, a word has to mean the default. */
    private boolean isDefault(String option, UnaryOperator<QueueConfig> change) {
        boolean isDefault = "default".equals(arguments.get(option));
        if (isDefault) {
            config = change.apply(config);
        }
        return isDefault;
    }

    private void text(String option, BiFunction<QueueConfig, String, QueueConfig> change) {
        String typed = arguments.get(option);
        if (typed != null) {
            config = change.apply(config, typed);
        }
    }

    private void number(String option, BiFunction<QueueConfig, Long, QueueConfig> change) {
        if (arguments.has(option)) {
            config = change.apply(config, arguments.number(option, 0, 0));
        }
    }

    private void count(String option, BiFunction<QueueConfig, Integer, QueueConfig> change) {
        number(option, (known, number) -> change.apply(known, (int) Math.min(number, Integer.MAX_VALUE)));
    }

    private void millis(String option, BiFunction<QueueConfig, Duration, QueueConfig> change) {
        if (arguments.has(option)) {
            config = change.apply(config, arguments.span(option, Duration.ZERO));
        }
    }

    private static Overflow overflow(String mode) {
        for (Overflow overflow : Overflow.values()) {
            if (overflow.name().toLowerCase(Locale.ROOT).equals(mode)) {
                return overflow;
            }
        }
        throw new WrongUsage("Expected --overflow to be reject, drop_new or drop_oldest but found \"" + mode + "\"");
    }

    private static Admission admission(String limit) {
        if (limit.equals("none")) {
            return Admission.NONE;
        }
        String[] parts = limit.split(",", -1);
        try {
            if (parts.length == 3) {
                return new Admission(
                        Integer.parseInt(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
            }
        } catch (NumberFormatException e) {
            throw noAdmission(limit);
        }
        throw noAdmission(limit);
    }

    private static WrongUsage noAdmission(String limit) {
        return new WrongUsage("Expected --admission to be like 80,100,200 (percent, rate, burst) or none but found \""
                + limit + "\"");
    }
}
