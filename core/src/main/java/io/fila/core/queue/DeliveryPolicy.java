package io.fila.core.queue;

/**
 * How a queue delivers its messages.
 *
 * @param maxInFlight messages consumers hold at any time; 0 for the broker's limit
 * @param maxInFlightPerKey messages of one fairness key that consumers hold at any time; 0 for no limit
 * @param quantum deliveries a key of weight 1 gets a round; 0 for the broker's default
 * @param sparseAllowance deliveries a key that has just become active may have ahead of the round; negative for the broker's
 *     default
 * @param byPrincipal whether the fairness key of a message is the name of whoever sends it, whatever it asks for
 */
public record DeliveryPolicy(
        long maxInFlight, long maxInFlightPerKey, int quantum, int sparseAllowance, boolean byPrincipal) {
    public static final DeliveryPolicy DEFAULT = new DeliveryPolicy(0, 0, 0, -1);

    public DeliveryPolicy(long maxInFlight, long maxInFlightPerKey, int quantum, int sparseAllowance) {
        this(maxInFlight, maxInFlightPerKey, quantum, sparseAllowance, false);
    }
}
