package io.fila.core.explain;

/**
 * Somebody who holds messages that others wait for.
 *
 * @param consumer its number; 0 for whoever got them before the broker started
 */
public record Holder(long consumer, int messages) {}
