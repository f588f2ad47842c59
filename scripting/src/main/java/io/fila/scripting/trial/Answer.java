package io.fila.scripting.trial;

import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Scheduling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a script said, as lines for a person or as JSON for a program. */
final class Answer {
    /** JSON as it stands, by name. */
    private final Map<String, String> fields = new LinkedHashMap<>();

    static Answer of(Scheduling scheduling) {
        Answer answer = new Answer();
        answer.put("fairness_key", quoted(scheduling.fairnessKey()));
        answer.put("weight", Long.toString(scheduling.weight()));
        List<String> keys =
                scheduling.throttleKeys().stream().map(Answer::quoted).toList();
        answer.put("throttle_keys", "[" + String.join(", ", keys) + "]");
        return answer;
    }

    static Answer of(FailureDecision decision) {
        Answer answer = new Answer();
        switch (decision) {
            case FailureDecision.Bury bury -> answer.put("action", quoted("dlq"));
            case FailureDecision.BackOff backOff -> answer.put("action", quoted("retry"));
            case FailureDecision.Retry retry -> {
                answer.put("action", quoted("retry"));
                answer.put("delay_ms", Long.toString(retry.delay().toMillis()));
            }
        }
        return answer;
    }

    void put(String name, String json) {
        fields.put(name, json);
    }

    String text() {
        StringBuilder lines = new StringBuilder();
        fields.forEach((name, value) -> lines.append(String.format("%-15s%s%n", name + ":", value)));
        return lines.toString().stripTrailing();
    }

    String json() {
        List<String> members = fields.entrySet().stream()
                .map(field -> quoted(field.getKey()) + ": " + field.getValue())
                .toList();
        return "{" + String.join(", ", members) + "}";
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }
}
