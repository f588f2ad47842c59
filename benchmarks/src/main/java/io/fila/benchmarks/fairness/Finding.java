package io.fila.benchmarks.fairness;

import org.jspecify.annotations.Nullable;

/**
 * One figure that is not a distribution of dwell times.
 *
 * @param what what was measured, in words
 * @param atLeast whether it may be more, because the measurement ended first
 * @param goal what is to be reached, in words; absent if nothing is promised
 * @param met whether it was reached; absent if nobody can tell
 */
record Finding(
        String name,
        String contender,
        String what,
        double value,
        String unit,
        boolean atLeast,
        @Nullable String goal,
        @Nullable Boolean met) {
    static Finding plain(String name, Broker broker, String what, double value, String unit) {
        return new Finding(name, broker.name(), what, value, unit, false, null, null);
    }

    Finding judged(String newGoal, boolean newMet) {
        return new Finding(name, contender, what, value, unit, atLeast, newGoal, newMet && !atLeast);
    }

    Finding orMore(boolean more) {
        return new Finding(name, contender, what, value, unit, more, goal, met);
    }
}
