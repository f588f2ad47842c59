package io.fila.storage.rocks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** One opening of RocksDB's files: everything native that lives from then until it is closed. */
final class Opening implements AutoCloseable {
    private final RocksDB rocks;
    private final Tuning tuning;
    private final Map<Family, ColumnFamilyHandle> families = new EnumMap<>(Family.class);
    private final List<ColumnFamilyHandle> handles;
    private final WriteOptions writeOptions = new WriteOptions().setDisableWAL(true);

    /** Of these files alone: those of a mended database have the same names. */
    private final DamagedTables wreckage = new DamagedTables();

    private boolean compacting;

    private Opening(RocksDB rocks, Tuning tuning, List<ColumnFamilyHandle> handles) {
        this.rocks = rocks;
        this.tuning = tuning;
        this.handles = handles;
        Iterator<ColumnFamilyHandle> next = handles.iterator();
        // The first is the one that RocksDB insists on; in it are a note of a mending and the applied position.
        next.next();
        for (Family family : Family.values()) {
            if (next.hasNext()) {
                families.put(family, next.next());
            }
        }
    }

    static Opening of(Path directory, Tuning tuning) throws RocksDBException {
        try {
            WalCheck.check(directory);
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            RocksDB rocks = RocksDB.open(tuning.database(), directory.toString(), tuning.families(), handles);
            return new Opening(rocks, tuning, handles);
        } catch (RocksDBException | RuntimeException failure) {
            tuning.close();
            throw failure;
        }
    }

    /** Opens the files as they are, to look at them: nothing is written, and another process may be at work on them. */
    static Opening toRead(Path directory, Tuning tuning) throws RocksDBException {
        try {
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            RocksDB rocks =
                    RocksDB.openReadOnly(tuning.database(), directory.toString(), existing(directory, tuning), handles);
            return new Opening(rocks, tuning, handles);
        } catch (RocksDBException | RuntimeException failure) {
            tuning.close();
            throw failure;
        }
    }

    /** An older broker knew fewer families; new ones only ever come after those that are known. */
    private static List<ColumnFamilyDescriptor> existing(Path directory, Tuning tuning) throws RocksDBException {
        List<ColumnFamilyDescriptor> known = tuning.families();
        try (Options options = new Options()) {
            int there =
                    RocksDB.listColumnFamilies(options, directory.toString()).size();
            return known.subList(0, Math.min(there, known.size()));
        }
    }

    /** Whether there is such a family: in a database that was opened to be read, of an older broker, it may be missing. */
    boolean has(Family family) {
        return families.containsKey(family);
    }

    RocksDB rocks() {
        return rocks;
    }

    ColumnFamilyHandle handle(Family family) {
        ColumnFamilyHandle handle = families.get(family);
        if (handle == null) {
            throw new IllegalStateException("Expected every column family to be open but " + family + " is not.");
        }
        return handle;
    }

    List<ColumnFamilyHandle> handles() {
        return handles;
    }

    DamagedTables wreckage() {
        return wreckage;
    }

    /** Without RocksDB's own log: ours has everything that is not in tables yet. */
    WriteOptions writeOptions() {
        return writeOptions;
    }

    /** Lets RocksDB compact from the first write on: before, a compaction that meets damage would disturb the recovery. */
    void beginCompacting() throws RocksDBException {
        if (!compacting) {
            rocks.enableAutoCompaction(handles);
            compacting = true;
        }
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        rocks.close();
        writeOptions.close();
        tuning.close();
    }
}
