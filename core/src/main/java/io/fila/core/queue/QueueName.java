package io.fila.core.queue;

import io.fila.core.Limits;
import io.fila.core.reply.Refusal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The name of a queue: 1 to 255 bytes of printable UTF-8. */
public record QueueName(String value) implements Comparable<QueueName> {
    private static final String DEAD_LETTER_SUFFIX = ".dlq";

    /** What is wrong with the text as a name, or null if nothing is. */
    public static @Nullable Refusal objection(String text) {
        if (text.isEmpty()) {
            return Refusal.invalid("Expected a queue name but it is empty; name the queue.");
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > Limits.QUEUE_NAME_BYTES) {
            return Refusal.invalid("Expected a queue name of at most " + Limits.QUEUE_NAME_BYTES + " bytes but it has "
                    + bytes + "; choose a shorter one.");
        }
        // Asked for each message, so without a stream.
        for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
            if (unprintable(text.codePointAt(at))) {
                return Refusal.invalid(String.format(
                        "Expected a queue name of printable characters but it contains U+%04X; remove it.",
                        text.codePointAt(at)));
            }
        }
        return null;
    }

    private static boolean unprintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    public boolean isDeadLetter() {
        return value.endsWith(DEAD_LETTER_SUFFIX);
    }

    public QueueName deadLetter() {
        return new QueueName(value + DEAD_LETTER_SUFFIX);
    }

    /** The queue whose dead letters this one keeps. */
    public QueueName source() {
        return isDeadLetter() ? new QueueName(value.substring(0, value.length() - DEAD_LETTER_SUFFIX.length())) : this;
    }

    @Override
    public int compareTo(QueueName other) {
        return value.compareTo(other.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return '"' + value + '"';
    }
}
