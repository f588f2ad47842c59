package io.fila.core;

/**
 * The scheduling settings of a broker.
 *
 * @param quantum the most deliveries per round for a key of weight 1
 * @param sparseAllowance deliveries that a key that has just become active may borrow ahead of the round; 0 means none
 * @param consumerWindow messages a consumer may hold before it settles any; the window then adapts, up to
 *     {@link Limits#inFlightPerConsumer}
 */
public record BrokerSettings(int quantum, int sparseAllowance, int consumerWindow, Limits limits) {
    public static final int DEFAULT_QUANTUM = 1000;
    public static final int DEFAULT_SPARSE_ALLOWANCE = 4;
    public static final int DEFAULT_CONSUMER_WINDOW = 16;

    /** Settings without windows: consumers may hold as many messages as the limits allow, from the start. */
    public BrokerSettings(int quantum, int sparseAllowance, Limits limits) {
        this(quantum, sparseAllowance, limits.inFlightPerConsumer(), limits);
    }

    public static BrokerSettings defaults() {
        return new BrokerSettings(
                DEFAULT_QUANTUM, DEFAULT_SPARSE_ALLOWANCE, DEFAULT_CONSUMER_WINDOW, Limits.defaults());
    }
}
