package io.fila.storage.rocks;

import org.jspecify.annotations.Nullable;

/** A look at what is recent. */
public final class Peek {
    private Peek() {}

    /** The value of a key; null if it is deleted, or nothing is known of it. */
    public static byte @Nullable [] at(Recent recent, Family family, byte[] key) {
        Lookup found = recent.find(family, key);
        return found == null ? null : found.value();
    }
}
