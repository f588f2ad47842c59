package io.fila.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;

/**
 * Finds followers that the engine does not serve any more. They answer when they are asked, so nothing is wrong with them or the
 * network; but their logs stand still although there is more, or have less than the engine believes. A new leader begins to serve
 * everybody afresh, so the cure is that another node leads. One thread.
 */
final class Watchdog {
    /** Looks in a row at which a follower is found standing still before it counts: its log may be waiting for its disk. */
    static final int LOOKS = 4;

    private final Map<RaftPeerId, Standstill> standstills = new HashMap<>();

    /** A follower whose log has not moved. */
    private record Standstill(long lastIndex, int looks) {}

    /** Whoever leads from now on begins to watch anew. */
    void forget() {
        standstills.clear();
    }

    /**
     * Looks once at all followers.
     *
     * @param committed the last entry that a majority has
     * @param matched up to where the engine believes each follower's log to be the leader's, from before they were asked
     * @param reports of those that answered
     * @return those that are not served
     */
    Set<RaftPeerId> look(long committed, Map<RaftPeerId, Long> matched, Map<RaftPeerId, Progress> reports) {
        standstills.keySet().retainAll(reports.keySet());
        Set<RaftPeerId> unserved = new HashSet<>();
        reports.forEach((follower, progress) -> {
            if (looks(committed, matched.get(follower), progress, standstills.get(follower), follower) >= LOOKS) {
                unserved.add(follower);
            }
        });
        return unserved;
    }

    private int looks(
            long committed,
            @Nullable Long matched,
            Progress progress,
            @Nullable Standstill before,
            RaftPeerId follower) {
        long last = progress.lastIndex();
        boolean lacks = last < committed || (matched != null && last < matched);
        if (progress.isFetching() || !lacks) {
            standstills.remove(follower);
            return 0;
        }
        boolean moved = before == null || before.lastIndex() != last;
        Standstill now = new Standstill(last, moved || before == null ? 1 : before.looks() + 1);
        standstills.put(follower, now);
        return now.looks();
    }
}
