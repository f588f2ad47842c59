package io.fila.storage.rocks;

import java.nio.file.Path;
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
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksObject;
import org.rocksdb.TablePropertiesCollectorFactory;
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

    /** A table is worth compacting if so many of so many entries in a row, or such a part of all, are deletions. */
    private static final long DELETION_WINDOW = 10_000;

    private static final long DELETION_TRIGGER = 5_000;
    private static final double DELETION_RATIO = 0.5;

    private final List<RocksObject> owned = new ArrayList<>();
    private final Cache cache;
    private final BloomFilter filter;
    private final Allowance allowance;
    private final DBOptions database;
    private final Options collecting;
    private final boolean strict;
    private final boolean isDirect;

    private Tuning(Allowance allowance, boolean strict, boolean isDirect) {
        this.strict = strict;
        this.isDirect = isDirect;
        this.allowance = allowance;
        this.cache = own(new LRUCache(allowance.cacheBytes()));
        this.filter = own(new BloomFilter(BLOOM_BITS));
        this.database = own(databaseOptions());
        // Tables full of deletions are compacted soon, so that what was consumed gives its room back.
        this.collecting = own(new Options());
        collecting.setTablePropertiesCollectorFactory(
                List.of(own(TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                        DELETION_WINDOW, DELETION_TRIGGER, DELETION_RATIO))));
    }

    /**
     * For normal use in a directory: damage stops RocksDB as soon as its own work meets it; that work starts when we say so.
     */
    static Tuning strict(Allowance allowance, Path directory) {
        return new Tuning(allowance, true, DirectWrites.arePossibleBeside(directory));
    }

    /** For what is left of a damaged database: opens whatever opens and does no work of its own. */
    static Tuning lenient(Allowance allowance) {
        return new Tuning(allowance, false, false);
    }

    DBOptions database() {
        return database;
    }

    private DBOptions databaseOptions() {
        return new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setParanoidChecks(strict)
                // Only directories of older brokers have anything in RocksDB's own log. A crash may leave a torn end;
                // WalCheck has ruled out damage before it.
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                // Together they bound the log: replay stays short and a small disk is not filled by it.
                .setDbWriteBufferSize(allowance.buffersBytes())
                .setMaxTotalWalSize(allowance.buffersBytes())
                // The log stays as it is: opening writes nothing and takes no longer than reading it.
                .setAvoidFlushDuringRecovery(true)
                // Without RocksDB's log its families must not get ahead of each other.
                .setAtomicFlush(true)
                .setMaxBackgroundJobs(BACKGROUND_JOBS)
                // Past the page cache: who reads soon has it from the log, whose pages stay, and pages for new
                // files may cost the kernel more than the rest of a flush.
                .setUseDirectIoForFlushAndCompaction(isDirect)
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
        families.add(new ColumnFamilyDescriptor(
                RocksDB.DEFAULT_COLUMN_FAMILY,
                own(new ColumnFamilyOptions()).setWriteBufferSize(allowance.tableBytes())));
        for (Family family : Family.values()) {
            families.add(new ColumnFamilyDescriptor(family.titleBytes(), options(family)));
        }
        return families;
    }

    private ColumnFamilyOptions options(Family family) {
        // Uncompressed and without shared prefixes: in a damaged block every other record stays readable. Indexes are
        // not in the cache but read, and verified, with the table: nothing else is ever read unverified than data.
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setFormatVersion(TableFile.FORMAT_VERSION)
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(false)
                .setUseDeltaEncoding(false)
                .setBlockRestartInterval(1);
        ColumnFamilyOptions options = own(new ColumnFamilyOptions(collecting))
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setDisableAutoCompactions(true)
                .setWriteBufferSize(allowance.tableBytes())
                .setTargetFileSizeBase(allowance.tableBytes())
                .setMaxBytesForLevelBase(allowance.compactionBytes())
                .setMaxCompactionBytes(allowance.compactionBytes());
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
