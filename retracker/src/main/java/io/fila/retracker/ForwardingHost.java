package io.fila.retracker;

import io.fila.client.FilaClient;
import io.fila.client.error.FilaException;
import io.fila.embedded.EmbeddedFila;
import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.config.RetrackerConfig;
import io.fila.retracker.forwarder.ForwardingService;
import io.fila.retracker.forwarder.OwnAddresses;
import io.fila.retracker.outbound.Forwarder;
import io.fila.retracker.outbound.HttpForwarder;
import io.fila.retracker.outbound.UdpForwarder;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.tracker.Announcements;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Forwarding with all that it needs: a broker, and a way to ask. */
final class ForwardingHost implements AutoCloseable {
    private final @Nullable EmbeddedFila embedded;
    private final FilaClient fila;
    private final HttpClient http;
    private final ForwardingService service;

    private ForwardingHost(RetrackerConfig config, Swarms swarms, InstantSource clock) {
        ForwardingConfig forwarding = config.forwarding();
        http = HttpForwarder.client(forwarding.timeout());
        embedded = forwarding.broker().isEmpty() ? EmbeddedFila.start(forwarding.dataDirectory()) : null;
        fila = embedded == null ? FilaClient.connect(forwarding.broker()) : embedded.client();
        service = ForwardingService.start(
                config,
                swarms,
                fila,
                new OwnAddresses(ownAddresses(forwarding)),
                forwarder -> asking(forwarder, forwarding, clock),
                new SecureRandom(),
                clock::millis);
    }

    static ForwardingHost start(RetrackerConfig config, Swarms swarms, InstantSource clock) throws StartException {
        try {
            return new ForwardingHost(config, swarms, clock);
        } catch (FilaException | IllegalArgumentException refused) {
            throw new StartException(
                    "Expected a broker for the jobs of forwarding but there is none: " + refused.getMessage() + ".");
        }
    }

    private Forwarder asking(ForwarderConfig config, ForwardingConfig all, InstantSource clock) {
        return "udp".equalsIgnoreCase(config.uri().getScheme())
                ? new UdpForwarder(config.uri(), all.timeout(), clock)
                : new HttpForwarder(http, config.uri(), config.host(), all.timeout(), clock);
    }

    private static List<Endpoint> ownAddresses(ForwardingConfig config) {
        List<Endpoint> own = new ArrayList<>();
        config.forwarders().stream()
                .map(ForwarderConfig::announcedAddress)
                .filter(Objects::nonNull)
                .forEach(own::add);
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .forEach(address -> own.add(Endpoint.of(address, 0)));
        } catch (SocketException unknown) {
            // Then forwarders may show us to our own clients, which costs them a connection that fails.
        }
        return own;
    }

    Announcements announcements() {
        return service.announcements();
    }

    ForwardingStats stats(long nowMillis) {
        return service.stats(nowMillis);
    }

    @Override
    public void close() {
        service.close();
        if (embedded == null) {
            fila.close();
        } else {
            embedded.close();
        }
        http.shutdownNow();
    }
}
