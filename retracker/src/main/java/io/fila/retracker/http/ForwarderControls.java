package io.fila.retracker.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Carries out what operators order for a forwarder. */
@FunctionalInterface
public interface ForwarderControls {
    /** An order. */
    sealed interface Order {}

    /** Ask it again, whatever was said before. */
    record Enable() implements Order {}

    /** Do not ask it until it is enabled, even after a restart. */
    record Disable() implements Order {}

    /** Do not ask it for this long. */
    record Suspend(Duration time) implements Order {}

    /** Carries an order out for the forwarder of a name; false if there is none. */
    CompletableFuture<Boolean> carryOut(String name, Order order);
}
