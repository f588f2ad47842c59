package io.fila.scripting;

import io.fila.core.message.Scheduling;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What on_enqueue last said for messages with the same headers, for as many different headers as it may remember. One thread at a time. */
final class LastGood {
    /** Different sets of headers remembered; the one not seen for longest is forgotten first. */
    private static final int LIMIT = 10_000;

    private final Map<Map<String, String>, Scheduling> answers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Map<String, String>, Scheduling> eldest) {
            return size() > LIMIT;
        }
    };

    void remember(Map<String, String> headers, Scheduling answer) {
        answers.put(headers, answer);
    }

    @Nullable Scheduling recall(Map<String, String> headers) {
        return answers.get(headers);
    }
}
