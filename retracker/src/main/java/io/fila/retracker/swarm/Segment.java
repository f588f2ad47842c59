package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.InfoHash;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The swarms whose hashes share some bits. Every call holds its lock for a moment. */
final class Segment {
    private final SwarmLimits limits;

    /** In the order of their last announce, the most silent first. */
    private final LinkedHashMap<InfoHash, Swarm> swarms = new LinkedHashMap<>();

    private int peers;
    private int seeders;
    private int forwarderPeers;
    private long forgotten;
    private long notKept;

    Segment(SwarmLimits limits) {
        this.limits = limits;
    }

    synchronized boolean enter(Announce announce, long nowMillis) {
        Swarm swarm = swarms.get(announce.hash());
        if (swarm != null) {
            change(announce.hash(), swarm, each -> each.age(cutoff(nowMillis)));
        }
        if (swarm == null || swarm.isEmpty()) {
            swarm = new Swarm();
        }
        swarms.putLast(announce.hash(), swarm);
        boolean initial = !swarm.knows(announce.endpoint());
        change(announce.hash(), swarm, each -> each.enter(announce, nowMillis));
        forgetBeyondLimits(announce.hash(), swarm);
        return initial;
    }

    private void forgetBeyondLimits(InfoHash hash, Swarm swarm) {
        if (swarm.size() > limits.peersPerHash()) {
            change(hash, swarm, Swarm::leaveEldest);
            forgotten++;
        }
        while (swarms.size() > limits.hashes() || peers > limits.peers()) {
            Map.Entry<InfoHash, Swarm> eldest = swarms.firstEntry();
            if (eldest.getValue() == swarm) {
                change(hash, swarm, Swarm::leaveEldest);
                forgotten++;
            } else {
                forgotten += eldest.getValue().size();
                remove(eldest.getKey());
            }
        }
    }

    synchronized Selection select(Announce asker, int most, Family family, long nowMillis) {
        Swarm swarm = swarms.get(asker.hash());
        if (swarm == null) {
            return new Selection(SwarmCounts.NONE, List.of());
        }
        change(asker.hash(), swarm, each -> each.age(cutoff(nowMillis)));
        return swarm.select(asker, most, family);
    }

    synchronized BitSet leave(InfoHash hash, Endpoint endpoint) {
        Swarm swarm = swarms.get(hash);
        BitSet knownBy = new BitSet();
        if (swarm != null) {
            change(hash, swarm, each -> {
                LocalPeer gone = each.leave(endpoint);
                if (gone != null) {
                    knownBy.or(gone.knownBy());
                }
            });
        }
        return knownBy;
    }

    synchronized SwarmCounts counts(InfoHash hash, long nowMillis) {
        Swarm swarm = swarms.get(hash);
        if (swarm == null) {
            return SwarmCounts.NONE;
        }
        change(hash, swarm, each -> each.age(cutoff(nowMillis)));
        return swarm.counts();
    }

    synchronized void merge(
            InfoHash hash, int forwarder, List<Endpoint> found, Predicate<Endpoint> isOurs, long nowMillis) {
        Swarm swarm = swarms.get(hash);
        if (swarm == null) {
            return;
        }
        int room = limits.forwarderPeers() - forwarderPeers;
        if (room <= 0) {
            notKept++;
        }
        change(hash, swarm, each -> each.merge(forwarder, found, isOurs, Math.max(0, room), nowMillis));
    }

    synchronized boolean markKnown(InfoHash hash, Endpoint endpoint, int forwarder) {
        Swarm swarm = swarms.get(hash);
        return swarm != null && swarm.markKnown(endpoint, forwarder);
    }

    synchronized boolean completes(InfoHash hash, Endpoint endpoint) {
        Swarm swarm = swarms.get(hash);
        return swarm != null && swarm.completes(endpoint);
    }

    synchronized @Nullable Announce anyone(InfoHash hash) {
        Swarm swarm = swarms.get(hash);
        return swarm == null ? null : swarm.anyone(hash);
    }

    synchronized BitSet knownBy(InfoHash hash, Endpoint endpoint) {
        Swarm swarm = swarms.get(hash);
        return swarm == null ? new BitSet() : swarm.knownBy(endpoint);
    }

    synchronized void rest(InfoHash hash, int forwarder, long untilMillis) {
        Swarm swarm = swarms.get(hash);
        if (swarm != null) {
            swarm.rest(forwarder, untilMillis);
        }
    }

    synchronized BitSet resting(InfoHash hash, long nowMillis) {
        Swarm swarm = swarms.get(hash);
        return swarm == null ? new BitSet() : swarm.resting(nowMillis);
    }

    /** Forgets swarms that were silent for too long; they are kept with the longest silent first. */
    synchronized void age(long nowMillis) {
        boolean gone = true;
        while (gone) {
            Map.Entry<InfoHash, Swarm> eldest = swarms.firstEntry();
            gone = eldest != null && agedAway(eldest.getKey(), eldest.getValue(), nowMillis);
        }
    }

    private boolean agedAway(InfoHash hash, Swarm swarm, long nowMillis) {
        change(hash, swarm, each -> each.age(cutoff(nowMillis)));
        return swarm.isEmpty();
    }

    synchronized int write(DataOutput out, long nowMillis) throws IOException {
        for (Map.Entry<InfoHash, Swarm> swarm : swarms.entrySet()) {
            out.write(swarm.getKey().bytes());
            swarm.getValue().write(out, nowMillis);
        }
        return swarms.size();
    }

    /** Takes in a swarm as it was, within the limits there are now. */
    synchronized void restore(InfoHash hash, Swarm swarm, long nowMillis) {
        swarm.age(cutoff(nowMillis));
        while (swarm.size() > limits.peersPerHash()) {
            swarm.leaveEldest();
        }
        if (swarm.isEmpty() || swarms.containsKey(hash)) {
            return;
        }
        if (forwarderPeers + swarm.forwarderPeers() > limits.forwarderPeers()) {
            swarm.forgetForwarderPeers();
        }
        swarms.putLast(hash, swarm);
        account(swarm, 1);
        forgetBeyondLimits(hash, swarm);
    }

    synchronized SwarmTotals totals() {
        return new SwarmTotals(swarms.size(), peers, seeders, forwarderPeers, forgotten, notKept);
    }

    /** Changes a swarm and updates the totals. A swarm without its own peers is removed, with all peers found for it. */
    private void change(InfoHash hash, Swarm swarm, Consumer<Swarm> action) {
        account(swarm, -1);
        action.accept(swarm);
        account(swarm, 1);
        if (swarm.isEmpty()) {
            remove(hash);
        }
    }

    private void remove(InfoHash hash) {
        Swarm gone = swarms.remove(hash);
        if (gone != null) {
            account(gone, -1);
        }
    }

    private void account(Swarm swarm, int sign) {
        peers += sign * swarm.size();
        seeders += sign * swarm.seeders();
        forwarderPeers += sign * swarm.forwarderPeers();
    }

    private long cutoff(long nowMillis) {
        return nowMillis - limits.age().toMillis();
    }
}
