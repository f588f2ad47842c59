package io.fila.storage.rocks;

import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksObject;
import org.rocksdb.WALRecoveryMode;

/** RocksDB's options for data that is written once, read about once and dies young. Owns native memory until closed. */
final class Tuning implements AutoCloseable {
    private static final int BACKGROUND_JOBS = 2;
    private static final int OPEN_FILES = 512;
    private static final int LOG_FILES = 2;
    private static final long LOG_FILE_BYTES = 1 << 20;
    private static final long MANIFEST_BYTES = 4 << 20;
    private static final long SYNC_BYTES = 1 << 20;
    private static final double BLOOM_BITS = 10;

    private final List<RocksObject> owned = new ArrayList<>();
    private final Cache cache;
    private final BloomFilter filter;
    private final long writeBufferBytes;
    private final DBOptions database;

    Tuning(long cacheBytes, long writeBufferBytes) {
        this.writeBufferBytes = writeBufferBytes;
        this.cache = own(new LRUCache(cacheBytes));
        this.filter = own(new BloomFilter(BLOOM_BITS));
        this.database = own(databaseOptions());
    }

    DBOptions database() {
        return database;
    }

    private DBOptions databaseOptions() {
        return new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setParanoidChecks(true)
                // A torn end is what a crash leaves; damage before the end was ruled out by WalCheck.
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                // Together they bound the log: replay stays short and a small disk is not filled by it.
                .setDbWriteBufferSize(writeBufferBytes)
                .setMaxTotalWalSize(writeBufferBytes)
                // What is in the log stays there: an open writes nothing and takes no longer than reading it.
                .setAvoidFlushDuringRecovery(true)
                .setMaxBackgroundJobs(BACKGROUND_JOBS)
                .setMaxOpenFiles(OPEN_FILES)
                .setBytesPerSync(SYNC_BYTES)
                .setWalBytesPerSync(SYNC_BYTES)
                .setMaxManifestFileSize(MANIFEST_BYTES)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(LOG_FILE_BYTES)
                .setKeepLogFileNum(LOG_FILES)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    List<ColumnFamilyDescriptor> families() {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        for (Family family : Family.values()) {
            families.add(new ColumnFamilyDescriptor(family.titleBytes(), own(options(family))));
        }
        return families;
    }

    private ColumnFamilyOptions options(Family family) {
        // Uncompressed and without shared prefixes: in a damaged block every other record stays readable.
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setUseDeltaEncoding(false)
                .setBlockRestartInterval(1);
        ColumnFamilyOptions options = new ColumnFamilyOptions()
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setWriteBufferSize(writeBufferBytes / 2);
        if (family == Family.BODIES) {
            table.setFilterPolicy(filter);
        }
        return options.setTableFormatConfig(table);
    }

    private <T extends RocksObject> T own(T object) {
        owned.add(object);
        return object;
    }

    @Override
    public void close() {
        owned.reversed().forEach(RocksObject::close);
        owned.clear();
    }
}
