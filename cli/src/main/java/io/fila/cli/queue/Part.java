package io.fila.cli.queue;

import io.fila.cli.output.Json;

/** What an operation is about: a whole queue, or one fairness key of it. */
final class Part {
    private Part() {}

    static String text(String queue, String key) {
        return key.isEmpty() ? "queue \"" + queue + "\"" : "key \"" + key + "\" of queue \"" + queue + "\"";
    }

    static Json json(String queue, String key) {
        Json json = new Json().put("queue", queue);
        return key.isEmpty() ? json : json.put("fairness_key", key);
    }
}
