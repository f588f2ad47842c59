package io.fila.lua.runtime;

import io.fila.lua.runtime.LuaLimitExceeded.Limit;
import java.util.function.LongUnaryOperator;

/**
 * The time and memory one call may still use. Whoever is about to work charges first: one tick for each step of some ten
 * nanoseconds, and the bytes of each object. Used by one thread at a time.
 *
 * <p>Time: the clock is read every {@value #TICKS_BETWEEN_CLOCK_READS} ticks. A call ends when its thread has used the
 * limit in processor time, or {@value #WALL_FACTOR} times the limit on the wall, so that a pause of the machine does not
 * fail an innocent call.
 *
 * <p>Memory: what is charged adds up until it passes the limit; then a walk over everything reachable replaces the sum.
 * The walk does not see values held only by a half-evaluated expression, so the sum of all that one call charges is
 * limited too, to {@value #CHURN_FACTOR} times the limit.
 */
public final class Budget {
    /** Bytes of a table without entries. */
    public static final int TABLE_BYTES = 64;
    /** Bytes of a slot in a table's array part, a boxed number included. */
    public static final int ARRAY_SLOT_BYTES = 20;
    /** Bytes of a slot in a table's hash part, boxed numbers included. */
    public static final int HASH_SLOT_BYTES = 40;
    /** Bytes of a function value without its upvalues. */
    public static final int CLOSURE_BYTES = 40;
    /** Bytes of a captured variable. */
    public static final int CELL_BYTES = 24;

    static final int TICKS_BETWEEN_CLOCK_READS = 1024;
    static final int WALL_FACTOR = 4;
    static final int CHURN_FACTOR = 16;
    private static final int STRIDE = 64;
    private static final int STRING_HEADER_BYTES = 40;
    private static final int BIG_ALLOCATION_BYTES = 4096;
    private static final int BYTES_PER_TICK_SHIFT = 8;
    private static final long CPU_UNKNOWN = Long.MIN_VALUE;

    private final Clock clock;
    private final LongUnaryOperator walk;

    private boolean running;
    private int fuel;
    private int fuelGiven;
    private long ticks;
    private long timeLimitNanos;
    private long wallStart;
    private long cpuStart;

    private long memoryLimit;
    private long used;
    private long usedAtStart;
    private long freed;

    /**
     * @param clock where the time is read
     * @param walk answers the bytes reachable now, or something above its argument
     */
    Budget(Clock clock, LongUnaryOperator walk) {
        this.clock = clock;
        this.walk = walk;
    }

    /** Begins a call. */
    public void begin(long timeLimitNanos, long memoryLimitBytes) {
        this.timeLimitNanos = timeLimitNanos;
        this.memoryLimit = memoryLimitBytes;
        running = true;
        wallStart = clock.wallNanos();
        cpuStart = CPU_UNKNOWN;
        ticks = 0;
        fuel = TICKS_BETWEEN_CLOCK_READS;
        fuelGiven = TICKS_BETWEEN_CLOCK_READS;
        usedAtStart = used;
        freed = 0;
        if (used > memoryLimit) {
            // What is charged between calls only adds up, and a call that keeps what it is given may charge nothing.
            overdraw(0);
        }
    }

    /** Ends a call; what is charged until the next one only adds up. */
    public void end() {
        ticks += fuelGiven - fuel;
        fuel = 0;
        fuelGiven = 0;
        running = false;
    }

    /** Forgets what was charged, when everything charged has been dropped. */
    void forget() {
        used = 0;
    }

    /** Charges one step. */
    public void tick() {
        if (--fuel < 0) {
            readClock();
        }
    }

    /** Charges several steps at once, before they are made. */
    public void charge(long steps) {
        if (steps < fuel) {
            fuel -= (int) steps;
        } else if (running) {
            ticks += steps;
            readClock();
            // The steps paid for come after this look at the clock: look again right after them.
            ticks += fuelGiven - fuel;
            fuel = 0;
            fuelGiven = 0;
        }
    }

    /** Charges one of many small steps of a loop that counts them: a few at a time. */
    public void stride(int step) {
        if (step % STRIDE == 0) {
            charge(STRIDE / 2);
        }
    }

    /** Charges work on so many bytes or characters that the machine does in bulk: copies, comparisons. */
    public void chargeBulk(long bytes) {
        charge((bytes >> BYTES_PER_TICK_SHIFT) + 1);
    }

    /** Charges memory, before it is allocated. */
    public void allocate(long bytes) {
        used += bytes;
        if (used > memoryLimit) {
            overdraw(bytes);
        }
        if (bytes >= BIG_ALLOCATION_BYTES) {
            chargeBulk(bytes);
        }
    }

    /** Charges a new string. */
    public void allocateString(long length) {
        allocate(STRING_HEADER_BYTES + length);
    }

    static long stringBytes(long length) {
        return STRING_HEADER_BYTES + length;
    }

    /** Steps charged since the call began. */
    public long ticks() {
        return ticks + fuelGiven - fuel;
    }

    /** Bytes charged since the call began. */
    public long allocated() {
        return used - usedAtStart + freed;
    }

    /** Nanoseconds on the wall since the call began. */
    public long elapsedNanos() {
        return clock.wallNanos() - wallStart;
    }

    private void readClock() {
        if (!running) {
            fuel = 0;
            fuelGiven = 0;
            return;
        }
        ticks += fuelGiven - fuel;
        fuel = TICKS_BETWEEN_CLOCK_READS;
        fuelGiven = TICKS_BETWEEN_CLOCK_READS;
        long wall = clock.wallNanos() - wallStart;
        if (cpuStart == CPU_UNKNOWN) {
            // Reading the processor time costs as much as a short call: only calls that last pay for it.
            cpuStart = clock.cpuNanos();
        } else if (wall >= timeLimitNanos
                && (wall / WALL_FACTOR >= timeLimitNanos || clock.cpuNanos() - cpuStart >= timeLimitNanos)) {
            throw new LuaLimitExceeded(
                    Limit.TIME, "the script used more than its " + timeLimitNanos / 1_000_000.0 + " ms of time");
        }
    }

    private void overdraw(long bytes) {
        if (!running) {
            return;
        }
        long before = used - bytes;
        if (bytes > memoryLimit || allocated() / CHURN_FACTOR > memoryLimit) {
            used = before;
            throw outOfMemory();
        }
        long retained = walk.applyAsLong(memoryLimit);
        freed += before - retained;
        used = retained + bytes;
        if (used > memoryLimit) {
            throw outOfMemory();
        }
    }

    private LuaLimitExceeded outOfMemory() {
        return new LuaLimitExceeded(Limit.MEMORY, "the script used more than its " + memoryLimit + " bytes of memory");
    }
}
