package io.fila.server.host;

import io.fila.core.journal.Archive;
import io.fila.core.journal.Journal;
import io.fila.server.config.Config;
import io.fila.storage.Backup;
import io.fila.storage.DiskGauge;
import io.fila.storage.ReplicaStore;
import io.fila.storage.RocksStore;
import io.fila.storage.StopMark;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The storage of a broker.
 *
 * @param archive what the journal wrote, for any thread
 * @param room tells when the disk is too full; null where there is no disk
 * @param reclaim gives back the room of what was consumed
 * @param log tells of what it appends, and of what is not applied yet; null where there is no log
 * @param backups makes a backup in a directory; null where there is nothing to make one of
 * @param past how its last use ended
 * @param ending closes it; nothing is read or written any more
 */
public record Storage(
        Journal journal,
        Archive archive,
        @Nullable DiskGauge room,
        Runnable reclaim,
        @Nullable LogProbe log,
        @Nullable Function<Path, Backup.Size> backups,
        LastStop past,
        Runnable ending)
        implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(Storage.class);

    /** The directory that the configuration names. */
    static Storage onDisk(Config config) {
        Path directory = config.server().dataDirectory();
        RocksStore store = RocksStore.open(directory, config.storage(), sentence -> logger.error("{}", sentence));
        return new Storage(
                store,
                store,
                DiskGauge.of(directory, config.storage()),
                store::reclaim,
                new LogProbe(store::listen, store::unapplied),
                store::backup,
                past(store.past()),
                store::close);
    }

    /**
     * What a node of a cluster has, for the time that it leads; the node keeps it open.
     *
     * @param freeBytes the room on disk that the cluster has
     * @param backups makes a backup of the node
     */
    public static Storage ofNode(
            Config config,
            ReplicaStore store,
            Journal journal,
            LongSupplier freeBytes,
            Function<Path, Backup.Size> backups) {
        return new Storage(
                journal,
                store,
                DiskGauge.of(freeBytes, config.storage()),
                store::reclaim,
                null,
                backups,
                past(store.past()),
                () -> {});
    }

    private static LastStop past(StopMark.Found found) {
        return switch (found) {
            case NEW -> LastStop.NEW;
            case CLEAN -> LastStop.CLEAN_STOP;
            case UNCLEAN -> LastStop.UNCLEAN_STOP;
        };
    }

    /** A store that is gone with the process. */
    public static <S extends Journal & Archive> Storage inMemory(S store) {
        return new Storage(store, store, null, () -> {}, null, null, LastStop.NONE, () -> {});
    }

    @Override
    public void close() {
        ending.run();
    }
}
