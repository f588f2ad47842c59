package io.fila.storage;

import io.fila.storage.codec.Checksum;
import io.fila.storage.log.Log;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Recent;
import io.fila.storage.rocks.StorageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A look at a data directory from outside: what is in it, and what is wrong with it. Nothing is changed, and a broker may be
 * using it; what it writes meanwhile is not seen.
 */
public final class Examination implements AutoCloseable {
    private static final byte[] FIRST = {};

    private final Database database;
    private final List<String> logFaults;

    private Examination(Database database, List<String> logFaults) {
        this.database = database;
        this.logFaults = logFaults;
    }

    /**
     * What was found.
     *
     * @param records how many there are of each kind, sound or not
     * @param faults sentences about what is damaged; none if all is well
     */
    public record Finding(Map<String, Long> records, List<String> faults) {}

    /**
     * Opens a data directory to look at it.
     *
     * @throws StorageException if there is none, it is of another format, or RocksDB can't open it
     */
    public static Examination of(Path directory) {
        Path rocks = directory.resolve(RocksStore.SUBDIRECTORY);
        if (!Files.isDirectory(rocks)) {
            throw new StorageException("Expected a data directory at " + directory + " but it has no "
                    + rocks.getFileName() + "; name the one that server.data_dir names.");
        }
        Format.check(directory);
        // The log before the tables: what a broker applies meanwhile is then found twice, never missed.
        Recent recent = new Recent();
        List<String> logFaults = Log.look(directory.resolve(RocksStore.LOG), applied(rocks), recent);
        return new Examination(open(rocks, recent), logFaults);
    }

    private static Database open(Path rocks, Recent recent) {
        return Database.openToRead(rocks, StorageSettings.defaults().allowance(), recent);
    }

    private static long applied(Path rocks) {
        try (Database database = open(rocks, new Recent())) {
            return database.applied().position();
        }
    }

    /** Reads everything once. */
    public Finding run() {
        List<String> faults = new ArrayList<>(logFaults);
        Stream.ofNullable(database.logDamage()).forEach(faults::add);
        String damage = database.damage();
        if (damage != null) {
            faults.add("A file is damaged: " + damage);
        }
        Map<Family, Long> counts = new EnumMap<>(Family.class);
        for (Family family : Family.values()) {
            if (!database.has(family)) {
                continue;
            }
            long[] found = {0, 0};
            boolean readable = database.scan(family, FIRST, null, (key, value) -> {
                found[0]++;
                found[1] += Checksum.isIntact(key, value) ? 0 : 1;
                return true;
            });
            counts.put(family, found[0]);
            if (!readable) {
                faults.add("Of " + family.title() + " only " + found[0]
                        + " records could be read before a damaged block.");
            }
            if (found[1] > 0) {
                faults.add(
                        "Of " + family.title() + ", " + found[1] + " of " + found[0] + " records fail their checksum.");
            }
        }
        Map<String, Long> records = new LinkedHashMap<>();
        counts.forEach((family, count) -> records.put(family.title(), count));
        return new Finding(records, faults);
    }

    /** What is in this directory's quarantine. */
    public Quarantine quarantine() {
        return new Quarantine(database, InstantSource.system());
    }

    @Override
    public void close() {
        database.close();
    }
}
