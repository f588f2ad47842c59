package io.fila.core.throttle;

/**
 * What the owner of a bucket spends for another broker.
 *
 * @param tokens none if there are none, or others wait for them
 * @param nextInNanos after how long there may be more; {@link Long#MAX_VALUE} for not by itself
 */
public record Loan(int tokens, long nextInNanos) {}
