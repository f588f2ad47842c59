package io.fila.cli.queue;

import io.fila.client.admin.QueueConfig;
import java.time.Duration;

/** Says in a sentence what happens to failed messages of a new queue. */
final class FailureNote {
    private static final String DEAD_LETTERS = ".dlq";

    private FailureNote() {}

    /** The sentence; empty if the broker has not told how the queue behaves. */
    static String of(String queue, QueueConfig config) {
        if (config.retryBackoff().isEmpty()) {
            return "";
        }
        return "A message that fails " + retry(config) + end(queue, config) + ".";
    }

    private static String retry(QueueConfig config) {
        if (config.onFailureScript().isPresent()) {
            return "is judged by on_failure";
        }
        Duration first = config.retryBackoff().orElse(Duration.ZERO);
        if (first.isZero()) {
            return "is retried at once";
        }
        String longest = config.retryBackoffMax()
                .filter(most -> most.compareTo(first) > 0)
                .map(most -> ", then twice as long each time up to " + millis(most))
                .orElse("");
        return "is retried after " + millis(first) + longest;
    }

    private static String end(String queue, QueueConfig config) {
        if (queue.endsWith(DEAD_LETTERS)) {
            return "";
        }
        String deadLetters = "\"" + queue + DEAD_LETTERS + "\"";
        return config.maxAttempts()
                .map(most -> ", and goes to " + deadLetters + " after " + most + " failures")
                .orElse(
                        config.onFailureScript().isPresent()
                                ? ""
                                : ", forever; with --max-attempts N it goes to " + deadLetters + " after N failures");
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
