package io.fila.core.consumer;

/** The number of one consumer's connection; unique while the process lives. */
public record ConsumerId(long value) {
    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }
}
