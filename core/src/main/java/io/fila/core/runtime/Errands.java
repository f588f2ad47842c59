package io.fila.core.runtime;

import io.fila.core.journal.Errand;

/** Runs the broker's errands on other threads; results come back through the inbox. Must not block. */
public interface Errands {
    void run(Errand errand);
}
