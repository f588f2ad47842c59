package io.fila.retracker.config;

import java.time.Duration;
import java.util.List;

/** How announces are forwarded, and to whom. A threshold of 0 is off. */
public record ForwardingConfig(
        int queueSize,
        int workers,
        int maxWorkers,
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
