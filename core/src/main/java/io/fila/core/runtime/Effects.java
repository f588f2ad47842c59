package io.fila.core.runtime;

import io.fila.core.journal.Effect;

/** Runs the broker's effects on other threads; results come back through the inbox. Must not block. */
public interface Effects {
    void run(Effect effect);
}
