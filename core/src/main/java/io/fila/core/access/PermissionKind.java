package io.fila.core.access;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a permission lets its holder do with the queues it names. */
public enum PermissionKind {
    PRODUCE,
    CONSUME,
    ADMIN;

    /** As clients spell it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind that clients spell so, or null if there is none. */
    public static @Nullable PermissionKind of(String label) {
        for (PermissionKind kind : values()) {
            if (kind.label().equals(label)) {
                return kind;
            }
        }
        return null;
    }
}
