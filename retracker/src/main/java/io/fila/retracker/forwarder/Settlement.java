package io.fila.retracker.forwarder;

import java.time.Duration;

/** What becomes of a job that was taken up. */
public sealed interface Settlement {
    /** It is over, whatever came of it. */
    record Done() implements Settlement {}

    /** It is to be taken up again, and is not forgotten meanwhile. */
    record Again(Duration delay) implements Settlement {}

    Settlement DONE = new Done();
}
