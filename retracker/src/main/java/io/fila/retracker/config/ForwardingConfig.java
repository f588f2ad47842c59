package io.fila.retracker.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How announces are forwarded, and to whom. A threshold of 0 is off.
 *
 * @param broker where jobs are kept; empty for a broker inside this program
 * @param dataDirectory where that one keeps them
 */
public record ForwardingConfig(
        String broker,
        Path dataDirectory,
        int queueSize,
        int workers,
        int maxWorkers,
        int concurrencyPerForwarder,
        int scaleThresholdPercent,
        int rateLimitThresholdPercent,
        int throttleThresholdPercent,
        int throttleTopN,
        int maxForwardersPerAnnounce,
        int initialPerSecond,
        int initialBurst,
        Duration timeout,
        Duration suspension,
        int failThreshold,
        List<ForwarderConfig> forwarders) {
    public ForwardingConfig {
        forwarders = List.copyOf(forwarders);
    }
}
