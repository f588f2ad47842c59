package io.fila.retracker.torrent;

/** A hash to which every bit of three numbers counts. */
final class Mixing {
    /** Odd, without a pattern: the golden ratio and two primes of a well-known hash. */
    private static final long FIRST = 0x9e37_79b9_7f4a_7c15L;

    private static final long SECOND = 0xc2b2_ae3d_27d4_eb4fL;
    private static final long THIRD = 0x1656_67b1_9e37_79f9L;

    private Mixing() {}

    static int hash(long first, long second, int third) {
        long mixed = first * FIRST + Long.rotateLeft(second, 29) * SECOND + third * THIRD;
        mixed = (mixed ^ (mixed >>> 32)) * FIRST;
        return (int) (mixed >>> 32);
    }
}
