package io.fila.benchmarks.lua;

import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.lua.LuaHost;
import io.fila.lua.LuaInstance;
import io.fila.lua.LuaLimits;
import io.fila.lua.LuaScript;
import io.fila.lua.LuaText;
import io.fila.lua.runtime.LuaTable;
import io.fila.scripting.LuaHooks;
import io.fila.scripting.ScriptSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import party.iroiro.luajava.Lua;
import party.iroiro.luajava.lua54.Lua54;

/**
 * A typical hook: a message of five headers in; fairness key, weight and one to three throttle keys out. The message's
 * table is made and the results are read in every call; ours runs with its limits on, the real Lua without any. {@code broker}
 * is the whole way an enqueue goes: the queue's script is looked up, its breaker asked, its answer checked.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class HookBenchmark {
    private static final String SCRIPT = """
            local tiers = { gold = 10, silver = 5, bronze = 1 }

            function on_enqueue(msg)
              local h = msg.headers
              local tenant = h["x-tenant"] or "unknown"
              local keys = { "tenant:" .. tenant }
              if h["x-provider"] then
                keys[#keys + 1] = "provider:" .. h["x-provider"]
              end
              if h["x-region"] == "eu" and msg.payload_size > 1024 then
                keys[#keys + 1] = "large:eu"
              end
              return {
                fairness_key = tenant,
                weight = tiers[h["x-tier"]] or tonumber(h["x-weight"]) or 1,
                throttle_keys = keys,
              }
            end
            """;

    private static final Map<String, String> HEADERS = Map.of(
            "x-tenant", "acme-corporation",
            "x-provider", "mailgun",
            "x-region", "eu",
            "x-tier", "silver",
            "x-trace", "4bf92f3577b34da6a3ce929d0e0e4736");

    private static final long PAYLOAD_SIZE = 2048;

    /** What a hook decides. */
    public record Decision(String fairnessKey, long weight, List<String> throttleKeys) {}

    private final LuaInstance ours = LuaScript.compile(SCRIPT, "hook").instance(LuaHost.NONE, LuaLimits.DEFAULT);
    private final Lua real = openReal();
    private final LuaHooks hooks = openHooks();

    private record Seen(Map<String, String> headers, int payloadSize) implements Content {}

    private static final QueueName QUEUE = new QueueName("orders");
    private static final Content MESSAGE = new Seen(HEADERS, (int) PAYLOAD_SIZE);

    private static LuaHooks openHooks() {
        LuaHooks hooks = new LuaHooks(
                ScriptSettings.DEFAULT,
                // Whoever is not let onto a processor for long enough fails too; it is bypassed for a while then.
                (queue, hook, message, sentence, open) -> {},
                System::nanoTime);
        QueueConfig config = new QueueConfig(
                Duration.ofSeconds(30), SCRIPT, "", 0, QueueConfig.ScriptFallback.DEFAULTS, Duration.ZERO, 0);
        hooks.notice(new QueueCreated(new QueueId(1), QUEUE, config, false));
        return hooks;
    }

    private static Lua openReal() {
        Lua lua = new Lua54();
        lua.openLibraries();
        lua.run(SCRIPT);
        return lua;
    }

    @TearDown
    public void close() {
        real.close();
    }

    @Benchmark
    public Decision fila() {
        LuaTable headers = ours.newTable(0, HEADERS.size());
        for (Map.Entry<String, String> header : HEADERS.entrySet()) {
            headers.put(LuaText.encode(header.getKey()), LuaText.encode(header.getValue()));
        }
        LuaTable message = ours.newTable(0, 3);
        message.put("headers", headers);
        message.put("payload_size", PAYLOAD_SIZE);
        message.put("queue", "orders");
        LuaTable result = (LuaTable) ours.call(LuaLimits.DEFAULT, "on_enqueue", message);
        if (result == null) {
            throw new IllegalStateException("Expected a table but found nil");
        }
        LuaTable keys = (LuaTable) result.get("throttle_keys");
        List<String> throttleKeys = new ArrayList<>(4);
        for (long i = 1; keys != null && i <= keys.length(); i++) {
            throttleKeys.add(text(keys.get(i)));
        }
        return new Decision(
                text(result.get("fairness_key")),
                result.get("weight") instanceof Long weight ? weight : 1,
                throttleKeys);
    }

    @Benchmark
    public Scheduling broker() {
        return ((EnqueueDecision.Take) hooks.onEnqueue(QUEUE, Scheduling.DEFAULT, MESSAGE)).scheduling();
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? LuaText.decode(text) : "default";
    }

    @Benchmark
    public Decision luajava() {
        Lua lua = real;
        lua.getGlobal("on_enqueue");
        lua.createTable(0, 3);
        lua.createTable(0, HEADERS.size());
        for (Map.Entry<String, String> header : HEADERS.entrySet()) {
            lua.push(header.getValue());
            lua.setField(-2, header.getKey());
        }
        lua.setField(-2, "headers");
        lua.push(PAYLOAD_SIZE);
        lua.setField(-2, "payload_size");
        lua.push("orders");
        lua.setField(-2, "queue");
        lua.pCall(1, 1);
        lua.getField(-1, "fairness_key");
        String fairnessKey = lua.toString(-1);
        lua.getField(-2, "weight");
        long weight = lua.toInteger(-1);
        lua.getField(-3, "throttle_keys");
        List<String> throttleKeys = new ArrayList<>(4);
        int count = lua.rawLength(-1);
        for (int i = 1; i <= count; i++) {
            lua.rawGetI(-1, i);
            throttleKeys.add(text(lua.toString(-1)));
            lua.pop(1);
        }
        lua.pop(4);
        return new Decision(text(fairnessKey), weight, throttleKeys);
    }
}
