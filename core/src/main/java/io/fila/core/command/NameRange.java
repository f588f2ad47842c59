package io.fila.core.command;

import org.jspecify.annotations.Nullable;

/**
 * All names from one on and before another.
 *
 * @param to null for no end
 */
public record NameRange(String from, @Nullable String to) {
    public static final NameRange ALL = new NameRange("", null);
    public static final NameRange NONE = new NameRange("", "");

    /** The one name. */
    public static NameRange only(String name) {
        return new NameRange(name, after(name));
    }

    /** The first name after this one. */
    public static String after(String name) {
        return name + '\0';
    }

    public boolean contains(String name) {
        return name.compareTo(from) >= 0 && (to == null || name.compareTo(to) < 0);
    }
}
