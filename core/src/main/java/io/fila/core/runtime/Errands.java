package io.fila.core.runtime;

import io.fila.core.journal.Errand;

/** Runs what the broker sends out, on threads of its own; results come back through the inbox. Must not block. */
public interface Errands {
    void run(Errand errand);
}
