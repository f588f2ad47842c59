package io.fila.retracker.stats;

import java.time.Duration;
import java.util.Map;

/**
 * How the retracker does.
 *
 * @param counters what happened since the start, by name
 */
public record Stats(
        String version,
        Duration uptime,
        long hashes,
        long peers,
        long seeders,
        long forwarderPeers,
        Map<String, Long> counters,
        ForwardingStats forwarding) {}
