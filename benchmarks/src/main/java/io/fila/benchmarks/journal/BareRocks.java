package io.fila.benchmarks.journal;

import io.fila.core.record.Record;
import io.fila.storage.rocks.Family;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.VectorMemTableConfig;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB with the families that a life needs, the store's options, and whatever a variant changes about them. */
final class BareRocks implements Contender, Changes {
    private static final long BUFFERS_BYTES = 64 << 20;
    private static final long TABLE_BYTES = 16 << 20;

    private final Map<Family, ColumnFamilyHandle> families = new EnumMap<>(Family.class);
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final RocksDB rocks;
    private final WriteBatch batch = new WriteBatch();
    private final WriteOptions options;

    /** What is different from the store's options. */
    enum Variant {
        NOTHING,
        PIPELINED_WRITE,
        UNORDERED_WRITE,
        VECTOR_MEMTABLE,
        FOURFOLD_BUFFERS,
        NO_LOG
    }

    BareRocks(Path directory, Variant variant, boolean sync) throws RocksDBException {
        RocksDB.loadLibrary();
        long factor = variant == Variant.FOURFOLD_BUFFERS ? 4 : 1;
        DBOptions database = new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setDbWriteBufferSize(factor * BUFFERS_BYTES)
                .setMaxTotalWalSize(factor * BUFFERS_BYTES)
                .setMaxBackgroundJobs(2)
                .setBytesPerSync(1 << 20)
                .setWalBytesPerSync(1 << 20)
                .setEnablePipelinedWrite(variant == Variant.PIPELINED_WRITE)
                .setUnorderedWrite(variant == Variant.UNORDERED_WRITE)
                .setAllowConcurrentMemtableWrite(variant != Variant.VECTOR_MEMTABLE)
                .setAtomicFlush(variant == Variant.NO_LOG);
        List<ColumnFamilyDescriptor> described = new ArrayList<>();
        described.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY));
        for (Family family : Family.values()) {
            described.add(new ColumnFamilyDescriptor(
                    family.title().getBytes(StandardCharsets.UTF_8), options(variant, factor)));
        }
        rocks = RocksDB.open(database, directory.toString(), described, handles);
        // The first is the one that RocksDB insists on.
        Iterator<ColumnFamilyHandle> opened = handles.listIterator(1);
        for (Family family : Family.values()) {
            families.put(family, opened.next());
        }
        options =
                new WriteOptions().setSync(sync && variant != Variant.NO_LOG).setDisableWAL(variant == Variant.NO_LOG);
    }

    private static ColumnFamilyOptions options(Variant variant, long factor) {
        ColumnFamilyOptions family = new ColumnFamilyOptions()
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setWriteBufferSize(factor * TABLE_BYTES)
                .setTargetFileSizeBase(TABLE_BYTES)
                .setMaxBytesForLevelBase(4 * TABLE_BYTES)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setUseDeltaEncoding(false)
                        .setBlockRestartInterval(1)
                        .setFilterPolicy(new BloomFilter(10)));
        return variant == Variant.VECTOR_MEMTABLE ? family.setMemTableConfig(new VectorMemTableConfig()) : family;
    }

    @Override
    public void put(Family family, byte[] key, byte[] value) {
        try {
            batch.put(families.get(family), key, value);
        } catch (RocksDBException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void delete(Family family, byte[] key) {
        try {
            batch.delete(families.get(family), key);
        } catch (RocksDBException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void commit(List<Record> turn) throws RocksDBException {
        write(turn);
        commit();
    }

    /** Writes what was put and deleted since the last time. */
    void commit() throws RocksDBException {
        rocks.write(options, batch);
        batch.clear();
    }

    long batchBytes() {
        return batch.getDataSize();
    }

    /** Moves everything into tables. */
    void flush() throws RocksDBException {
        try (FlushOptions flush = new FlushOptions()) {
            rocks.flush(flush, handles);
        }
    }

    @Override
    public String note() {
        return "";
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        rocks.close();
        batch.close();
        options.close();
    }
}
