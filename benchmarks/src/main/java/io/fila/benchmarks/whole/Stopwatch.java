package io.fila.benchmarks.whole;

import com.sun.management.OperatingSystemMXBean;
import io.fila.benchmarks.contender.Contender;
import java.lang.management.ManagementFactory;

/** Time by the wall and of the processors, from its making on. */
final class Stopwatch {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final OperatingSystemMXBean SELF = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Contender contender;
    private final long beginNanos = System.nanoTime();
    private final double brokerBegin;
    private final double clientBegin = clientCpuSeconds();

    Stopwatch(Contender contender) {
        this.contender = contender;
        brokerBegin = contender.brokerCpuSeconds();
    }

    long elapsedNanos() {
        return System.nanoTime() - beginNanos;
    }

    Throughput stop(long messages) {
        double seconds = elapsedNanos() / NANOS_PER_SECOND;
        return new Throughput(
                messages / seconds,
                (contender.brokerCpuSeconds() - brokerBegin) * MICROS_PER_SECOND / messages,
                (clientCpuSeconds() - clientBegin) * MICROS_PER_SECOND / messages);
    }

    private static double clientCpuSeconds() {
        return SELF.getProcessCpuTime() / NANOS_PER_SECOND;
    }
}
