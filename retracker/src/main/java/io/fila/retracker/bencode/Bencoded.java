package io.fila.retracker.bencode;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A value that was read, of one of the four kinds. */
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

    /** Values by name, in the order of the names, which are raw bytes too. */
    record Dictionary(SortedMap<String, Bencoded> entries) implements Bencoded {
        public Dictionary {
            entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
        }

        /** The text under a name; null if there is none or it is not text. */
        public @Nullable String text(String name) {
            return entries.get(name) instanceof Text text ? text.bytes() : null;
        }

        /** The number under a name; the default if there is none or it is not a number. */
        public long whole(String name, long otherwise) {
            return entries.get(name) instanceof Whole whole ? whole.value() : otherwise;
        }
    }
}
