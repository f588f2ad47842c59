package io.fila.retracker.bencode;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A value that was read: one of the four kinds there are. */
public sealed interface Bencoded {

    /** Raw bytes, one character each. */
    record Text(String bytes) implements Bencoded {}

    /** A whole number. */
    record Whole(long value) implements Bencoded {}

    /** Values in order. */
    record Sequence(List<Bencoded> items) implements Bencoded {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** Values by name; names are raw bytes too, and in their order. */
    record Dictionary(SortedMap<String, Bencoded> entries) implements Bencoded {
        public Dictionary {
            entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
        }

        /** The text of that name; null if there is none, or it is something else. */
        public @Nullable String text(String name) {
            return entries.get(name) instanceof Text text ? text.bytes() : null;
        }

        /** The number of that name; the other one if there is none, or it is something else. */
        public long whole(String name, long otherwise) {
            return entries.get(name) instanceof Whole whole ? whole.value() : otherwise;
        }
    }
}
