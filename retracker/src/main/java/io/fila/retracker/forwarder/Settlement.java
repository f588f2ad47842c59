package io.fila.retracker.forwarder;

import java.time.Duration;

/** What happens to a job that was run. */
public sealed interface Settlement {
    /** It is over, whatever came of it. */
    record Done() implements Settlement {}

    /** It runs again later, and stays known until then. */
    record Again(Duration delay) implements Settlement {}

    Settlement DONE = new Done();
}
