package io.fila.simulator.process;

import io.fila.core.reply.Refusal;
import org.jspecify.annotations.Nullable;

/** What a command was answered: a value or a refusal. */
public record Answer(@Nullable Object value, @Nullable Refusal refusal) {
    public boolean accepted() {
        return refusal == null;
    }

    @Override
    public String toString() {
        return refusal == null ? String.valueOf(value) : refusal.code() + " " + refusal.sentence();
    }
}
