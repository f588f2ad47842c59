package io.fila.retracker;

import io.fila.client.FilaClient;
import io.fila.client.error.FilaException;
import io.fila.embedded.EmbeddedFila;
import io.fila.embedded.UnusableDirectoryException;
import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.config.RetrackerConfig;
import io.fila.retracker.forwarder.ForwardingService;
import io.fila.retracker.forwarder.OwnAddresses;
import io.fila.retracker.http.ForwarderControls;
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
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Forwarding with everything it needs: a broker and a way to ask trackers. */
final class ForwardingHost implements AutoCloseable {
    /** How long the end waits for a broker that may be down. */
    private static final Duration GIVING_BACK = Duration.ofSeconds(3);

    private final @Nullable EmbeddedFila embedded;
    private final FilaClient fila;
    private final HttpClient http;
    private final ForwardingService service;

    private ForwardingHost(
            @Nullable EmbeddedFila embedded, FilaClient fila, HttpClient http, ForwardingService service) {
        this.embedded = embedded;
        this.fila = fila;
        this.http = http;
        this.service = service;
    }

    /**
     * Starts it all.
     *
     * @throws StartException if there is no broker; the sentence is for the operator
     */
    static ForwardingHost start(RetrackerConfig config, Swarms swarms, InstantSource clock) throws StartException {
        ForwardingConfig forwarding = config.forwarding();
        EmbeddedFila embedded = forwarding.broker().isEmpty() ? embedded(forwarding.dataDirectory()) : null;
        FilaClient fila = embedded == null ? connected(forwarding.broker()) : embedded.client();
        HttpClient http = HttpForwarder.client(forwarding.timeout());
        try {
            ForwardingService service = ForwardingService.start(
                    config,
                    swarms,
                    fila,
                    new OwnAddresses(ownAddresses(forwarding)),
                    forwarder -> asking(http, forwarder, forwarding, clock),
                    // Randomness spreads the work; it protects no secret.
                    () -> ThreadLocalRandom.current().nextLong(),
                    clock::millis);
            return new ForwardingHost(embedded, fila, http, service);
        } catch (FilaException away) {
            close(embedded, fila, http);
            throw new StartException("Expected a broker for the jobs of forwarding"
                    + (embedded == null ? " at " + forwarding.broker() : "") + " but: " + away.getMessage()
                    + "; start it, or leave the key broker out for one inside this program.");
        }
    }

    private static EmbeddedFila embedded(Path directory) throws StartException {
        try {
            return EmbeddedFila.start(directory);
        } catch (UnusableDirectoryException unusable) {
            throw new StartException(
                    "Expected to use the directory of data_dir but could not. " + unusable.getMessage());
        }
    }

    private static FilaClient connected(String broker) throws StartException {
        try {
            return FilaClient.connect(broker);
        } catch (IllegalArgumentException noAddress) {
            throw new StartException(
                    "Expected the key broker to be host:port but could not use it: " + noAddress.getMessage() + ".");
        }
    }

    private static Forwarder asking(
            HttpClient http, ForwarderConfig config, ForwardingConfig all, InstantSource clock) {
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
            // Forwarders may then name us to our own clients, which costs those a failed connection.
        }
        return own;
    }

    Announcements announcements() {
        return service.announcements();
    }

    ForwardingStats stats(long nowMillis) {
        return service.stats(nowMillis);
    }

    CompletableFuture<Boolean> carryOut(String forwarder, ForwarderControls.Order order) {
        return switch (order) {
            case ForwarderControls.Enable _ -> service.enable(forwarder);
            case ForwarderControls.Disable _ -> service.disable(forwarder);
            case ForwarderControls.Suspend(Duration time) ->
                CompletableFuture.completedFuture(service.suspend(forwarder, time));
        };
    }

    /** Returns unfinished jobs. If the broker is away, their leases expire instead. */
    @Override
    public void close() {
        Thread stopping =
                Thread.ofPlatform().daemon().name("retracker-give-back").start(service::close);
        try {
            boolean _ = stopping.join(GIVING_BACK);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        close(embedded, fila, http);
    }

    private static void close(@Nullable EmbeddedFila embedded, FilaClient fila, HttpClient http) {
        if (embedded == null) {
            fila.close();
        } else {
            embedded.close();
        }
        http.shutdownNow();
    }
}
