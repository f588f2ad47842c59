package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Contact;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The peers of one torrent. A peer is known by where it is reached: so nobody can speak for another, and a client that
 * starts anew replaces itself.
 */
final class Swarm {
    /** In the order of their last word, the most silent first. */
    private final LinkedHashMap<Endpoint, LocalPeer> peers = new LinkedHashMap<>(4);

    /** By forwarder. */
    private final Map<Integer, Harvest> harvests = new TreeMap<>();

    private int seeders;
    private int downloads;
    private int forwarderPeers;

    boolean isEmpty() {
        return peers.isEmpty();
    }

    int size() {
        return peers.size();
    }

    int seeders() {
        return seeders;
    }

    int forwarderPeers() {
        return forwarderPeers;
    }

    SwarmCounts counts() {
        return new SwarmCounts(seeders, peers.size() - seeders, downloads);
    }

    boolean knows(Endpoint endpoint) {
        return peers.containsKey(endpoint);
    }

    /** Takes a peer in, or hears of it again. */
    void enter(Announce announce, long nowMillis) {
        LocalPeer known = peers.get(announce.endpoint());
        boolean wasSeeding = known != null && known.seeding();
        if (known == null) {
            known = new LocalPeer(announce, nowMillis);
        } else {
            known.hear(announce, nowMillis);
        }
        peers.putLast(announce.endpoint(), known);
        seeders += (known.seeding() ? 1 : 0) - (wasSeeding ? 1 : 0);
        if (announce.event() == Event.COMPLETED && !wasSeeding) {
            downloads++;
        }
    }

    /** Forgets a peer; null if there was none. */
    @Nullable LocalPeer leave(Endpoint endpoint) {
        LocalPeer gone = peers.remove(endpoint);
        if (gone != null && gone.seeding()) {
            seeders--;
        }
        return gone;
    }

    /** Forgets the peer that was silent longest. */
    void leaveEldest() {
        leave(peers.firstEntry().getKey());
    }

    /** Forgets everything last heard of before that moment. */
    void age(long beforeMillis) {
        for (Map.Entry<Endpoint, LocalPeer> eldest = peers.firstEntry();
                eldest != null && eldest.getValue().seenMillis() < beforeMillis;
                eldest = peers.firstEntry()) {
            leave(eldest.getKey());
        }
        for (Harvest harvest : harvests.values()) {
            if (harvest.found().size() > 0 && harvest.foundMillis() < beforeMillis) {
                forwarderPeers -= harvest.found().size();
                harvest.replace(PackedEndpoints.NONE, harvest.foundMillis());
            }
        }
    }

    /**
     * The peers for one that asks: those of its own network first, and of them those that spoke last, which are the surest to
     * be there.
     */
    Selection select(Announce asker, int most, Family family) {
        List<Contact> chosen = new ArrayList<>(Math.min(most, peers.size() + forwarderPeers));
        for (LocalPeer peer : peers.sequencedValues().reversed()) {
            if (chosen.size() >= most) {
                break;
            }
            if (peer.endpoint().port() != 0
                    && family.includes(peer.endpoint())
                    && !peer.id().equals(asker.peer())
                    && !peer.endpoint().equals(asker.endpoint())) {
                chosen.add(new Contact(peer.endpoint(), peer.id()));
            }
        }
        if (chosen.size() < most && forwarderPeers > 0) {
            addForwarderPeers(chosen, asker, most, family);
        }
        return new Selection(counts(), chosen);
    }

    /** At first each forwarder gets an equal share of the room, so that one with many peers does not crowd out the others. */
    private void addForwarderPeers(List<Contact> chosen, Announce asker, int most, Family family) {
        Set<Endpoint> told = new HashSet<>(peers.keySet());
        told.add(asker.endpoint());
        int part = Math.ceilDiv(most - chosen.size(), harvests.size());
        for (int room : new int[] {part, most}) {
            for (Harvest harvest : harvests.values()) {
                int until = Math.min(most, chosen.size() + room);
                harvest.found().forEachWhile(endpoint -> {
                    if (chosen.size() < until && family.includes(endpoint) && told.add(endpoint)) {
                        chosen.add(new Contact(endpoint, null));
                    }
                    return chosen.size() < until;
                });
            }
        }
    }

