package io.fila.retracker.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Where operators say what is to be done with a forwarder. */
@FunctionalInterface
public interface ForwarderControls {
    /** What they say. */
    sealed interface Order {}

    /** It is asked again, whatever it or we said before. */
    record Enable() implements Order {}

    /** It is not asked until it is enabled, also after a restart. */
    record Disable() implements Order {}

    /** It is not asked for so long. */
    record Suspend(Duration time) implements Order {}

    /** Carries an order out for the forwarder of a name; false if there is none. */
    CompletableFuture<Boolean> carryOut(String name, Order order);
}
