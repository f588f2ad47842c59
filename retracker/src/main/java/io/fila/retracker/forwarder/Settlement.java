package io.fila.retracker.forwarder;

import java.time.Duration;

/** What becomes of a job that was run. */
public sealed interface Settlement {
    /** The job is over, whatever came of it. */
    record Done() implements Settlement {}

    /** The job runs again later and is remembered until then. */
    record Again(Duration delay) implements Settlement {}

    Settlement DONE = new Done();
}
