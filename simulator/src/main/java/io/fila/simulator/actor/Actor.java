package io.fila.simulator.actor;

/** Somebody or something that acts now and then until the life closes. */
public interface Actor {
    /** Acts once and tells after how many nanoseconds to act again. */
    long act();
}
