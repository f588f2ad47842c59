package io.fila.retracker.forwarder;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The jobs that wait for a time of their own: of a torrent at a forwarder there is one, whichever client it is for. Any
 * thread may call it.
 */
final class ScheduledTwins {
    /** Whether a job is scheduled. */
    enum Outcome {
        CLAIMED,
        /** A twin of it is already. */
        TWIN,
        /** Too many others are. */
        FULL
    }

    private record Claim(String owner, long dueMillis) {}

    private record Expiry(long dueMillis, String key) implements Comparable<Expiry> {
        @Override
        public int compareTo(Expiry other) {
            return Long.compare(dueMillis, other.dueMillis);
        }
    }

    private final int most;
    private final Map<String, Claim> claims = new HashMap<>();
    private final PriorityQueue<Expiry> expiries = new PriorityQueue<>();

    /**
     * @param most jobs that may be scheduled
     */
    ScheduledTwins(int most) {
        this.most = most;
    }

    /** Notes that a job is scheduled, if it may be. */
    synchronized Outcome claim(AnnounceJob job, long dueMillis, long nowMillis) {
        forgetDue(nowMillis);
        Claim before = claims.get(job.scheduleKey());
        if (before != null && !before.owner().equals(job.dedupKey())) {
            return Outcome.TWIN;
        }
        if (before == null && claims.size() >= most) {
            return Outcome.FULL;
        }
        claims.put(job.scheduleKey(), new Claim(job.dedupKey(), dueMillis));
        expiries.add(new Expiry(dueMillis, job.scheduleKey()));
        return Outcome.CLAIMED;
    }

    /** When the twin of a job is due that another client is waiting for; 0 if there is none. */
    synchronized long twinDueMillis(AnnounceJob job, long nowMillis) {
        forgetDue(nowMillis);
        Claim claim = claims.get(job.scheduleKey());
        return claim == null || claim.owner().equals(job.dedupKey()) ? 0 : claim.dueMillis();
    }

    /** A job is not scheduled any more; when it was due, 0 if it was not scheduled. */
    synchronized long release(AnnounceJob job, long nowMillis) {
        forgetDue(nowMillis);
        Claim claim = claims.get(job.scheduleKey());
        if (claim == null || !claim.owner().equals(job.dedupKey())) {
            return 0;
        }
        claims.remove(job.scheduleKey());
        return claim.dueMillis();
    }

    synchronized int size(long nowMillis) {
        forgetDue(nowMillis);
        return claims.size();
    }

    private void forgetDue(long nowMillis) {
        for (Expiry next = expiries.peek(); next != null && next.dueMillis() <= nowMillis; next = expiries.peek()) {
            expiries.poll();
            Claim claim = claims.get(next.key());
            if (claim != null && claim.dueMillis() <= nowMillis) {
                claims.remove(next.key());
            }
        }
    }
}
