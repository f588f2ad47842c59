package io.fila.retracker.http;

import io.fila.retracker.torrent.Endpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** How many connections are open, in all and from each address, so that one host can't have all of them. Any thread. */
final class OpenConnections {
    private final int most;
    private final int mostFromOne;
    private final Predicate<Endpoint> isExempt;
    private final Map<Endpoint, Integer> byAddress = new HashMap<>();
    private int open;

    /**
     * @param isExempt true for an address that speaks for many, and may have all of them
     */
    OpenConnections(int most, int mostFromOne, Predicate<Endpoint> isExempt) {
        this.most = most;
        this.mostFromOne = mostFromOne;
        this.isExempt = isExempt;
    }

    /** Counts one more; returns false, and does not count it, if there are too many. */
    synchronized boolean enter(Endpoint address) {
        int fromHere = byAddress.getOrDefault(address, 0);
        if (open >= most || (fromHere >= mostFromOne && !isExempt.test(address))) {
            return false;
        }
        open++;
        byAddress.put(address, fromHere + 1);
        return true;
    }

    /** A counted connection is closed. */
    synchronized void leave(Endpoint address) {
        open--;
        byAddress.computeIfPresent(address, (same, fromHere) -> fromHere == 1 ? null : fromHere - 1);
    }
}
