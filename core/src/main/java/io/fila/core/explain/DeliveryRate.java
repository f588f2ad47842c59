package io.fila.core.explain;

import java.time.Duration;

/** So many messages of a queue went to consumers in so long, the last time there was. */
public record DeliveryRate(long deliveries, long nanos) {
    public static final DeliveryRate UNKNOWN = new DeliveryRate(0, 0);

    public boolean isKnown() {
        return deliveries > 0 && nanos > 0;
    }

    public double perSecond() {
        return isKnown() ? deliveries * (double) Duration.ofSeconds(1).toNanos() / nanos : 0;
    }
}
