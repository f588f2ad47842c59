package io.fila.storage.rocks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a memtable, as they lie in its arena: short ones as they are, others as the place of a file where they are. */
final class Values {
    /** In front of every value: its length if it follows, or one of these. */
    private static final int HEAD_BYTES = Integer.BYTES;

    private static final int IN_FILE = -1;
    private static final int LARGE = -2;

    private static final int LENGTH_AT = HEAD_BYTES;
    private static final int FILE_AT = LENGTH_AT + Integer.BYTES;
    private static final int POSITION_AT = FILE_AT + Integer.BYTES;
    private static final int IN_FILE_BYTES = POSITION_AT + Long.BYTES;
    private static final int LARGE_BYTES = HEAD_BYTES + Integer.BYTES;

    /** Longer values that are to be kept in memory stay arrays of their own. */
    private static final int MOST_IN_ARENA = 1024;

    /** The most that a value takes in the arena. */
    static final int MOST_BYTES = HEAD_BYTES + MOST_IN_ARENA;

    private final Arena arena;

    /** A memtable has values in few files, mostly in the last one. */
    private final List<ReadAhead.Source> files = new ArrayList<>();

    private final List<byte @Nullable []> large = new ArrayList<>();

    Values(Arena arena) {
        this.arena = arena;
    }

    /** Lays a value down; where it is. */
    int add(Stored value) {
        return switch (value) {
            case Stored.Located located -> add(located);
            case Stored.InMemory(byte[] bytes) -> bytes.length > MOST_IN_ARENA ? addLarge(bytes) : add(bytes);
        };
    }

    private int add(byte[] bytes) {
        int place = arena.take(HEAD_BYTES + bytes.length);
        arena.setNumber(place, bytes.length);
        arena.setBytes(place + HEAD_BYTES, bytes);
        return place;
    }

    private int add(Stored.Located located) {
        int place = arena.take(IN_FILE_BYTES);
        arena.setNumber(place, IN_FILE);
        arena.setNumber(place + LENGTH_AT, located.length());
        arena.setNumber(place + FILE_AT, fileNumber(located.file()));
        arena.setLongNumber(place + POSITION_AT, located.at());
        return place;
    }

    private int addLarge(byte[] bytes) {
        int place = arena.take(LARGE_BYTES);
        arena.setNumber(place, LARGE);
        arena.setNumber(place + HEAD_BYTES, large.size());
        large.add(bytes);
        return place;
    }

    private int fileNumber(ReadAhead.Source file) {
        int known = files.lastIndexOf(file);
        if (known >= 0) {
            return known;
        }
        files.add(file);
        return files.size() - 1;
    }

    Stored get(int place) {
        int head = arena.number(place);
        return switch (head) {
            case IN_FILE ->
                new Stored.Located(
                        files.get(arena.number(place + FILE_AT)),
                        arena.longNumber(place + POSITION_AT),
                        arena.number(place + LENGTH_AT));
            case LARGE -> new Stored.InMemory(large(arena.number(place + HEAD_BYTES)));
            default -> new Stored.InMemory(arena.bytes(place + HEAD_BYTES, head));
        };
    }

    private byte[] large(int number) {
        byte[] bytes = large.get(number);
        if (bytes == null) {
            throw new IllegalStateException("Expected a value that is still there but it was freed.");
        }
        return bytes;
    }

    void free(int place) {
        int head = arena.number(place);
        switch (head) {
            case IN_FILE -> arena.free(place, IN_FILE_BYTES);
            case LARGE -> {
                large.set(arena.number(place + HEAD_BYTES), null);
                arena.free(place, LARGE_BYTES);
            }
            default -> arena.free(place, HEAD_BYTES + head);
        }
    }
}
