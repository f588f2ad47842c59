package io.fila.benchmarks.whole;

import java.util.Locale;

/** Values as JSON has them. */
public final class Json {
    private Json() {}

    public static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /** Null if it is none. */
    public static String number(double value) {
        return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.2f", value);
    }
}
