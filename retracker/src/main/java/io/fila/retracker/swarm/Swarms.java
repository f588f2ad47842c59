package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.InfoHash;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The peers of every torrent. Any thread may call it. A swarm lives as long as it has a peer that announced itself here;
 * what forwarders told goes with the last of them.
 */
public final class Swarms {
    /** Parts with a lock each, so that ports seldom wait for each other; limits are shared out among them. */
    private static final int MOST_SEGMENTS = 64;

    /** So few that chance does not make one part full long before the others. */
    private static final int LEAST_SHARE = 10_000;

    private final Segment[] segments;

    public Swarms(SwarmLimits limits) {
        this(limits, Math.clamp(Math.min(limits.hashes(), limits.peers()) / LEAST_SHARE, 1, MOST_SEGMENTS));
    }

    Swarms(SwarmLimits limits, int parts) {
        SwarmLimits share = limits.share(parts);
        segments = Stream.generate(() -> new Segment(share)).limit(parts).toArray(Segment[]::new);
    }

    /** Takes a peer in, or hears of it again; true if it was not known. */
    public boolean enter(Announce announce, long nowMillis) {
        return segment(announce.hash()).enter(announce, nowMillis);
    }

    /** Up to {@code most} peers for one that asks: not itself, no unreachable ones, each once. */
    public Selection select(Announce asker, int most, Family family, long nowMillis) {
        return segment(asker.hash()).select(asker, most, family, nowMillis);
    }

    /** Forgets a peer; returns the forwarders that know it. */
    public BitSet leave(InfoHash hash, Endpoint endpoint) {
        return segment(hash).leave(hash, endpoint);
    }

    public SwarmCounts counts(InfoHash hash, long nowMillis) {
        return segment(hash).counts(hash, nowMillis);
    }

    /**
     * Keeps the peers that a forwarder told of, instead of those it told before.
     *
     * @param isOurs true for an address that may be our own: what it shows under a client's port is that client
     */
    public void merge(InfoHash hash, int forwarder, List<Endpoint> found, Predicate<Endpoint> isOurs, long nowMillis) {
        segment(hash).merge(hash, forwarder, found, isOurs, nowMillis);
    }

    /** Notes that a forwarder knows a peer and must hear when it leaves; false if there is no such peer. */
    public boolean markKnown(InfoHash hash, Endpoint endpoint, int forwarder) {
        return segment(hash).markKnown(hash, endpoint, forwarder);
    }

    /** Notes that a peer says it is complete; true if it had not said so before. */
    public boolean completes(InfoHash hash, Endpoint endpoint) {
        return segment(hash).completes(hash, endpoint);
    }

    /** What the peer that announced last would announce; null if there is none. */
    public @Nullable Announce anyone(InfoHash hash) {
        return segment(hash).anyone(hash);
    }

    /** The forwarders that know a peer. */
    public BitSet knownBy(InfoHash hash, Endpoint endpoint) {
        return segment(hash).knownBy(hash, endpoint);
    }

    /** Lets a forwarder be asked about a torrent no earlier than that. */
    public void rest(InfoHash hash, int forwarder, long untilMillis) {
        segment(hash).rest(hash, forwarder, untilMillis);
    }

    /** The forwarders that may not yet be asked about a torrent. */
    public BitSet resting(InfoHash hash, long nowMillis) {
        return segment(hash).resting(hash, nowMillis);
    }

    /** Forgets swarms that were silent for too long. Costs only what it forgets. */
    public void age(long nowMillis) {
        for (Segment segment : segments) {
            segment.age(nowMillis);
        }
    }

    public SwarmTotals totals() {
        SwarmTotals totals = SwarmTotals.NONE;
        for (Segment segment : segments) {
            totals = totals.plus(segment.totals());
        }
        return totals;
    }

    List<Segment> segments() {
        return List.of(segments);
    }

    /** Takes in a swarm as it was. */
    void restore(InfoHash hash, Swarm swarm, long nowMillis) {
        segment(hash).restore(hash, swarm, nowMillis);
    }

    private Segment segment(InfoHash hash) {
        return segments[Math.floorMod(hash.hashCode(), segments.length)];
    }
}
