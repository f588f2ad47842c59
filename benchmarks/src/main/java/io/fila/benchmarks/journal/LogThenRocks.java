package io.fila.benchmarks.journal;

import io.fila.core.record.Record;
import io.fila.storage.rocks.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * A turn is one append to a log. What it changes is also kept in memory, by key, without the bodies, and goes to RocksDB in the
 * background when the log has grown enough: what came and went meanwhile never gets there.
 */
final class LogThenRocks implements Contender, Changes {
    private static final long APPLY_EVERY_BYTES = 64 << 20;
    private static final long BATCH_BYTES = 4 << 20;
    private static final byte[] NOTHING = {};

    private final SegmentLog log;
    private final BareRocks rocks;
    private final ExecutorService applier = Executors.newSingleThreadExecutor();
    private final Object reading = new Object();
    private Map<Family, NavigableMap<byte[], Change>> recent = new EnumMap<>(Family.class);
    private Future<Boolean> applying = CompletableFuture.completedFuture(true);
    private long appliedTo;
    private long made;
    private long applied;

    /** The newest about a key: a value in memory, or in a segment, or a deletion that RocksDB has to be told of. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Change(
            byte @Nullable [] value, SegmentLog.@Nullable Segment segment, int offset, int length, boolean isBelow) {}

    LogThenRocks(Path directory, boolean sync) throws IOException, RocksDBException {
        log = new SegmentLog(Files.createDirectory(directory.resolve("log")), sync);
        rocks = new BareRocks(Files.createDirectory(directory.resolve("rocksdb")), BareRocks.Variant.NO_LOG, false);
    }

    private NavigableMap<byte[], Change> changes(Family family) {
        return recent.computeIfAbsent(family, each -> new TreeMap<>(Arrays::compareUnsigned));
    }

    @Override
    public void put(Family family, byte[] key, byte[] value) {
        made++;
        int offset = log.add(family.code(), key, value);
        boolean isBody = family == Family.BODIES;
        Change change = isBody
                ? new Change(null, log.segment(), offset, value.length, false)
                : new Change(value, null, 0, 0, family == Family.LANES);
        NavigableMap<byte[], Change> changes = changes(family);
        Change before = changes.put(key, change);
        if (before != null && before.isBelow() && !change.isBelow()) {
            changes.put(key, new Change(change.value(), change.segment(), offset, value.length, true));
        }
    }

    @Override
    public void delete(Family family, byte[] key) {
        made++;
        log.add(-family.code(), key, NOTHING);
        NavigableMap<byte[], Change> changes = changes(family);
        Change before = changes.get(key);
        if (before != null && !before.isBelow()) {
            changes.remove(key);
        } else {
            changes.put(key, new Change(null, null, 0, 0, true));
        }
    }

    @Override
    public void commit(List<Record> turn) throws Exception {
        synchronized (reading) {
            write(turn);
        }
        log.append();
        if (log.position() - appliedTo > APPLY_EVERY_BYTES) {
            apply();
        }
    }

    /** Waits for the changes before these to be applied: the log does not grow beyond twice what is applied at a time. */
    private void apply() throws ExecutionException, InterruptedException {
        boolean _ = applying.get();
        Map<Family, NavigableMap<byte[], Change>> frozen = recent;
        synchronized (reading) {
            recent = new EnumMap<>(Family.class);
        }
        appliedTo = log.position();
        int segments = log.fullSegments();
        applying = applier.submit(() -> {
            for (Map.Entry<Family, NavigableMap<byte[], Change>> family : frozen.entrySet()) {
                for (Map.Entry<byte[], Change> each : family.getValue().entrySet()) {
                    apply(family.getKey(), each.getKey(), each.getValue());
                }
            }
            rocks.commit();
            rocks.flush();
            log.recycle(segments);
            return true;
        });
    }

    private void apply(Family family, byte[] key, Change change) throws IOException, RocksDBException {
        applied++;
        SegmentLog.Segment segment = change.segment();
        byte[] value = segment == null ? change.value() : segment.read(change.offset(), change.length());
        if (value == null) {
            rocks.delete(family, key);
        } else {
            rocks.put(family, key, value);
        }
        if (rocks.batchBytes() > BATCH_BYTES) {
            rocks.commit();
        }
    }

    @Override
    public String note() {
        return String.format(Locale.ROOT, "  %.0f %% of the changes applied", 100.0 * applied / made);
    }

    @Override
    public void close() throws IOException {
        // Ends when what was handed to it is applied.
        applier.close();
        rocks.close();
        log.close();
    }
}
