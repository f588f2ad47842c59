package io.fila.scripting;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.reply.Refusal;
import io.fila.lua.LuaLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BreakerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    private static final ScriptSettings ALL_COUNT =
            new ScriptSettings(LuaLimits.DEFAULT, 3, Duration.ofSeconds(10), CircuitBreaker.Counts.ALL);

    private Bench bench = new Bench();

    /** A message that keeps its script waiting until it is told its tenant. */
    private record SlowContent(CompletableFuture<String> reached, CompletableFuture<String> released)
            implements Content {
        @Override
        public Map<String, String> headers() {
            reached.complete("reached");
            return tenant(released.join());
        }

        @Override
        public int payloadSize() {
            return 0;
        }
    }

    private static Map<String, String> tenant(String name) {
        return Map.of("tenant", name);
    }

    private void failWhenToldSo(ScriptFallback fallback) {
        bench.queue(Bench.QUEUE, Bench.config("""
                        function on_enqueue(msg)
                          if fila.get("broken") == "slow" then while true do end end
                          if fila.get("broken") then error("broken") end
                          return { fairness_key = msg.headers.tenant }
                        end
                        """, "", fallback));
    }

    private void enqueueThree() {
        for (int i = 0; i < 3; i++) {
            bench.offer(tenant("a"));
        }
    }

    @Test
    void luaErrorsConcernTheirOwnMessageAndNeverBypassTheScript() {
        failWhenToldSo(ScriptFallback.DEFAULTS);
        bench.set("broken", "yes");
        for (int i = 0; i < 100; i++) {
            assertThat(bench.enqueue(tenant("a"))).isEqualTo(Bench.FALLBACK);
        }
        bench.set("broken", null);

        assertThat(bench.enqueue(tenant("a")).fairnessKey()).isEqualTo("a");
        assertThat(bench.hooks.status(Bench.QUEUE)).isEqualTo(new ScriptStatus(100, false));
    }

    @Test
    void failuresOfTimeBypassTheScript() {
        failWhenToldSo(ScriptFallback.DEFAULTS);
        bench.set("broken", "slow");
        enqueueThree();

        assertThat(bench.bypassed).containsExactly(Bench.QUEUE);
        assertThat(bench.failures).hasSize(3).allMatch(sentence -> sentence.contains("time"));
    }

    @Test
    void errorThatDoesNotCountNeitherAddsToARowNorEndsIt() {
        failWhenToldSo(ScriptFallback.DEFAULTS);
        for (String broken : new String[] {"slow", "yes", "slow", "yes"}) {
            bench.set("broken", broken);
            bench.enqueue(tenant("a"));
        }
        assertThat(bench.bypassed).isEmpty();

        bench.set("broken", "slow");
        bench.enqueue(tenant("a"));

        assertThat(bench.bypassed).containsExactly(Bench.QUEUE);
    }

    @Test
    void rejectRefusesWithTheScriptsErrorAndSaysWhenItIsBypassed() {
        bench = new Bench(ALL_COUNT);
        failWhenToldSo(ScriptFallback.REJECT);
        bench.set("broken", "yes");
        assertThat(bench.offer(tenant("a"))).isInstanceOfSatisfying(EnqueueDecision.Refuse.class, refused -> {
            assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
            assertThat(refused.refusal().sentence()).contains("on_enqueue failed", "broken");
        });
        enqueueThree();
        bench.pass(Duration.ofSeconds(3));

        assertThat(bench.offer(tenant("a"))).isInstanceOfSatisfying(EnqueueDecision.Refuse.class, refused -> {
            assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.FAILED_PRECONDITION);
            assertThat(refused.refusal().sentence()).contains("bypassed for another 7000 ms");
        });
    }

    @Test
    void deadLetterKeepsTheMessageWithTheScriptsErrorAsItsReason() {
        failWhenToldSo(ScriptFallback.DEAD_LETTER);
        bench.set("broken", "yes");

        assertThat(bench.offer(tenant("a")))
                .isInstanceOfSatisfying(
                        EnqueueDecision.Bury.class,
                        buried -> assertThat(buried.reason()).contains("broken"));
    }

    @Test
    void threeFailuresInARowBypassTheScriptsForTheCooldown() {
        bench = new Bench(ALL_COUNT);
        failWhenToldSo(ScriptFallback.DEFAULTS);
        bench.set("broken", "yes");
        enqueueThree();
        assertThat(bench.bypassed).containsExactly(Bench.QUEUE);
        assertThat(bench.hooks.status(Bench.QUEUE)).isEqualTo(new ScriptStatus(3, true));
        bench.set("broken", null);

        assertThat(bench.enqueue(tenant("a"))).isEqualTo(Bench.FALLBACK);
        bench.pass(Duration.ofMillis(9_999));
        assertThat(bench.enqueue(tenant("a"))).isEqualTo(Bench.FALLBACK);
        bench.pass(Duration.ofMillis(1));

        assertThat(bench.enqueue(tenant("a")).fairnessKey()).isEqualTo("a");
        assertThat(bench.failures).hasSize(3);
        assertThat(bench.hooks.status(Bench.QUEUE).bypassed()).isFalse();
    }

    @Test
    void statusWaitsForNoScript() {
        bench.onEnqueue("return { fairness_key = msg.headers.tenant }");
        SlowContent slow = new SlowContent(new CompletableFuture<>(), new CompletableFuture<>());
        CompletableFuture<Scheduling> answer =
                CompletableFuture.supplyAsync(() -> bench.enqueue(Bench.QUEUE, slow), THREADS);
        slow.reached().join();

        CompletableFuture<ScriptStatus> status =
                CompletableFuture.supplyAsync(() -> bench.hooks.status(Bench.QUEUE), THREADS);

        assertThat(status).succeedsWithin(PATIENCE).isEqualTo(ScriptStatus.NONE);
        assertThat(answer).isNotDone();
        slow.released().complete("a");
        assertThat(answer).succeedsWithin(PATIENCE);
    }

    @Test
    void updateOfSomethingElseLeavesTheScriptsAsTheyAre() {
        String counts = """
                function on_enqueue(msg)
                  count = (count or 0) + 1
                  return { fairness_key = tostring(count) }
                end
                """;
        QueueConfig config = Bench.config(counts, "", ScriptFallback.DEFAULTS);
        bench.queue(Bench.QUEUE, config);
        bench.enqueue(tenant("a"));

        bench.queue(Bench.QUEUE, config.with(new DeliveryPolicy(1, 0, 0, 0)));
        assertThat(bench.enqueue(tenant("a")).fairnessKey()).isEqualTo("2");

        bench.queue(Bench.QUEUE, Bench.config(counts, "", ScriptFallback.LAST_GOOD));
        assertThat(bench.enqueue(tenant("a")).fairnessKey()).isEqualTo("1");
    }

    @Test
    void successInBetweenStartsTheCountAnew() {
        bench = new Bench(ALL_COUNT);
        failWhenToldSo(ScriptFallback.DEFAULTS);
        for (int i = 0; i < 10; i++) {
            bench.set("broken", i % 3 == 2 ? null : "yes");
            bench.enqueue(tenant("a"));
        }

        assertThat(bench.bypassed).isEmpty();
    }

    @Test
    void stillBrokenAfterTheCooldownHasTheWholeThresholdAgain() {
        bench = new Bench(ALL_COUNT);
        failWhenToldSo(ScriptFallback.DEFAULTS);
        bench.set("broken", "yes");
        enqueueThree();
        bench.pass(Duration.ofSeconds(10));

        bench.enqueue(tenant("a"));
        bench.enqueue(tenant("a"));
        assertThat(bench.bypassed).hasSize(1);
        bench.enqueue(tenant("a"));
        bench.enqueue(tenant("a"));

        assertThat(bench.failures).hasSize(6);
        assertThat(bench.bypassed).hasSize(2);
    }

    @Test
    void bothHooksOfAQueueShareOneBreaker() {
        bench.queue(
                "function on_enqueue(msg) while true do end end",
                "function on_failure(msg) return { action = 'dlq' } end");
        enqueueThree();

        assertThat(bench.fail(1, "x")).isEqualTo(FailureDecision.BACK_OFF);
    }

    @Test
    void lastGoodKeepsFairnessWhileTheScriptIsBroken() {
        failWhenToldSo(ScriptFallback.LAST_GOOD);
        bench.enqueue(tenant("a"));
        bench.enqueue(tenant("b"));
        bench.set("broken", "yes");

        for (int i = 0; i < 5; i++) {
            assertThat(bench.enqueue(tenant("a")))
                    .isEqualTo(new Scheduling("a", 1, List.of(), Scheduling.Fallback.LAST_GOOD));
            assertThat(bench.enqueue(tenant("b")).fairnessKey()).isEqualTo("b");
        }
        assertThat(bench.enqueue(tenant("stranger"))).isEqualTo(Bench.FALLBACK);
    }

    /** What defaults and reject do then is told above. */
    @ParameterizedTest
    @EnumSource(names = {"LAST_GOOD", "DEAD_LETTER"})
    void fallbackHoldsWhileTheScriptIsBypassedToo(ScriptFallback fallback) {
        failWhenToldSo(fallback);
        bench.enqueue(tenant("b"));
        bench.set("broken", "slow");
        enqueueThree();
        assertThat(bench.bypassed).containsExactly(Bench.QUEUE);
        bench.set("broken", null);

        EnqueueDecision decision = bench.offer(tenant("b"));

        if (fallback == ScriptFallback.LAST_GOOD) {
            assertThat(decision)
                    .isEqualTo(
                            new EnqueueDecision.Take(new Scheduling("b", 1, List.of(), Scheduling.Fallback.LAST_GOOD)));
        } else {
            assertThat(decision)
                    .isInstanceOfSatisfying(
                            EnqueueDecision.Bury.class,
                            buried -> assertThat(buried.reason()).contains("bypassed"));
        }
    }

    @Test
    void headersThatAScriptKeepsCountAsItsMemory() {
        LuaLimits patient = new LuaLimits(Duration.ofSeconds(10), LuaLimits.DEFAULT.memoryBytes());
        bench = new Bench(new ScriptSettings(patient, 3, Duration.ofSeconds(10), CircuitBreaker.Counts.LIMITS));
        bench.onEnqueue("kept = kept or {} kept[#kept + 1] = msg.headers return {}");

        for (int i = 0; i < 100; i++) {
            bench.enqueue(tenant("x".repeat(50_000)));
        }

        assertThat(bench.failures).hasSizeBetween(3, 7).allMatch(sentence -> sentence.contains("memory"));
    }

    @Test
    void queueWithAScriptThatIsNoLuaIsOpenedAndItsScriptFails() {
        bench.queue("no lua", "");

        assertThat(bench.enqueue(tenant("a"))).isEqualTo(Bench.FALLBACK);
        assertThat(bench.failures).singleElement().asString().contains("on_enqueue");
    }

    @Test
    void failureOfAScriptIsToldInItsOwnLettersAndNotWithoutEnd() {
        bench.onEnqueue("error(msg.headers.tenant)");

        bench.enqueue(tenant("ungültig"));
        bench.enqueue(tenant("x".repeat(50_000)));

        assertThat(bench.failures.getFirst()).contains("ungültig");
        assertThat(bench.failures.getLast().length()).isLessThan(1200);
    }
}
