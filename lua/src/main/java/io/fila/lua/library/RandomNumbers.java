package io.fila.lua.library;

import io.fila.lua.runtime.Budget;

/** The generator xoshiro256** of Blackman and Vigna, seeded as Lua 5.4 does: the same seed gives the same numbers there. */
final class RandomNumbers {
    private static final int DISCARDED = 16;

    private long a;
    private long b;
    private long c;
    private long d;

    RandomNumbers(long first, long second) {
        seed(first, second);
    }

    void seed(long first, long second) {
        a = first;
        b = 0xff;
        c = second;
        d = 0;
        for (int i = 0; i < DISCARDED; i++) {
            nextInteger();
        }
    }

    long nextInteger() {
        long result = Long.rotateLeft(b * 5, 7) * 9;
        long shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = Long.rotateLeft(d, 45);
        return result;
    }

    /** A float from 0 up to but not including 1. */
    double nextFloat() {
        return (nextInteger() >>> 11) * 0x1p-53;
    }

    /** An integer from 0 to a limit, both unsigned and included. */
    long nextUpTo(long limit, Budget budget) {
        long random = nextInteger();
        if ((limit & (limit + 1)) == 0) {
            return random & limit;
        }
        long mask = -1L >>> Long.numberOfLeadingZeros(limit);
        random &= mask;
        while (Long.compareUnsigned(random, limit) > 0) {
            budget.tick();
            random = nextInteger() & mask;
        }
        return random;
    }
}
