package io.fila.retracker.stats;

/**
 * How one forwarder does.
 *
 * @param name never the address it is asked at, which may hold a passkey
 * @param state in a word
 * @param failuresInRow since it last answered
 */
public record ForwarderStats(
        String name, String state, long announces, long failures, int failuresInRow, String lastFailure) {}
