package io.fila.scripting;

import io.fila.core.Limits;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Scheduling;
import io.fila.lua.LuaText;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Numbers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Interprets a script's result. Fields are read raw: no metamethod runs after the script has returned. */
final class Answers {
    private Answers() {}

    static Scheduling scheduling(LuaTable answer) throws ScriptFailure {
        return new Scheduling(
                fairnessKey(answer.get("fairness_key")), weight(answer.get("weight")), throttleKeys(answer));
    }

    static FailureDecision decision(LuaTable answer) throws ScriptFailure {
        Object action = answer.get("action");
        if ("dlq".equals(action)) {
            return new FailureDecision.Bury();
        }
        if (!"retry".equals(action)) {
            throw new ScriptFailure(
                    "Expected on_failure to return action = \"retry\" or \"dlq\" but it is " + describe(action) + ".");
        }
        return new FailureDecision.Retry(delay(answer.get("delay_ms")));
    }

    private static String fairnessKey(@Nullable Object value) throws ScriptFailure {
        return switch (value) {
            case String text -> key(text);
            case Long number -> Numbers.text((Object) number);
            case Double number -> Numbers.text((Object) number);
            case null, default -> Scheduling.DEFAULT_KEY;
        };
    }

    private static long weight(@Nullable Object value) {
        Long weight = value instanceof String ? null : Numbers.exactInteger(value);
        return weight != null && weight >= 1 && weight <= Scheduling.MAX_WEIGHT ? weight : 1;
    }

    /** The texts of the list in order; holes and everything that is no text are dropped. */
    private static List<String> throttleKeys(LuaTable answer) throws ScriptFailure {
        if (!(answer.get("throttle_keys") instanceof LuaTable list)) {
            return List.of();
        }
        TreeMap<Long, String> found = new TreeMap<>();
        for (int place = list.advance(-1); place >= 0; place = list.advance(place)) {
            if (list.keyAt(place) instanceof Long index && list.valueAt(place) instanceof String text) {
                found.put(index, key(text));
            }
            if (found.size() > Limits.THROTTLE_KEYS) {
                throw new ScriptFailure(
                        "Expected at most " + Limits.THROTTLE_KEYS + " throttle keys but there are more.");
            }
        }
        return found.isEmpty() ? List.of() : new ArrayList<>(found.values());
    }

    private static String key(String lua) throws ScriptFailure {
        if (lua.length() > Limits.KEY_BYTES) {
            throw new ScriptFailure(
                    "Expected a key of at most " + Limits.KEY_BYTES + " bytes but it has " + lua.length() + ".");
        }
        String text = LuaText.decode(lua);
        // Bytes that are no UTF-8 have become replacement characters, which are longer.
        return text.getBytes(StandardCharsets.UTF_8).length <= Limits.KEY_BYTES
                ? text
                : text.substring(0, Limits.KEY_BYTES / 3);
    }

    private static Duration delay(@Nullable Object value) throws ScriptFailure {
        if (value == null) {
            return Duration.ZERO;
        }
        Double millis = value instanceof String ? null : Numbers.toFloat(value);
        if (millis == null || !(millis >= 0)) {
            throw new ScriptFailure(
                    "Expected on_failure to return a delay_ms of at least 0 but it is " + describe(value) + ".");
        }
        double longest = FailureDecision.Retry.MAX_DELAY.toMillis();
        return Duration.ofMillis((long) Math.min(millis, longest));
    }

    private static String describe(@Nullable Object value) {
        return switch (value) {
            case null -> "absent";
            case String text -> '"' + LuaText.decode(text.substring(0, Math.min(text.length(), 40))) + '"';
            case LuaTable table -> "a table";
            default -> value.toString();
        };
    }
}
