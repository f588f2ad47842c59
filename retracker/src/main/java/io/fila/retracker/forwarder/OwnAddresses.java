package io.fila.retracker.forwarder;

import io.fila.retracker.torrent.Endpoint;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The addresses under which forwarders may see us: those of this machine, those the configuration names, and those that
 * forwarders told us (BEP 24). Any thread may call it.
 */
public final class OwnAddresses {
    /** Addresses learnt from forwarders; a liar could tell many. */
    private static final int MOST_LEARNT = 64;

    private final Set<Endpoint> known = ConcurrentHashMap.newKeySet();
    private final Set<Endpoint> learnt = ConcurrentHashMap.newKeySet();

    public OwnAddresses(Collection<Endpoint> known) {
        known.forEach(address -> this.known.add(address.withPort(0)));
    }

    void learn(Endpoint address) {
        if (learnt.size() < MOST_LEARNT) {
            learnt.add(address.withPort(0));
        }
    }

    boolean contains(Endpoint endpoint) {
        Endpoint address = endpoint.withPort(0);
        return known.contains(address) || learnt.contains(address);
    }
}
