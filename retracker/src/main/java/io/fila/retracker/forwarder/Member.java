package io.fila.retracker.forwarder;

import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.outbound.Forwarder;
import io.fila.retracker.stats.ForwarderStats;
import java.util.Locale;

/**
 * One of our forwarders: how it is asked, how it does, and what is under way there.
 *
 * @param number its place in the configuration, by which swarms know it
 */
record Member(int number, ForwarderConfig config, Forwarder forwarder, Health health, Exchanges exchanges) {
    String name() {
        return config.name();
    }

    /**
     * @param waiting jobs that wait for it
     */
    ForwarderStats stats(long waiting, long nowMillis) {
        return new ForwarderStats(
                name(),
                health.state(nowMillis).name().toLowerCase(Locale.ROOT),
                health.announces(),
                health.failures(),
                health.failuresInRow(),
                health.lastFailure(),
                health.suspendedFor(nowMillis).toMillis(),
                waiting,
                exchanges.underWay(),
                exchanges.recentMillis(),
                exchanges.answers(),
                exchanges.totalMillis());
    }
}
