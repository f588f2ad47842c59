package io.fila.core.runtime.term;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts turns together from entries. A turn whose last part never came, because its maker died, is nothing. One thread. */
final class Assembly {
    private final List<ByteBuffer> parts = new ArrayList<>();
    private long term;

    /**
     * Takes the next entry of the log.
     *
     * @param entryTerm the term that the log itself has for it
     * @return the turn that is complete with it; null if none is
     */
    @Nullable ByteBuffer add(Entry entry, long entryTerm) {
        if (entry.term() != entryTerm) {
            return null;
        }
        if (entry.parts() == 1) {
            return entry.bytes();
        }
        if (entry.part() == 0 || entry.term() != term) {
            parts.clear();
            term = entry.term();
        }
        if (entry.part() != parts.size()) {
            return null;
        }
        parts.add(entry.bytes());
        return parts.size() == entry.parts() ? joined() : null;
    }

    private ByteBuffer joined() {
        ByteBuffer turn = ByteBuffer.allocate(
                parts.stream().mapToInt(ByteBuffer::remaining).sum());
        parts.forEach(part -> turn.put(part.duplicate()));
        parts.clear();
        return turn.flip();
    }
}
