package io.fila.cli.output;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

/** A JSON object under construction: members in the order in which they are put. */
public final class Json {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder("{");

    public Json put(String name, String value) {
        member(name);
        string(value);
        return this;
    }

    public Json put(String name, long value) {
        member(name).append(value);
        return this;
    }

    public Json put(String name, boolean value) {
        member(name).append(value);
        return this;
    }

    /** JSON has no infinities; they are written as null. */
    public Json put(String name, double value) {
        member(name).append(Double.isFinite(value) ? Double.toString(value) : "null");
        return this;
    }

    public Json put(String name, Json object) {
        member(name).append(object);
        return this;
    }

    public Json put(String name, Map<String, String> values) {
        Json object = new Json();
        values.forEach(object::put);
        member(name).append(object);
        return this;
    }

    public Json putUnlessEmpty(String name, String value) {
        return value.isEmpty() ? this : put(name, value);
    }

    public Json putStrings(String name, Collection<String> values) {
        member(name).append('[');
        String separator = "";
        for (String value : values) {
            text.append(separator);
            string(value);
            separator = ",";
        }
        text.append(']');
        return this;
    }

    public <T> Json putObjects(String name, Collection<T> values, Function<T, Json> object) {
        member(name).append('[');
        String separator = "";
        for (T value : values) {
            text.append(separator).append(object.apply(value));
            separator = ",";
        }
        text.append(']');
        return this;
    }

    private StringBuilder member(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        string(name);
        return text.append(':');
    }

    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        text.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
