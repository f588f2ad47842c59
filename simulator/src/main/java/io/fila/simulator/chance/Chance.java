package io.fila.simulator.chance;

import java.util.List;

/** A stream of choices that a seed determines: SplitMix64, so that a seed means the same life on every JDK. */
public final class Chance {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    public Chance(long seed) {
        state = seed * GOLDEN;
        nextLong();
    }

    /** A stream of its own, so that one actor's choices don't shift another's. */
    public Chance fork() {
        return new Chance(nextLong());
    }

    public long nextLong() {
        state += GOLDEN;
        long mixed = state;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    public int below(int bound) {
        return (int) Long.remainderUnsigned(nextLong(), bound);
    }

    /** From low to high, both included. */
    public int between(int low, int high) {
        return low + below(high - low + 1);
    }

    /** From low to high, both included. */
    public long between(long low, long high) {
        return low + Long.remainderUnsigned(nextLong(), high - low + 1);
    }

    public boolean oneIn(int n) {
        return below(n) == 0;
    }

    public boolean percent(int likelihood) {
        return below(100) < likelihood;
    }

    /** A waiting time with this mean, as between events that know nothing of each other. */
    public long around(long meanNanos) {
        double unit = (nextLong() >>> 11) * 0x1.0p-53;
        return (long) (-StrictMath.log(1 - unit) * meanNanos);
    }

    public <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** One of the first few most of the time: the hot ones. */
    public <T> T pickSkewed(List<T> choices) {
        int range = choices.size();
        while (range > 1 && below(2) == 0) {
            range = (range + 1) / 2;
        }
        return choices.get(below(range));
    }
}
