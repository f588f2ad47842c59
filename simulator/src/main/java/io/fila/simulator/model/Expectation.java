package io.fila.simulator.model;

import io.fila.core.reply.Refusal;
import java.util.EnumSet;
import java.util.Set;

/** How a command may be answered. */
public record Expectation(boolean mayAccept, Set<Refusal.Code> mayRefuse) {
    static final Expectation ACCEPT = new Expectation(true, EnumSet.noneOf(Refusal.Code.class));

    static Expectation refuse(Refusal.Code code) {
        return new Expectation(false, EnumSet.of(code));
    }

    static Expectation either(Refusal.Code code) {
        return new Expectation(true, EnumSet.of(code));
    }
}
