package io.fila.retracker;

import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.config.RetrackerConfig;
import io.fila.retracker.http.ClientAddress;
import io.fila.retracker.http.ForwarderControls;
import io.fila.retracker.http.HttpPort;
import io.fila.retracker.http.Pages;
import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.net.EventLoops;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.stats.Stats;
import io.fila.retracker.swarm.SwarmTotals;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.tracker.Announcements;
import io.fila.retracker.tracker.Tracker;
import io.fila.retracker.udp.UdpPort;
import io.fila.server.settings.ListenAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A retracker with its ports, from start to stop. */
public final class Retracker implements AutoCloseable {
    /** How often silent swarms are removed. */
    private static final Duration AGEING = Duration.ofSeconds(10);

    private final EventLoops loops = new EventLoops();
    private final Metrics metrics = new Metrics();
    private final InstantSource clock;
    private final String version;
    private final long startMillis;
    private final Swarms swarms;
    private final @Nullable ForwardingHost forwarding;
    private final @Nullable PeersFile peers;
    private final Tracker tracker;
    private @Nullable HttpPort http;
    private @Nullable UdpPort udp;

    private Retracker(RetrackerConfig config, String version, InstantSource clock) throws StartException {
        this.clock = clock;
        this.version = version;
        startMillis = clock.millis();
        swarms = new Swarms(config.swarms());
        peers = config.keepsPeers() ? peersFile(config) : null;
        if (peers != null) {
            // Before the first job runs: peers of an unknown torrent are not kept.
            peers.read();
        }
        forwarding = config.forwarding().forwarders().isEmpty() ? null : ForwardingHost.start(config, swarms, clock);
        tracker = new Tracker(
                swarms,
                forwarding == null ? Announcements.UNHEARD : forwarding.announcements(),
                config.announceInterval(),
                config.retryPeriod());
        metrics.observe(() -> RetrackerSamples.of(swarms.totals(), forwardingStats(clock.millis())));
    }

    private PeersFile peersFile(RetrackerConfig config) {
        List<String> forwarders = config.forwarding().forwarders().stream()
                .map(ForwarderConfig::name)
                .toList();
        return new PeersFile(config.forwarding().dataDirectory(), swarms, forwarders, clock);
    }

    /**
     * Starts a retracker; when this returns it answers.
     *
     * @throws StartException if it can't start; the sentence is for the operator
     */
    public static Retracker start(RetrackerConfig config, String version, InstantSource clock) throws StartException {
        Retracker retracker = new Retracker(config, version, clock);
        try {
            retracker.open(config);
            return retracker;
        } catch (StartException | RuntimeException failure) {
            retracker.close();
            throw failure;
        }
    }

    private void open(RetrackerConfig config) throws StartException {
        Pages pages = new Pages(tracker, config.trackerId(), metrics, this::stats, config.operators(), this::carryOut);
        ClientAddress clients = new ClientAddress(config.believesProxies(), config.trustedProxies());
        http = listening(
                config.listen(),
                address -> HttpPort.open(
                        address,
                        loops,
                        pages,
                        clients,
                        config.maxConnections(),
                        config.maxConnectionsPerAddress(),
                        clock));
        if (config.udpListen().isPresent()) {
            udp = listening(config.udpListen().get(), address -> UdpPort.open(address, loops, tracker, metrics, clock));
        }
        if (peers != null) {
            peers.start();
        }
        var _ = loops.group()
                .scheduleAtFixedRate(
                        () -> swarms.age(clock.millis()), AGEING.toMillis(), AGEING.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Opens a port. */
    private interface Opening<P> {
        P at(InetSocketAddress address) throws IOException;
    }

    private static <P> P listening(ListenAddress address, Opening<P> opening) throws StartException {
        InetSocketAddress socket = address.toSocketAddress();
        if (socket.isUnresolved()) {
            throw new StartException("Expected to listen on " + address + " but there is no such host.");
        }
        try {
            return opening.at(socket);
        } catch (IOException taken) {
            throw new StartException("Expected to listen on " + address + " but could not: " + taken.getMessage()
                    + "; stop what uses the port, or choose another.");
        }
    }

    private Stats stats(long nowMillis) {
        SwarmTotals totals = swarms.totals();
        return new Stats(
                version,
                Duration.ofMillis(nowMillis - startMillis),
                totals.hashes(),
                totals.peers(),
                totals.seeders(),
                totals.forwarderPeers(),
                metrics.counted(),
                forwardingStats(nowMillis));
    }

    private CompletableFuture<Boolean> carryOut(String forwarder, ForwarderControls.Order order) {
        return forwarding == null ? CompletableFuture.completedFuture(false) : forwarding.carryOut(forwarder, order);
    }

    private ForwardingStats forwardingStats(long nowMillis) {
        return forwarding == null ? ForwardingStats.NONE : forwarding.stats(nowMillis);
    }

    /** The port for HTTP; useful if the system chose it. */
    public int httpPort() {
        return http == null ? 0 : http.number();
    }

    /** The port for UDP; 0 if there is none. */
    public int udpPort() {
        return udp == null ? 0 : udp.number();
    }

    /** Takes no more requests and closes the ports. */
    @Override
    public void close() {
        if (http != null) {
            http.close();
        }
        if (udp != null) {
            udp.close();
        }
        loops.close();
        if (peers != null) {
            peers.close();
        }
        if (forwarding != null) {
            forwarding.close();
        }
    }
}
