package io.fila.scripting;

import io.fila.core.message.Scheduling;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last results of on_enqueue by message headers, for a limited number of different headers. One thread at a time. */
final class LastGood {
    /** The most sets of headers; the least recently seen is forgotten first. */
    static final int LIMIT = 10_000;

    /** About the bytes they may have together; likewise. */
    static final long BYTES = 16 << 20;

    /** What an entry of a map costs besides its characters. */
    private static final int ENTRY_BYTES = 128;

    private final LinkedHashMap<Map<String, String>, Scheduling> answers = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    void remember(Map<String, String> headers, Scheduling answer) {
        if (answers.put(headers, answer) == null) {
            bytes += bytes(headers);
        }
        while (answers.size() > LIMIT || bytes > BYTES) {
            bytes -= bytes(answers.pollFirstEntry().getKey());
        }
    }

    private static long bytes(Map<String, String> headers) {
        long sum = ENTRY_BYTES;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            sum += ENTRY_BYTES + header.getKey().length() + header.getValue().length();
        }
        return sum;
    }

    @Nullable Scheduling recall(Map<String, String> headers) {
        return answers.get(headers);
    }
}
