package io.fila.cluster;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** What the engine is told, and why it is not left at its defaults. */
final class EngineProperties {
    /** Of the log, in memory: a follower that is further behind is sent what is on disk. */
    private static final SizeInBytes CACHED = SizeInBytes.valueOf("32MB");

    private static final int CACHED_SEGMENTS = 2;

    /** What is sent at once, and so the largest entry: a turn goes in parts that are smaller. */
    private static final SizeInBytes SENT = SizeInBytes.valueOf("3MB");

    /** Outside the heap, for each log, from the start: the engine wants room for the largest entry with its frame. */
    private static final SizeInBytes WRITE_BUFFER = SizeInBytes.valueOf(SENT.getSize() + 1024);

    /**
     * Zeros that the engine writes ahead of the log, so that a sync need not also sync the file's size. Each term begins with a new
     * file and so with a sync of its zeros, by everybody, while nobody is served: 4 MB, its own choice, took ten milliseconds.
     */
    private static final SizeInBytes WRITTEN_AHEAD = SizeInBytes.valueOf("64KB");

    /** Entries after which the state machine is asked how much of the log may go; it answers at once. */
    private static final long ASK_EVERY = 100;

    private EngineProperties() {}

    static RaftProperties of(ClusterSettings settings, LogLimits limits, Path logDirectory) {
        RaftProperties properties = new RaftProperties();
        RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
        GrpcConfigKeys.Server.setHost(properties, settings.bind().host());
        GrpcConfigKeys.Server.setPort(properties, settings.bind().port());
        File directory = logDirectory.toFile();
        RaftServerConfigKeys.setStorageDir(properties, List.of(directory));
        RaftServerConfigKeys.setRemovedGroupsDir(properties, new File(directory, "removed"));
        setTimes(properties, settings);
        setLog(properties, limits);
        // A turn without records is confirmed by the lease if it holds, and by asking the others if not.
        RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
        RaftServerConfigKeys.Read.setLeaderLeaseEnabled(properties, true);
        // Nobody asks twice: what is proposed here is proposed once.
        RaftServerConfigKeys.RetryCache.setExpiryTime(properties, millis(Duration.ofSeconds(5)));
        return properties;
    }

    /** The engine sends a heartbeat twice in the shortest time after which a follower loses patience. */
    private static void setTimes(RaftProperties properties, ClusterSettings settings) {
        Duration election = settings.electionTimeout();
        Duration twoBeats = settings.heartbeatInterval().multipliedBy(2);
        Duration half = election.dividedBy(2);
        Duration atLeast = twoBeats.compareTo(half) > 0 ? twoBeats : half;
        Duration shortest = atLeast.compareTo(election) < 0 ? atLeast : election;
        RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(shortest));
        RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(election.plus(shortest.dividedBy(2))));
        // Who lost the majority, or was paused for as long, does not lead again at once; ten seconds would be too long
        // to wait.
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(properties, millis(election.multipliedBy(2)));
        // Otherwise the engine would close itself for good after a long pause of the process, without notice.
        RaftServerConfigKeys.setCloseThreshold(properties, millis(Duration.ofDays(365)));
    }

    private static void setLog(RaftProperties properties, LogLimits limits) {
        RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SizeInBytes.valueOf(limits.segmentBytes()));
        RaftServerConfigKeys.Log.setPreallocatedSize(properties, WRITTEN_AHEAD);
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, CACHED_SEGMENTS);
        RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, CACHED);
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, SENT);
        RaftServerConfigKeys.Log.setWriteBufferSize(properties, WRITE_BUFFER);
        // Otherwise the engine logs, after every commit, up to where entries are committed: a second entry for each
        // turn, to be
        // synced by everybody. A node that starts hears that from its leader.
        RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
        // With it on, a follower that is sent entries again while it still appends others that begin with the same one
        // takes them for those. It acks all of them, also those beyond, which it does not have: RaftServerImpl's
        // NavigableIndices.alreadyExists.
        RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(properties, false);
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
        RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, ASK_EVERY);
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(properties, false);
        // A node that is too far behind fetches a copy of the database: the engine only tells it to.
        RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(properties, false);
    }

    private static TimeDuration millis(Duration duration) {
        return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
    }
}
