package io.fila.storage.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The slots of a hash table, each with a number, 0 at first. They lie in pieces of an arena's size: in an array of its own a large table
 * would be so large that the collector begins to mark the whole heap whenever a memtable gets one.
 */
final class Slots {
    private static final int IN_PIECE_BITS = 15;
    private static final int IN_PIECE = 1 << IN_PIECE_BITS;
    private static final int LAST = IN_PIECE - 1;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final Pieces spare;
    private final List<byte[]> pieces = new ArrayList<>();

    private Slots(Pieces spare) {
        this.spare = spare;
    }

    static Slots few(Pieces spare) {
        return of(spare, 1);
    }

    private static Slots of(Pieces spare, int pieces) {
        Slots slots = new Slots(spare);
        for (int i = 0; i < pieces; i++) {
            byte[] piece = spare.take();
            Arrays.fill(piece, (byte) 0);
            slots.pieces.add(piece);
        }
        return slots;
    }

    /** Twice as many, all of them empty. */
    Slots twice() {
        return of(spare, 2 * pieces.size());
    }

    /** A power of two. */
    int size() {
        return pieces.size() << IN_PIECE_BITS;
    }

    int get(int slot) {
        return (int) INT.get(pieces.get(slot >>> IN_PIECE_BITS), (slot & LAST) << 2);
    }

    void set(int slot, int number) {
        INT.set(pieces.get(slot >>> IN_PIECE_BITS), (slot & LAST) << 2, number);
    }

    /** Gives the memory back: none of them may be asked for any more. */
    void release() {
        spare.giveBack(pieces);
        pieces.clear();
    }
}
