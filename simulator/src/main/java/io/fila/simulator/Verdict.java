package io.fila.simulator;

import io.fila.simulator.law.BrokenLawException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a life went.
 *
 * @param events lines of its trace
 * @param hash of its trace
 * @param broken what ended it early, if anything
 * @param lastLines of its trace
 */
record Verdict(
        long seed,
        long turns,
        long events,
        long simulatedNanos,
        long hash,
        @Nullable Throwable broken,
        List<String> lastLines) {

    boolean passed() {
        return broken == null;
    }

    /** The law that was broken, or what was thrown; null if it passed. One line. */
    @Nullable String cause() {
        return switch (broken) {
            case null -> null;
            case BrokenLawException law -> law.law();
            default -> broken.getClass().getSimpleName();
        };
    }

    /** For people: what broke, where, and how to repeat it. */
    String report() {
        StringBuilder report = new StringBuilder();
        report.append("Seed ").append(seed).append(" failed at turn ").append(turns);
        report.append(", event ").append(events).append(".\n");
        if (broken != null) {
            report.append(broken.getMessage() == null ? broken.toString() : broken.getMessage())
                    .append('\n');
            StackTraceElement[] stack = broken.getStackTrace();
            for (int i = 0; i < Math.min(8, stack.length); i++) {
                report.append("    at ").append(stack[i]).append('\n');
            }
        }
        report.append("The last events:\n");
        lastLines.forEach(line -> report.append("  ").append(line).append('\n'));
        report.append("To see it again: ./fila simulate --seed ").append(seed).append(" --trace\n");
        return report.toString();
    }
}
