package io.fila.benchmarks.journal;

import io.fila.core.record.Record;
import io.fila.storage.Durability;
import io.fila.storage.RocksStore;
import io.fila.storage.StorageSettings;
import java.nio.file.Path;
import java.util.List;

/** The broker's own store, with its settings as they come. */
final class BrokersStore implements Contender {
    private final RocksStore store;

    BrokersStore(Path directory, boolean sync) {
        store = RocksStore.open(
                directory,
                StorageSettings.defaults().with(sync ? Durability.GROUP : Durability.OS),
                report -> System.err.println(report));
    }

    @Override
    public void commit(List<Record> turn) {
        store.commit(turn);
    }

    @Override
    public String note() {
        return "";
    }

    @Override
    public void close() {
        store.close();
    }
}
