package io.fila.scripting.trial;

import io.fila.lua.LuaLimits;
import io.fila.scripting.HookName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the command line of a trial says. */
final class TrialOptions {
    /** Enough for a script to run at the speed it has in a broker. */
    private static final int DEFAULT_CALLS = 1000;

    private @Nullable String script;
    private HookName hook = HookName.ON_ENQUEUE;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private String queue = "test";
    private String error = "";
    private int attempts = 1;
    private int payloadSize;
    private int calls = DEFAULT_CALLS;
    private Duration timeout = LuaLimits.DEFAULT.time();
    private long memoryBytes = LuaLimits.DEFAULT.memoryBytes();
    private boolean json;

    private TrialOptions() {}

    static TrialOptions parse(String[] args) throws UsageException {
        TrialOptions options = new TrialOptions();
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(args));
        while (!rest.isEmpty()) {
            options.take(rest.remove(), rest);
        }
        if (options.script == null) {
            throw new UsageException("Expected the file of a script but found none.");
        }
        return options;
    }

    private void take(String argument, Deque<String> rest) throws UsageException {
        switch (argument) {
            case "--hook" -> hook = hook(value(argument, rest));
            case "--header" -> pair(argument, value(argument, rest), headers);
            case "--set" -> pair(argument, value(argument, rest), settings);
            case "--queue" -> queue = value(argument, rest);
            case "--error" -> error = value(argument, rest);
            case "--attempts" -> attempts = number(argument, value(argument, rest));
            case "--payload-size" -> payloadSize = number(argument, value(argument, rest));
            case "--calls" -> calls = Math.max(1, number(argument, value(argument, rest)));
            case "--timeout-ms" -> timeout = Duration.ofMillis(number(argument, value(argument, rest)));
            case "--memory-bytes" -> memoryBytes = number(argument, value(argument, rest));
            case "--output" -> json = value(argument, rest).equals("json");
            default -> {
                if (argument.startsWith("--") || script != null) {
                    throw new UsageException("Expected an option of `fila lua test` but found " + argument + ".");
                }
                script = argument;
            }
        }
    }

    private static String value(String option, Deque<String> rest) throws UsageException {
        if (rest.isEmpty()) {
            throw new UsageException("Expected a value after " + option + " but the line ends.");
        }
        return rest.remove();
    }

    private static void pair(String option, String text, Map<String, String> into) throws UsageException {
        int at = text.indexOf('=');
        if (at < 1) {
            throw new UsageException("Expected KEY=VALUE after " + option + " but found " + text + ".");
        }
        into.put(text.substring(0, at), text.substring(at + 1));
    }

    private static int number(String option, String text) throws UsageException {
        try {
            return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException none) {
            throw new UsageException("Expected a whole number after " + option + " but found " + text + ".");
        }
    }

    private static HookName hook(String name) throws UsageException {
        for (HookName hook : HookName.values()) {
            if (hook.function().equals(name)) {
                return hook;
            }
        }
        throw new UsageException("Expected --hook on_enqueue or on_failure but found " + name + ".");
    }

    String script() {
        return script == null ? "" : script;
    }

    HookName hook() {
        return hook;
    }

    Map<String, String> headers() {
        return headers;
    }

    Map<String, String> settings() {
        return settings;
    }

    String queue() {
        return queue;
    }

    String error() {
        return error;
    }

    int attempts() {
        return attempts;
    }

    int payloadSize() {
        return payloadSize;
    }

    int calls() {
        return calls;
    }

    LuaLimits limits() throws UsageException {
        try {
            return new LuaLimits(timeout, memoryBytes);
        } catch (IllegalArgumentException outside) {
            throw new UsageException(String.valueOf(outside.getMessage()));
        }
    }

    boolean json() {
        return json;
    }
}
