package io.fila.scripting;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Scheduling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every script of docs/lua.md and compares what comes out with what the page says. */
final class DocumentedExamplesTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("### (.+?)\\n.*?```lua\\n(.*?)```\\n\\n```text\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ARGUMENT = Pattern.compile("([\\w-]+)=(?:\"([^\"]*)\"|(\\S+))");

    record Example(String title, String script, String cases) {
        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Example> examples() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "lua.md"));
        return EXAMPLE
                .matcher(page)
                .results()
                .map(found -> new Example(found.group(1), found.group(2), found.group(3)))
                .toList()
                .stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void doesWhatThePageSays(Example example) {
        Bench bench = new Bench();
        boolean onEnqueue = example.script().contains("function on_enqueue");
        bench.queue(onEnqueue ? example.script() : "", onEnqueue ? "" : example.script());

        example.cases().lines().forEach(line -> {
            if (line.startsWith("set ")) {
                String setting = line.substring("set ".length());
                bench.set(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
                return;
            }
            String[] sides = line.split("=>", 2);
            Map<String, String> given = arguments(sides[0]);
            String said = line.startsWith("on_enqueue")
                    ? describe(bench.enqueue(given))
                    : describe(bench.fail(
                            Integer.parseInt(given.getOrDefault("attempts", "1")), given.getOrDefault("error", "")));
            assertThat(said).as(line).isEqualTo(sides[1].strip());
        });
        assertThat(bench.failures).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void survivesAMessageWithoutHeaders(Example example) {
        Bench bench = new Bench();
        boolean onEnqueue = example.script().contains("function on_enqueue");
        bench.queue(onEnqueue ? example.script() : "", onEnqueue ? "" : example.script());

        bench.enqueue(Map.of());
        bench.fail(1, "");

        assertThat(bench.failures).isEmpty();
    }

    @Test
    void firstScriptOfTheReadmeSurvivesAMessageWithoutHeaders() throws IOException {
        Matcher script = Pattern.compile("--on-enqueue '(function on_enqueue.*?end)'", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "README.md")));
        assertThat(script.find()).isTrue();
        Bench bench = new Bench().queue(script.group(1), "");

        assertThat(describe(bench.enqueue(Map.of("tenant", "acme"))))
                .isEqualTo("key=acme weight=1 throttles=tenant:acme");
        bench.enqueue(Map.of());

        assertThat(bench.failures).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void givesUpWhateverTheErrorIs(Example example) {
        Bench bench = new Bench().queue("", example.script());
        if (!example.script().contains("function on_failure")) {
            return;
        }

        for (String error : List.of("", "HTTP 429", "HTTP 503", "connection reset")) {
            assertThat(describe(bench.fail(1000, error))).as(error).isEqualTo("dlq");
        }
    }

    private static Map<String, String> arguments(String text) {
        Map<String, String> found = new LinkedHashMap<>();
        Matcher matcher = ARGUMENT.matcher(text);
        while (matcher.find()) {
            found.put(matcher.group(1), matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
        }
        return found;
    }

    private static String describe(Scheduling scheduling) {
        String throttles =
                scheduling.throttleKeys().isEmpty() ? "" : " throttles=" + String.join(",", scheduling.throttleKeys());
        return "key=" + scheduling.fairnessKey() + " weight=" + scheduling.weight() + throttles;
    }

    private static String describe(FailureDecision decision) {
        return switch (decision) {
            case FailureDecision.Bury bury -> "dlq";
            case FailureDecision.BackOff backOff -> "retry";
            case FailureDecision.Retry retry -> "retry " + retry.delay().toMillis();
        };
    }
}
