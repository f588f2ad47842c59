package io.fila.server.host;

import io.fila.storage.log.LogListener;
import io.fila.storage.rocks.Unapplied;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How a log can be looked at: whoever listens hears of its appends. */
public record LogProbe(Consumer<LogListener> listening, Supplier<Unapplied> unapplied) {
    /** Tells these listeners of the log's appends. */
    void tell(List<? extends BrokerListener> listeners) {
        listening.accept(new LogListener() {
            @Override
            public void appended(long nanos) {
                listeners.forEach(listener -> listener.appended(nanos));
            }

            @Override
            public void synced(long nanos) {
                listeners.forEach(listener -> listener.synced(nanos));
            }
        });
    }
}
