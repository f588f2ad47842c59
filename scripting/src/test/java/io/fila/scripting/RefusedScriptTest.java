package io.fila.scripting;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.reply.Refusal;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class RefusedScriptTest {
    private static final String FINE = "function on_enqueue(msg) return {} end";
    private final Bench bench = new Bench();

    private String refusal(String onEnqueue, String onFailure) {
        Refusal refusal = Objects.requireNonNull(bench.objection(onEnqueue, onFailure));
        assertThat(refusal.code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        return refusal.sentence();
    }

    @Test
    void scriptThatDefinesItsFunctionIsTaken() {
        assertThat(bench.objection(FINE, "function on_failure(msg) return { action = 'retry' } end"))
                .isNull();
        assertThat(bench.objection("", "")).isNull();
    }

    @Test
    void syntaxErrorNamesItsLine() {
        assertThat(refusal("function on_enqueue(msg)\n  return {\nend", "")).contains("on_enqueue", "line 3");
    }

    @Test
    void missingFunctionIsNamed() {
        assertThat(refusal("x = 1", "")).contains("on_enqueue(msg)");
        assertThat(refusal(FINE, FINE)).contains("on_failure(msg)");
        assertThat(refusal("on_enqueue = 5", "")).contains("on_enqueue(msg)");
    }

    @Test
    void whatTheScriptSaysIsToldInItsOwnLettersAndNotWithoutEnd() {
        assertThat(refusal("error('ungültig')", "")).contains("ungültig");
        assertThat(refusal("x = 'ü' 'ä' ä", "")).contains("line 1");
        assertThat(refusal("error(('x'):rep(100000))", "").length()).isBetween(1000, 1200);
        assertThat(refusal("x = 'long" + "x".repeat(100_000) + "\n'", "").length())
                .isBetween(1000, 1200);
    }

    @Test
    void scriptThatFailsOrLoopsOnLoadingIsRefused() {
        assertThat(refusal("error('at load')", "")).contains("at load");
        assertThat(refusal("while true do end", "")).contains("on_enqueue");
    }
}
