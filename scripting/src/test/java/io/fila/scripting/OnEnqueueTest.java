package io.fila.scripting;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OnEnqueueTest {
    private final Bench bench = new Bench();

    @Test
    void scriptSeesHeadersSizeAndQueueAndGivesTheScheduling() {
        bench.onEnqueue("""
                return {
                  fairness_key = msg.headers["tenant"] .. "/" .. msg.queue .. "/" .. msg.payload_size,
                  weight = tonumber(msg.headers["priority"]),
                  throttle_keys = { msg.headers["endpoint"], "all" },
                }
                """);

        assertThat(bench.enqueue(Map.of("tenant", "acme", "priority", "5", "endpoint", "api")))
                .isEqualTo(new Scheduling("acme/orders/123", 5, List.of("api", "all")));
        assertThat(bench.failures).isEmpty();
    }

    @Test
    void queueWithoutAScriptLeavesWhatTheProducerAsked() {
        bench.queue("", "");

        assertThat(bench.enqueue(Map.of()).fairnessKey()).isEqualTo("asked");
    }

    @Test
    void scriptTakenFromAQueueIsAskedNoMore() {
        bench.onEnqueue("return { fairness_key = 'scripted' }");
        bench.queue("", "");

        assertThat(bench.enqueue(Map.of()).fairnessKey()).isEqualTo("asked");
        assertThat(bench.hooks.hasOnEnqueue(Bench.QUEUE)).isFalse();
    }

    @Test
    void nobodyWaitsForTheScriptOfAQueueThatIsAskedAboutFailuresOnly() {
        bench.queue("", "function on_failure(msg) return { action = 'retry' } end");

        assertThat(bench.hooks.hasOnEnqueue(Bench.QUEUE)).isFalse();
        assertThat(bench.enqueue(Map.of()).fairnessKey()).isEqualTo("asked");

        bench.onEnqueue("return {}");
        assertThat(bench.hooks.hasOnEnqueue(Bench.QUEUE)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[x]]       | x",
                "42          | 42",
                "1.5         | 1.5",
                "2.0         | 2.0",
                "1e15        | 1e+15",
                "nil         | default",
                "true        | default",
                "{}          | default",
                "[[ключ]]    | ключ"
            })
    void fairnessKeyIsTextOrTheTextOfANumberOrTheDefault(String lua, String key) {
        bench.onEnqueue("return { fairness_key = " + lua + " }");

        assertThat(bench.enqueue(Map.of()).fairnessKey()).isEqualTo(key);
        assertThat(bench.failures).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "7, 7",
        "3.0, 3",
        "4294967295, 4294967295",
        "4294967296, 1",
        "0, 1",
        "-5, 1",
        "2.5, 1",
        "nil, 1",
        "[[9]], 1",
        "1/0, 1",
        "0/0, 1",
        "{}, 1"
    })
    void weightIsAnIntegralNumberInRangeOrOne(String lua, long weight) {
        bench.onEnqueue("return { weight = " + lua + " }");

        assertThat(bench.enqueue(Map.of()).weight()).isEqualTo(weight);
    }

    @Test
    void throttleKeysThatAreNoTextAreDroppedAndHolesToo() {
        bench.onEnqueue("return { throttle_keys = { 'a', nil, 'b', 3, true, {}, nil, 'c', x = 'named' } }");

        assertThat(bench.enqueue(Map.of()).throttleKeys()).containsExactly("a", "b", "c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"return nil", "return 'text'", "error('no')", "return nil + 1", "return msg.nothing.there"})
    void failingScriptAcceptsTheMessageWithTheDefaultsAndMarksIt(String body) {
        bench.onEnqueue(body);

        assertThat(bench.enqueue(Map.of())).isEqualTo(Bench.FALLBACK);
        assertThat(bench.failures).hasSize(1);
    }

    @Test
    void giantKeysCountAsAFailure() {
        bench.onEnqueue("return { fairness_key = string.rep('x', 256) }");
        assertThat(bench.enqueue(Map.of())).isEqualTo(Bench.FALLBACK);

        bench.onEnqueue("local t = {} for i = 1, 17 do t[i] = 'k' .. i end return { throttle_keys = t }");
        assertThat(bench.enqueue(Map.of())).isEqualTo(Bench.FALLBACK);

        assertThat(bench.failures).hasSize(2);
    }

    @Test
    void runtimeSettingsAreReadWithFilaGet() {
        bench.onEnqueue("return { fairness_key = fila.get('route:' .. msg.headers.tenant) or 'unset' }");
        assertThat(bench.enqueue(Map.of("tenant", "acme")).fairnessKey()).isEqualTo("unset");

        bench.set("route:acme", "gold");
        assertThat(bench.enqueue(Map.of("tenant", "acme")).fairnessKey()).isEqualTo("gold");

        bench.set("route:acme", null);
        assertThat(bench.enqueue(Map.of("tenant", "acme")).fairnessKey()).isEqualTo("unset");
    }

    @Test
    void scriptsOfDifferentQueuesShareNothing() {
        QueueName other = new QueueName("other");
        String counting = """
                count = (count or 0) + 1
                string.shared = (string.shared or 0) + 1
                return { fairness_key = count .. "/" .. string.shared }
                """;
        bench.onEnqueue(counting);
        bench.queue(other, Bench.config("function on_enqueue(msg) " + counting + " end", "", ScriptFallback.DEFAULTS));

        bench.enqueue(Map.of());
        assertThat(bench.enqueue(Map.of()).fairnessKey()).isEqualTo("2/2");
        assertThat(bench.enqueue(other, Map.of()).fairnessKey()).isEqualTo("1/1");
    }

    @Test
    void deletedAndRecreatedQueueHasItsNewScript() {
        bench.onEnqueue("return { fairness_key = 'old' }");
        bench.onEnqueue("return { fairness_key = 'new' }");

        assertThat(bench.enqueue(Map.of()).fairnessKey()).isEqualTo("new");
    }

    @Test
    void metatablesOfAnAnswerAreNotConsulted() {
        bench.onEnqueue("return setmetatable({}, { __index = function() while true do end end })");

        assertThat(bench.enqueue(Map.of())).isEqualTo(Scheduling.DEFAULT);
        assertThat(bench.failures).isEmpty();
    }
}
