package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Writes databases as brokers did that had no log but RocksDB's. */
public final class OldDatabase {
    private OldDatabase() {}

    /** One commit. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Put(Family family, byte[] key, byte[] value) {}

    /** Everything stays in RocksDB's log, as after a kill. */
    public static void write(Path directory, Allowance allowance, List<Put> commits) throws IOException {
        Files.createDirectories(directory);
        try (Database database = Database.open(directory, allowance, report -> {});
                WriteOptions logged = new WriteOptions()) {
            for (Put each : commits) {
                database.opening().rocks().put(database.handle(each.family()), logged, each.key(), each.value());
            }
        } catch (RocksDBException failure) {
            throw new IOException(failure);
        }
    }
}
