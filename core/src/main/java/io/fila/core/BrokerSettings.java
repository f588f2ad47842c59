package io.fila.core;

/**
 * The scheduling settings of a broker.
 *
 * @param quantum the most deliveries per round for a key of weight 1
 * @param sparseAllowance deliveries that a key that has just become active may borrow ahead of the round; 0 means none
 * @param consumerWindow messages a consumer may hold before it settles any; the window then adapts, up to
 *     {@link Limits#inFlightPerConsumer}
 * @param firstQueueId the number of the first queue that it makes; those of brokers whose data may be put together differ for good
 */
public record BrokerSettings(int quantum, int sparseAllowance, int consumerWindow, long firstQueueId, Limits limits) {
    public static final int DEFAULT_QUANTUM = 1000;
    public static final int DEFAULT_SPARSE_ALLOWANCE = 4;
    public static final int DEFAULT_CONSUMER_WINDOW = 16;

    /** Settings of a broker whose queues are numbered from 1. */
    public BrokerSettings(int quantum, int sparseAllowance, int consumerWindow, Limits limits) {
        this(quantum, sparseAllowance, consumerWindow, 1, limits);
    }

    /** The same with another first number of queues. */
    public BrokerSettings numberingQueuesFrom(long first) {
        return new BrokerSettings(quantum, sparseAllowance, consumerWindow, first, limits);
    }

    /** Settings without windows: consumers may hold as many messages as the limits allow, from the start. */
    public BrokerSettings(int quantum, int sparseAllowance, Limits limits) {
        this(quantum, sparseAllowance, limits.inFlightPerConsumer(), limits);
    }

    public static BrokerSettings defaults() {
        return new BrokerSettings(
                DEFAULT_QUANTUM, DEFAULT_SPARSE_ALLOWANCE, DEFAULT_CONSUMER_WINDOW, Limits.defaults());
    }
}
