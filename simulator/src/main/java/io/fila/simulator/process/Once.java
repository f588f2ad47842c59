package io.fila.simulator.process;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is costly to get: asked for once, and only if somebody wants it. */
final class Once<T> implements Supplier<T> {
    private final Supplier<T> source;
    private @Nullable T value;

    Once(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public T get() {
        T known = value;
        if (known == null) {
            known = source.get();
            value = known;
        }
        return known;
    }
}
