package io.fila.server.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/** One thing that is said to the operator. */
record LogLine(
        Instant at,
        Level level,
        String logger,
        String sentence,
        List<KeyValuePair> about,
        @Nullable Throwable failure) {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    String text() {
        StringBuilder line = new StringBuilder()
                .append(TIME.format(at))
                .append(' ')
                .append(level)
                .append(' ')
                .append(shortName())
                .append(" - ")
                .append(sentence.replace("\n", "\n    "));
        for (KeyValuePair pair : about) {
            line.append(' ').append(pair.key).append('=').append(value(pair));
        }
        return failure == null
                ? line.toString()
                : line.append('\n').append(stack(failure)).toString();
    }

    /** A value with a blank or a quote in it is quoted, so that a line can be taken apart again. */
    private static String value(KeyValuePair pair) {
        String text = String.valueOf(pair.value);
        return text.chars().anyMatch(c -> c <= ' ' || c == '"' || c == '=') ? JsonText.quoted(text) : text;
    }

    String json() {
        StringBuilder line = new StringBuilder("{\"time\":")
                .append(JsonText.quoted(TIME.format(at)))
                .append(",\"level\":")
                .append(JsonText.quoted(level.toString()))
                .append(",\"logger\":")
                .append(JsonText.quoted(logger))
                .append(",\"message\":")
                .append(JsonText.quoted(sentence));
        for (KeyValuePair pair : about) {
            line.append(',').append(JsonText.quoted(pair.key)).append(':');
            line.append(
                    pair.value instanceof Number number
                            ? number.toString()
                            : JsonText.quoted(String.valueOf(pair.value)));
        }
        if (failure != null) {
            line.append(",\"error\":").append(JsonText.quoted(stack(failure)));
        }
        return line.append('}').toString();
    }

    private String shortName() {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    private static String stack(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString().stripTrailing();
    }
}