    /** Keeps what a forwarder told, up to {@code room} peers. */
    void merge(int forwarder, List<Endpoint> found, Predicate<Endpoint> isOurs, int room, long nowMillis) {
        Harvest harvest = harvest(forwarder);
        int most =
                Math.min(SwarmLimits.PEERS_PER_HARVEST, room + harvest.found().size());
        List<Endpoint> kept = found.stream()
                .filter(endpoint ->
                        endpoint.port() != 0 && !(isOurs.test(endpoint) && hasPeerWithPort(endpoint.port())))
                .distinct()
                .limit(most)
                .toList();
        forwarderPeers += kept.size() - harvest.found().size();
        harvest.replace(PackedEndpoints.of(kept), nowMillis);
    }

    /** A forwarder sees our address instead of our client's: it may name us with that client's port. */
    private boolean hasPeerWithPort(int port) {
        return peers.keySet().stream().anyMatch(endpoint -> endpoint.port() == port);
    }

    boolean markKnown(Endpoint endpoint, int forwarder) {
        LocalPeer peer = peers.get(endpoint);
        if (peer == null) {
            return false;
        }
        peer.knownBy().set(forwarder);
        return true;
    }

    boolean completes(Endpoint endpoint) {
        LocalPeer peer = peers.get(endpoint);
        return peer != null && peer.completes();
    }

    @Nullable Announce anyone(InfoHash hash) {
        Map.Entry<Endpoint, LocalPeer> latest = peers.lastEntry();
        return latest == null ? null : latest.getValue().announce(hash);
    }

    BitSet knownBy(Endpoint endpoint) {
        LocalPeer peer = peers.get(endpoint);
        BitSet known = new BitSet();
        if (peer != null) {
            known.or(peer.knownBy());
        }
        return known;
    }

    void rest(int forwarder, long untilMillis) {
        harvest(forwarder).rest(untilMillis);
    }

    BitSet resting(long nowMillis) {
        BitSet resting = new BitSet();
        harvests.forEach((forwarder, harvest) -> {
            if (harvest.dueMillis() > nowMillis) {
                resting.set(forwarder);
            }
        });
        return resting;
    }

    void write(DataOutput out, long nowMillis) throws IOException {
        out.writeInt(downloads);
        out.writeInt(peers.size());
        for (LocalPeer peer : peers.values()) {
            peer.write(out, nowMillis);
        }
        out.writeInt(harvests.size());
        for (Map.Entry<Integer, Harvest> harvest : harvests.entrySet()) {
            out.writeInt(harvest.getKey());
            harvest.getValue().write(out, nowMillis);
        }
    }

    static Swarm read(DataInput in, long nowMillis, ForwarderNumbers forwarders) throws IOException {
        Swarm swarm = new Swarm();
        swarm.downloads = in.readInt();
        for (int left = in.readInt(); left > 0; left--) {
            LocalPeer peer = LocalPeer.read(in, nowMillis, forwarders);
            swarm.peers.putLast(peer.endpoint(), peer);
            swarm.seeders += peer.seeding() ? 1 : 0;
        }
        for (int left = in.readInt(); left > 0; left--) {
            int forwarder = forwarders.now(in.readInt());
            Harvest harvest = Harvest.read(in, nowMillis);
            if (forwarder >= 0) {
                swarm.harvests.put(forwarder, harvest);
                swarm.forwarderPeers += harvest.found().size();
            }
        }
        return swarm;
    }

    /** Forgets the peers that forwarders named, but not when they may be asked again. */
    void forgetForwarderPeers() {
        harvests.values().forEach(harvest -> harvest.replace(PackedEndpoints.NONE, harvest.foundMillis()));
        forwarderPeers = 0;
    }

    private Harvest harvest(int forwarder) {
        return harvests.computeIfAbsent(forwarder, first -> new Harvest());
    }
}
