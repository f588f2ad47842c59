package io.fila.core.broker;

import io.fila.core.Limits;

/**
 * What an operator can set about scheduling.
 *
 * @param quantum deliveries a key of weight 1 gets a round at most
 * @param sparseAllowance deliveries a key that has just become active may have ahead of the round; 0 for none
 * @param consumerWindow messages a consumer may hold before it has settled any; then as many as it shows it can do, and never
 *     more than {@link Limits#inFlightPerConsumer}
 */
public record BrokerSettings(int quantum, int sparseAllowance, int consumerWindow, Limits limits) {
    public static final int DEFAULT_QUANTUM = 1000;
    public static final int DEFAULT_SPARSE_ALLOWANCE = 4;
    public static final int DEFAULT_CONSUMER_WINDOW = 16;

    /** Settings by which consumers may hold as many messages as the limits let them, from the start. */
    public BrokerSettings(int quantum, int sparseAllowance, Limits limits) {
        this(quantum, sparseAllowance, limits.inFlightPerConsumer(), limits);
    }

    public static BrokerSettings defaults() {
        return new BrokerSettings(
                DEFAULT_QUANTUM, DEFAULT_SPARSE_ALLOWANCE, DEFAULT_CONSUMER_WINDOW, Limits.defaults());
    }
}
