package io.fila.client;

import io.grpc.Metadata;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where the calls of each queue go: to its leader if a broker has named it, else to the address that we were given. */
final class Routes {
    static final Metadata.Key<String> LEADER = Metadata.Key.of("x-fila-leader-addr", Metadata.ASCII_STRING_MARSHALLER);

    /** Queues whose leader is remembered. With one more all are forgotten, which costs each a call to learn it again. */
    private static final int MAX_ROUTES = 10_000;

    private final Address home;
    private final Map<String, Address> leaders = new ConcurrentHashMap<>();

    Routes(Address home) {
        this.home = home;
    }

    Address to(String queue) {
        return leaders.getOrDefault(queue, home);
    }

    /**
     * Takes in how a call failed: with the address of a leader, which is remembered, or without one, so that the leader we
     * thought of is none. True if the failure named another address than the one that was called.
     */
    boolean learn(String queue, Metadata trailers) {
        String named = trailers.get(LEADER);
        Address called = to(queue);
        Address leader = named == null ? home : read(named, called.secure());
        if (leader.equals(home)) {
            leaders.remove(queue);
        } else {
            if (leaders.size() >= MAX_ROUTES) {
                leaders.clear();
            }
            leaders.put(queue, leader);
        }
        return named != null && !leader.equals(called);
    }

    private Address read(String text, boolean secure) {
        try {
            Address address = Address.parse(text);
            return new Address(address.host(), address.port(), secure);
        } catch (IllegalArgumentException unreadable) {
            // A leader nobody can call is no leader.
            return home;
        }
    }
}
