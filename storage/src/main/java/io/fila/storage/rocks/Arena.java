package io.fila.storage.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where a memtable lays down its keys and values: a few large arrays. As objects of their own they would live just long enough to be
 * copied by the collector, several times. What is freed is used again for something of the same size. One thread changes it while
 * nobody reads.
 *
 * <p>A place is a number; no place is 0.
 */
class Arena {
    private static final int PIECE_BITS = 17;
    static final int PIECE_BYTES = 1 << PIECE_BITS;

    /** The most that can be asked for at once. */
    static final int MOST_BYTES = PIECE_BYTES / 2;

    private static final int OFFSET = PIECE_BYTES - 1;
    private static final int GRAIN_BITS = 3;
    private static final int GRAIN = 1 << GRAIN_BITS;

    /** In grains, up to the longest value; what is longer comes too seldom to be worth a list of its own. */
    private static final int REUSED_SIZES = grains(Values.MOST_BYTES) + 1;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final Pieces spare;
    private final List<byte[]> pieces = new ArrayList<>();

    /** By size, the first that is free; each names the next. */
    private final int[] free = new int[REUSED_SIZES];

    /** Nothing is laid down at 0, so that 0 can stand for nothing. */
    private int end = GRAIN;

    Arena(Pieces spare) {
        this.spare = spare;
    }

    /** A place for so many bytes, with anything in them. */
    int take(int bytes) {
        int size = grains(bytes);
        if (size < REUSED_SIZES && free[size] != 0) {
            int place = free[size];
            free[size] = number(place);
            return place;
        }
        return takeNew(size << GRAIN_BITS);
    }

    private int takeNew(int bytes) {
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("Expected at most " + MOST_BYTES + " bytes but found " + bytes + ".");
        }
        if ((end & OFFSET) + bytes > PIECE_BYTES) {
            end = (end | OFFSET) + 1;
        }
        if (end >>> PIECE_BITS == pieces.size()) {
            pieces.add(spare.take());
        }
        int place = end;
        end = Math.addExact(end, bytes);
        return place;
    }

    /** Frees a place that was taken for so many bytes. */
    void free(int place, int bytes) {
        int size = grains(bytes);
        if (size < REUSED_SIZES) {
            setNumber(place, free[size]);
            free[size] = place;
        }
    }

    private static int grains(int bytes) {
        return (bytes + GRAIN - 1) >>> GRAIN_BITS;
    }

    /** Gives all memory back: nothing that was laid down may be asked for any more. */
    void release() {
        spare.giveBack(pieces);
        pieces.clear();
    }

    private byte[] piece(int place) {
        return pieces.get(place >>> PIECE_BITS);
    }

    int number(int place) {
        return (int) INT.get(piece(place), place & OFFSET);
    }

    void setNumber(int place, int number) {
        INT.set(piece(place), place & OFFSET, number);
    }

    long longNumber(int place) {
        return (long) LONG.get(piece(place), place & OFFSET);
    }

    void setLongNumber(int place, long number) {
        LONG.set(piece(place), place & OFFSET, number);
    }

    byte[] bytes(int place, int length) {
        int from = place & OFFSET;
        return Arrays.copyOfRange(piece(place), from, from + length);
    }

    void setBytes(int place, byte[] bytes) {
        System.arraycopy(bytes, 0, piece(place), place & OFFSET, bytes.length);
    }

    /** Compares what is at a place with other bytes, as RocksDB does. */
    int compare(int place, int length, byte[] other) {
        int from = place & OFFSET;
        return Arrays.compareUnsigned(piece(place), from, from + length, other, 0, other.length);
    }

    boolean isEqual(int place, int length, byte[] other) {
        int from = place & OFFSET;
        return Arrays.equals(piece(place), from, from + length, other, 0, other.length);
    }

    boolean beginsWith(int place, int length, byte[] prefix) {
        return length >= prefix.length && isEqual(place, prefix.length, prefix);
    }
}
