package io.fila.lua.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Where a budget reads the time from: the wall's and the calling thread's own. */
public interface Clock {
    /** Nanoseconds on a monotonic clock. */
    long wallNanos();

    /** Nanoseconds of processor time the calling thread has used, or the wall clock where that is not known. */
    long cpuNanos();

    /** The clocks of this machine. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    /** The clocks of the Java virtual machine. */
    final class SystemClock implements Clock {
        private static final SystemClock INSTANCE = new SystemClock();
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final boolean measuresCpu =
                threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();

        private SystemClock() {}

        @Override
        public long wallNanos() {
            return System.nanoTime();
        }

        @Override
        public long cpuNanos() {
            // A virtual thread has no processor time of its own.
            return measuresCpu && !Thread.currentThread().isVirtual()
                    ? threads.getCurrentThreadCpuTime()
                    : System.nanoTime();
        }
    }
}
