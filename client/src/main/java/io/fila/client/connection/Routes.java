package io.fila.client.connection;

import io.fila.client.Address;
import io.grpc.Metadata;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the calls of each queue go: to its leader if a broker has named it, else to the address that we were given; of several
 * the one that was reached last. Safe for use by many threads.
 */
final class Routes {
    static final Metadata.Key<String> LEADER = Metadata.Key.of("x-fila-leader-addr", Metadata.ASCII_STRING_MARSHALLER);

    /** Queues whose leader is remembered. With one more all are forgotten, which costs each a call to learn it again. */
    private static final int MAX_ROUTES = 10_000;

    private final List<Address> homes;
    private final Map<String, Address> leaders = new ConcurrentHashMap<>();
    private volatile Address home;

    Routes(List<Address> homes) {
        this.homes = homes;
        this.home = homes.get(0);
    }

    Address to(String queue) {
        return leaders.getOrDefault(queue, home);
    }

    /** How many addresses we were given. */
    int size() {
        return homes.size();
    }

    /** Turns to the next address that we were given, if this one is in use: many calls may say that it can't be reached. */
    synchronized void leave(Address unreached) {
        if (unreached.equals(home)) {
            home = homes.get((homes.indexOf(home) + 1) % homes.size());
        }
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
