package io.fila.scripting;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.FailureDecision.Bury;
import io.fila.core.hook.FailureDecision.Retry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OnFailureTest {
    private final Bench bench = new Bench();

    @Test
    void scriptSeesTheFailureAndDecides() {
        bench.onFailure("""
                if msg.attempts >= 3 then return { action = "dlq" } end
                if msg.error == "busy" and msg.headers.tenant == "acme" and msg.queue == "orders" and #msg.id == 36 then
                  return { action = "retry", delay_ms = 1000 * msg.attempts }
                end
                return { action = "retry" }
                """);

        assertThat(bench.fail(2, "busy")).isEqualTo(new Retry(Duration.ofSeconds(2)));
        assertThat(bench.fail(2, "other")).isEqualTo(FailureDecision.RETRY_AT_ONCE);
        assertThat(bench.fail(3, "busy")).isEqualTo(new Bury());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return nil",
                "return {}",
                "return { action = 'drop' }",
                "return { action = 'retry', delay_ms = -1 }",
                "return { action = 'retry', delay_ms = 'soon' }",
                "return { action = 'retry', delay_ms = 0/0 }",
                "error({})"
            })
    void anythingElseIsAFailureAndLeavesTheQueuesBackoff(String body) {
        bench.onFailure(body);

        assertThat(bench.fail(1, "x")).isEqualTo(FailureDecision.BACK_OFF);
        assertThat(bench.failures).hasSize(1);
    }

    @Test
    void hugeDelayIsCutToTheLongest() {
        bench.onFailure("return { action = 'retry', delay_ms = math.huge }");

        assertThat(bench.fail(1, "x")).isEqualTo(new Retry(Retry.MAX_DELAY));
    }

    @Test
    void fractionsOfMillisecondsAreCutOff() {
        bench.onFailure("return { action = 'retry', delay_ms = 10.9 }");

        assertThat(bench.fail(1, "x")).isEqualTo(new Retry(Duration.ofMillis(10)));
    }
}
