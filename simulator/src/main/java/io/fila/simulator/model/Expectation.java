package io.fila.simulator.model;

import io.fila.core.reply.Refusal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How a command may be answered.
 *
 * @param mayWait whether the answer may come in a later turn
 */
public record Expectation(boolean mayAccept, Set<Refusal.Code> mayRefuse, boolean mayWait) {
    static final Expectation ACCEPT = new Expectation(true, EnumSet.noneOf(Refusal.Code.class), false);

    /** Not now: somebody else has to decide first. */
    public static final Expectation LATER = new Expectation(false, EnumSet.noneOf(Refusal.Code.class), true);

    public static Expectation refuse(Refusal.Code code) {
        return new Expectation(false, EnumSet.of(code), false);
    }

    static Expectation either(Refusal.Code code) {
        return new Expectation(true, EnumSet.of(code), false);
    }

    /** Whatever it is, it depends on when the broker gets round to it. */
    static Expectation sometime(Refusal.Code... codes) {
        return new Expectation(true, EnumSet.copyOf(List.of(codes)), true);
    }
}
