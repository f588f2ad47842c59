package io.fila.retracker.http;

import io.fila.retracker.torrent.MalformedException;
import io.fila.retracker.torrent.PercentEncoding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows the question mark: names and values, still encoded. */
public final class Query {
    /** Names in one query; an announce has about fifteen, a scrape one a hash. */
    private static final int MOST_NAMES = 256;

    private final List<String> parts;

    private Query(List<String> parts) {
        this.parts = parts;
    }

    /**
     * Splits a query, of which each character is a byte.
     *
     * @throws MalformedException if it has too many parts
     */
    public static Query parse(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('&', start);
            end = end < 0 ? text.length() : end;
            if (end > start) {
                parts.add(text.substring(start, end));
            }
            if (parts.size() > MOST_NAMES) {
                throw new MalformedException("Expected at most " + MOST_NAMES + " parameters but got more.");
            }
            start = end + 1;
        }
        return new Query(parts);
    }

    /** The bytes of the first value of that name, one character each; null if there is none. */
    public @Nullable String first(String name) {
        for (String part : parts) {
            if (isNamed(part, name)) {
                return value(part);
            }
        }
        return null;
    }

    /** The bytes of that value, which must be there. */
    public String required(String name) {
        String value = first(name);
        if (value == null) {
            throw new MalformedException("Expected parameter " + name + " but it is missing.");
        }
        return value;
    }

    /** All values of that name. */
    public List<String> all(String name) {
        return parts.stream()
                .filter(part -> isNamed(part, name))
                .map(Query::value)
                .toList();
    }

    /** A whole number; the other one if there is none. Those too large are as good as the largest. */
    public long number(String name, long otherwise) {
        String value = first(name);
        if (value == null || value.isEmpty()) {
            return otherwise;
        }
        boolean negative = value.charAt(0) == '-';
        String digits = negative ? value.substring(1) : value;
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new MalformedException("Expected a whole number for " + name + " but got something else.");
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException tooLarge) {
            return negative ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    public boolean flag(String name, boolean otherwise) {
        return number(name, otherwise ? 1 : 0) != 0;
    }

    private static boolean isNamed(String part, String name) {
        return part.startsWith(name) && (part.length() == name.length() || part.charAt(name.length()) == '=');
    }

    private static String value(String part) {
        int equals = part.indexOf('=');
        return equals < 0 ? "" : PercentEncoding.decode(part.substring(equals + 1));
    }
}
