package io.fila.core.broker;

import io.fila.core.Limits;

/**
 * What an operator can set about scheduling.
 *
 * @param quantum deliveries a key of weight 1 gets a round
 * @param sparseAllowance deliveries a key that has just become active may have ahead of the round; 0 for none
 */
public record BrokerSettings(int quantum, int sparseAllowance, Limits limits) {
    public static final int DEFAULT_QUANTUM = 1000;
    public static final int DEFAULT_SPARSE_ALLOWANCE = 4;

    public static BrokerSettings defaults() {
        return new BrokerSettings(DEFAULT_QUANTUM, DEFAULT_SPARSE_ALLOWANCE, Limits.defaults());
    }
}
