package io.fila.simulator.actor;

/** A client or a fault that acts now and then until the life closes. */
public interface Actor {
    /** Acts once; returns after how many nanoseconds to act again. */
    long act();
}
