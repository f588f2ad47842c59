package io.fila.retracker.stats;

/**
 * How one forwarder does.
 *
 * @param name never the address it is asked at, which may hold a passkey
 * @param state in a word
 * @param failuresInRow since it last answered
 * @param suspendedMillis until it is asked again; 0 if it is not suspended
 * @param waiting jobs that wait for it
 * @param inFlight jobs it is being asked about
 * @param latencyMillis how long its latest answers took on average
 * @param exchanges how often it was asked and answered, or was given up
 * @param exchangesMillis how long all of that took together
 */
public record ForwarderStats(
        String name,
        String state,
        long announces,
        long failures,
        int failuresInRow,
        String lastFailure,
        long suspendedMillis,
        long waiting,
        int inFlight,
        long latencyMillis,
        long exchanges,
        long exchangesMillis) {}
