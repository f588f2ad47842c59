package io.fila.server;

import io.fila.core.reply.Refusal;
import io.fila.server.access.Access;
import io.fila.server.audit.AuditLog;
import io.fila.server.config.Config;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.BrokerListener;
import io.fila.server.http.HttpLimits;
import io.fila.server.http.HttpPort;
import io.fila.server.http.Site;
import io.fila.server.metrics.Meters;
import io.fila.server.node.BrokerNode;
import io.fila.server.settings.ListenAddress;
import io.fila.server.telemetry.BrokerInspector;
import io.fila.server.telemetry.TelemetryExport;
import io.fila.server.tls.TlsException;
import io.fila.server.tls.TlsMaterial;
import io.fila.server.wire.EncodedContent;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A broker with its storage and its ports, from start to stop. */
public final class FilaServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FilaServer.class);

    private final @Nullable BrokerHost host;
    private final @Nullable BrokerNode node;
    private final GrpcPort port;
    private final @Nullable HttpPort http;
    private final Config.Server config;
    private final @Nullable TlsMaterial tls;
    private final AuditLog audit;
    private final @Nullable TelemetryExport export;

    private FilaServer(
            @Nullable BrokerHost host,
            @Nullable BrokerNode node,
            GrpcPort port,
            @Nullable HttpPort http,
            Config.Server config,
            @Nullable TlsMaterial tls,
            AuditLog audit,
            @Nullable TelemetryExport export) {
        this.host = host;
        this.node = node;
        this.port = port;
        this.http = http;
        this.config = config;
        this.tls = tls;
        this.audit = audit;
        this.export = export;
    }

    /**
     * Starts a broker; when this returns it answers.
     *
     * @param onFailure called once, after the streams have ended, if the broker cannot continue; the process should then exit
     * @throws StartException if it can't start; the sentence is for the operator
     */
    public static FilaServer start(Config config, Consumer<Throwable> onFailure) throws StartException {
        refuseToBeOpen(config, config.server().listenAddress());
        if (config.server().http().address().isPresent()) {
            refuseToBeOpen(config, config.server().http().address().get());
        }
        TlsMaterial tls = tls(config);
        // The ports come first: if one is taken, nothing has been touched, and while the broker recovers health can say
        // so.
        GrpcServices services = new GrpcServices(config.intake());
        GrpcPort port = open(config.server().listenAddress(), services, tls);
        TelemetryExport export = config.telemetry().map(TelemetryExport::new).orElse(null);
        HttpPort http = null;
        try {
            Site site = new Site(services, onlyThisMachine(config));
            http = openHttp(config, site, tls);
            HttpPort page = http;
            Consumer<Throwable> failing = failure -> {
                close(page);
                port.close(Refusal.unavailable("The broker failed and stops; connect again later."));
                onFailure.accept(failure);
            };
            if (config.cluster().isPresent()) {
                AuditLog audit = audit(config);
                BrokerNode node = NodeEdges.start(
                        config, config.cluster().get(), services, site, audit, port, tls, export, failing);
                return new FilaServer(null, node, port, http, config.server(), tls, audit, export);
            }
            Meters meters = http == null && export == null ? null : new Meters();
            BrokerHost host = open(config, listeners(meters, export), failing);
            AuditLog audit = audit(config);
            services.attach(host, access(config.auth(), host), audit);
            if (meters != null) {
                BrokerInspector observatory = new BrokerInspector(host, services, meters);
                site.open(observatory);
                if (export != null) {
                    export.start(observatory, host.clock().nowNanos());
                }
            }
            return new FilaServer(host, null, port, http, config.server(), tls, audit, export);
        } catch (StartException | RuntimeException failure) {
            close(http);
            close(export);
            port.close();
            close(tls);
            throw failure;
        }
    }

    private static AuditLog audit(Config config) {
        return config.audit()
                .map(settings -> AuditLog.open(settings, Clock.systemUTC()))
                .orElseGet(AuditLog::off);
    }

    static List<BrokerListener> listeners(@Nullable Meters meters, @Nullable TelemetryExport export) {
        List<BrokerListener> listeners = new ArrayList<>();
        if (meters != null) {
            listeners.add(meters);
        }
        if (export != null) {
            listeners.addAll(export.listeners());
        }
        return listeners;
    }

    private static @Nullable HttpPort openHttp(Config config, Site site, @Nullable TlsMaterial tls)
            throws StartException {
        Config.Http http = config.server().http();
        if (http.address().isEmpty()) {
            return null;
        }
        ListenAddress address = http.address().get();
        HttpLimits limits = new HttpLimits(
                http.connections(),
                HttpLimits.bodyBytes(config.intake().message().payloadBytes()),
                config.intake().bytesUnderWay());
        try {
            refuseUnknownHost(address);
            return HttpPort.open(address.toSocketAddress(), site, limits, tls);
        } catch (IOException refused) {
            String sentence = BindFault.explain(refused, "server.http_addr");
            if (http.wanted()) {
                throw new StartException("Expected to serve HTTP on " + address + " but " + sentence, refused);
            }
            log.warn(
                    "The broker runs without its dashboard and metrics, because it cannot listen on {}: {}",
                    address,
                    sentence);
            return null;
        }
    }

    /** Whether no key is needed over HTTP because nobody else is there. */
    private static boolean onlyThisMachine(Config config) {
        return !config.auth().on()
                && config.server()
                        .http()
                        .address()
                        .filter(ListenAddress::isLoopback)
                        .isPresent();
    }

    private static @Nullable TlsMaterial tls(Config config) throws StartException {
        try {
            return config.tls().isPresent() ? TlsMaterial.open(config.tls().get()) : null;
        } catch (TlsException unusable) {
            throw new StartException(unusable.getMessage(), unusable);
        }
    }

    private static void close(@Nullable TlsMaterial tls) {
        if (tls != null) {
            tls.close();
        }
    }

    private static void close(@Nullable TelemetryExport export) {
        if (export != null) {
            export.close();
        }
    }

    private static void close(@Nullable HttpPort http) {
        if (http != null) {
            http.close();
        }
    }

    /** Whoever reaches the port may do everything unless a key is needed: beyond this machine that must be meant. */
    private static void refuseToBeOpen(Config config, ListenAddress address) throws StartException {
        if (!config.auth().on() && !config.auth().openKnowingly() && !address.isLoopback()) {
            throw new StartException(
                    "Expected a key before listening on " + address
                            + ", which other machines can reach, but there is none; set"
                            + " FILA_BOOTSTRAP_APIKEY to a key of your choice, or auth.required = false if everybody who"
                            + " reaches the port may do everything.",
                    null);
        }
    }

    static Access access(Config.Auth auth, BrokerHost host) {
        if (!auth.on()) {
            return Access.open(host.keys(), host.inbox(), host.clock());
        }
        if (auth.bootstrapKey().isEmpty() && !host.keys().hasSuperadmin()) {
            log.warn("Nobody can administer this broker: there is no superadmin key and no bootstrap key;"
                    + " set FILA_BOOTSTRAP_APIKEY.");
        }
        return Access.locked(
                auth.bootstrapKey().orElse(null), auth.certificates(), host.keys(), host.inbox(), host.clock());
    }

    private static BrokerHost open(Config config, List<BrokerListener> listeners, Consumer<Throwable> onFailure)
            throws StartException {
        try {
            return BrokerHost.open(config, EncodedContent::of, listeners, onFailure);
        } catch (StorageException unusable) {
            throw new StartException(String.valueOf(unusable.getMessage()), unusable);
        }
    }

    private static GrpcPort open(ListenAddress address, GrpcServices services, @Nullable TlsMaterial tls)
            throws StartException {
        refuseUnknownHost(address);
        try {
            return tls == null
                    ? GrpcPort.open(address.toSocketAddress(), services)
                    : GrpcPort.open(address.toSocketAddress(), services, tls);
        } catch (IOException refused) {
            close(tls);
            throw new StartException(
                    "Expected to listen on " + address + " but " + BindFault.explain(refused, "--listen"), refused);
        }
    }

    private static void refuseUnknownHost(ListenAddress address) throws StartException {
        if (address.toSocketAddress().isUnresolved()) {
            throw new StartException("Expected to listen on " + address + " but there is no such host.", null);
        }
    }

    /** Where it listens, with the real port if the configuration left it to the system. */
    public ListenAddress address() {
        return new ListenAddress(config.listenAddress().host(), port.number());
    }

    /** Where its page is; null if it has none. */
    public @Nullable String page() {
        if (http == null || config.http().address().isEmpty()) {
            return null;
        }
        String host = config.http().address().get().host();
        return (tls == null ? "http://" : "https://")
                + new ListenAddress(host.isEmpty() ? "localhost" : host, http.number()) + "/";
    }

    /** The broker of a server that is in no cluster. */
    BrokerHost host() {
        if (host == null) {
            throw new IllegalStateException("Expected a broker of its own but this is a node of a cluster.");
        }
        return host;
    }

    /** Takes no more calls, ends the streams, finishes what has come, and closes the storage. A node that leads hands over before. */
    @Override
    public void close() {
        if (node != null) {
            node.handOver();
        }
        close(http);
        close(export);
        port.close();
        if (host != null) {
            host.close();
        }
        if (node != null) {
            node.close();
        }
        audit.close();
        close(tls);
    }
}
