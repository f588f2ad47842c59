package io.fila.server.config;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.lua.LuaLimits;
import io.fila.scripting.ScriptSettings;
import io.fila.server.audit.AuditSettings;
import io.fila.server.enqueue.MessageLimits;
import io.fila.server.log.LogFormat;
import io.fila.server.log.LogLevel;
import io.fila.server.settings.ConfigException;
import io.fila.server.settings.Key;
import io.fila.server.settings.ListenAddress;
import io.fila.server.settings.Settings;
import io.fila.server.tls.TlsFiles;
import io.fila.storage.StorageSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The whole configuration, parsed and validated once. */
public record Config(
        Server server,
        Scheduler scheduler,
        StorageSettings storage,
        EnqueuePath intake,
        ScriptSettings scripts,
        Optional<TlsFiles> tls,
        Auth auth,
        Optional<AuditSettings> audit,
        Log log,
        Optional<Telemetry> telemetry,
        Optional<Cluster> cluster) {

    /** The same for a broker that gives its queues numbers from there on. */
    public Config numberingQueuesFrom(long first) {
        return new Config(
                server,
                new Scheduler(
                        scheduler.commandChannelCapacity,
                        scheduler.broker.numberingQueuesFrom(first),
                        scheduler.recorderBytes),
                storage,
                intake,
                scripts,
                tls,
                auth,
                audit,
                log,
                telemetry,
                cluster);
    }

    /** The same for a node of a cluster that was founded with so many shards. */
    public Config foundedWith(int shards) {
        return new Config(
                server,
                scheduler,
                storage,
                intake,
                scripts,
                tls,
                auth,
                audit,
                log,
                telemetry,
                cluster.map(node -> new Cluster(
                        node.nodeId,
                        node.bindAddress,
                        node.peers,
                        node.clientAddress,
                        node.electionTimeout,
                        node.heartbeatInterval,
                        node.replicationFactor,
                        shards,
                        node.plaintextKnowingly)));
    }

    /** Whom the broker tells how it is, and how often. */
    public record Telemetry(URI endpoint, String serviceName, Duration metricsInterval, Optional<Traces> traces) {}

    /**
     * Which messages are traced, and how many at once.
     *
     * @param oneIn one in so many of those that bring no trace of their own; 0 for none
     */
    public record Traces(int oneIn, int messages) {}

    /**
     * The node that this broker is in a cluster.
     *
     * @param bindAddress where the other nodes reach it
     * @param peers where other nodes are reached; none for the one that began
     * @param clientAddress where clients reach it, if that is not where it listens
     * @param shards how many logs a cluster has that this node founds
     * @param plaintextKnowingly whether somebody said that nodes may do without TLS, also beyond this machine
     */
    public record Cluster(
            long nodeId,
            ListenAddress bindAddress,
            List<ListenAddress> peers,
            Optional<ListenAddress> clientAddress,
            Duration electionTimeout,
            Duration heartbeatInterval,
            int replicationFactor,
            int shards,
            boolean plaintextKnowingly) {
        /** Where clients and other nodes reach the gRPC port, of a broker that listens there. */
        public ListenAddress clientAddress(ListenAddress listening) {
            return clientAddress.orElseGet(
                    () -> listening.isWildcard() ? new ListenAddress(bindAddress.host(), listening.port()) : listening);
        }
    }

    /** What the broker logs, and how. */
    public record Log(LogFormat format, LogLevel level) {}

    /** Where the broker is found. */
    public record Server(ListenAddress listenAddress, Http http, Path dataDirectory) {}

    /**
     * The HTTP port.
     *
     * @param address where it is, if there is to be one
     * @param wanted whether somebody said so; a broker that nobody asked for one starts without it if it has to
     */
    public record Http(Optional<ListenAddress> address, boolean wanted, int connections) {}

    /**
     * How the broker decides, how many requests may wait for it, and how much it remembers.
     *
     * @param recorderBytes memory of the flight recorder; 0 for none
     */
    public record Scheduler(int commandChannelCapacity, BrokerSettings broker, long recorderBytes) {}

    /** What is taken in, and from how many at once. */
    public record EnqueuePath(
            MessageLimits message,
            long bytesUnderWay,
            long bytesWaiting,
            int consumers,
            int producers,
            int connections,
            Duration maxConnectionAge,
            Duration maxConnectionSilence) {}

    /**
     * Who may call.
     *
     * @param on whether a key is needed
     * @param bootstrapKey the key of the configuration, if there is one
     * @param certificates whether a certificate will do, if a key is for it
     * @param openKnowingly whether somebody said that none is needed, also beyond this machine
     */
    public record Auth(boolean on, Optional<String> bootstrapKey, boolean certificates, boolean openKnowingly) {
        /** The key is nobody's business. */
        @Override
        public String toString() {
            return "Auth[on=" + on + ", certificates=" + certificates + ", openKnowingly=" + openKnowingly + "]";
        }
    }

    /** The configuration of somebody who set nothing. */
    public static Config defaults() {
        try {
            return from(new Settings(Keys.ALL));
        } catch (ConfigException impossible) {
            throw new AssertionError("A default does not fit its own key.", impossible);
        }
    }

    static Config from(Settings settings) throws ConfigException {
        Config config = new Config(
                new Server(
                        settings.value(Keys.LISTEN_ADDR),
                        new Http(
                                settings.value(Keys.HTTP_ADDR),
                                settings.isSet(Keys.HTTP_ADDR),
                                number(settings, Keys.HTTP_CONNECTIONS)),
                        Path.of(settings.value(Keys.DATA_DIR))),
                new Scheduler(
                        number(settings, Keys.COMMAND_CHANNEL_CAPACITY),
                        new BrokerSettings(
                                number(settings, Keys.QUANTUM),
                                number(settings, Keys.SPARSE_ALLOWANCE),
                                number(settings, Keys.CONSUMER_WINDOW),
                                limits(settings)),
                        settings.value(Keys.RECORDER_BYTES)),
                new StorageSettings(
                        settings.value(Keys.DURABILITY),
                        settings.value(Keys.MIN_FREE_BYTES),
                        settings.value(Keys.CACHE_BYTES),
                        settings.value(Keys.WRITE_BUFFER_BYTES)),
                new EnqueuePath(
                        new MessageLimits(number(settings, Keys.PAYLOAD_BYTES)),
                        settings.value(Keys.BYTES_UNDER_WAY),
                        settings.value(Keys.BYTES_WAITING),
                        number(settings, Keys.CONSUMERS),
                        number(settings, Keys.PRODUCERS),
                        number(settings, Keys.CONNECTIONS),
                        Duration.ofMillis(settings.value(Keys.MAX_CONNECTION_AGE_MS)),
                        Duration.ofMillis(settings.value(Keys.MAX_CONNECTION_SILENCE_MS))),
                new ScriptSettings(
                        new LuaLimits(
                                Duration.ofMillis(settings.value(Keys.LUA_TIMEOUT_MS)),
                                settings.value(Keys.LUA_MEMORY_BYTES)),
                        number(settings, Keys.BREAKER_THRESHOLD),
                        Duration.ofMillis(settings.value(Keys.BREAKER_COOLDOWN_MS)),
                        settings.value(Keys.BREAKER_COUNTS)),
                tls(settings),
                auth(settings),
                audit(settings),
                new Log(settings.value(Keys.LOG_FORMAT), settings.value(Keys.LOG_LEVEL)),
                telemetry(settings),
                cluster(settings));
        settings.checkRest();
        return config;
    }

    private static Optional<TlsFiles> tls(Settings settings) throws ConfigException {
        if (!settings.isOpen("tls")) {
            return Optional.empty();
        }
        String authorities = settings.value(Keys.TLS_CA_FILE);
        return Optional.of(new TlsFiles(
                named(settings, Keys.TLS_CERT_FILE),
                named(settings, Keys.TLS_KEY_FILE),
                authorities.isEmpty() ? null : Path.of(authorities)));
    }

    private static Path named(Settings settings, Key<String> key) throws ConfigException {
        String file = settings.value(key);
        if (file.isEmpty()) {
            throw new ConfigException(
                    "Expected " + key.name()
                            + " because there is a section [tls], but it is not set; name the file, or remove the section to run without TLS.");
        }
        return Path.of(file);
    }

    private static Auth auth(Settings settings) throws ConfigException {
        String key = settings.value(Keys.BOOTSTRAP_APIKEY);
        boolean required = settings.value(Keys.AUTH_REQUIRED);
        boolean on = !key.isEmpty() || (settings.isOpen("auth") && required);
        if (!key.chars().allMatch(letter -> letter > ' ' && letter <= '~')) {
            throw new ConfigException("Expected " + Keys.BOOTSTRAP_APIKEY.name()
                    + " of ASCII characters without spaces, because a header carries it, but it has others.");
        }
        boolean certificates = settings.value(Keys.AUTH_CERTIFICATES);
        if (certificates && (!on || settings.value(Keys.TLS_CA_FILE).isEmpty())) {
            throw new ConfigException("Expected " + Keys.TLS_CA_FILE.name() + " and no " + Keys.AUTH_REQUIRED.name()
                    + " = false with " + Keys.AUTH_CERTIFICATES.name()
                    + " = true, because unchecked certificates prove nothing; name the file of the authorities.");
        }
        return new Auth(on, key.isEmpty() ? Optional.empty() : Optional.of(key), certificates, !on && !required);
    }

    private static Optional<AuditSettings> audit(Settings settings) throws ConfigException {
        boolean administration = settings.value(Keys.AUDIT_ADMINISTRATION);
        boolean data = settings.value(Keys.AUDIT_DATA);
        return administration || data
                ? Optional.of(new AuditSettings(
                        Path.of(settings.value(Keys.DATA_DIR)).resolve(settings.value(Keys.AUDIT_FILE)),
                        administration,
                        data,
                        settings.value(Keys.AUDIT_FILE_BYTES),
                        number(settings, Keys.AUDIT_FILES)))
                : Optional.empty();
    }

    private static Optional<Telemetry> telemetry(Settings settings) throws ConfigException {
        String serviceName = settings.value(Keys.SERVICE_NAME);
        Duration interval = Duration.ofMillis(settings.value(Keys.METRICS_INTERVAL_MS));
        Traces traced = new Traces(number(settings, Keys.TRACE_ONE_IN), number(settings, Keys.TRACED_MESSAGES));
        Optional<Traces> traces = settings.value(Keys.TRACES) ? Optional.of(traced) : Optional.empty();
        return settings.value(Keys.OTLP_ENDPOINT)
                .map(endpoint -> new Telemetry(endpoint, serviceName, interval, traces));
    }

    private static Optional<Cluster> cluster(Settings settings) throws ConfigException {
        if (!settings.value(Keys.CLUSTER_ENABLED)) {
            return Optional.empty();
        }
        ListenAddress bindAddress = settings.value(Keys.BIND_ADDR);
        List<ListenAddress> peers = settings.value(Keys.PEERS);
        refuseUndialled(Keys.BIND_ADDR, bindAddress);
        for (ListenAddress peer : peers) {
            refuseUndialled(Keys.PEERS, peer);
        }
        if (peers.contains(bindAddress)) {
            throw new ConfigException("Expected the addresses of other nodes in " + Keys.PEERS.name() + " but found "
                    + bindAddress + ", which is this node's own; remove it.");
        }
        Optional<ListenAddress> clientAddress = settings.value(Keys.CLIENT_ADDR);
        if (clientAddress.isPresent()) {
            refuseUndialled(Keys.CLIENT_ADDR, clientAddress.get());
        }
        long electionMillis = settings.value(Keys.ELECTION_TIMEOUT_MS);
        long heartbeatMillis = settings.value(Keys.HEARTBEAT_INTERVAL_MS);
        if (!settings.isSet(Keys.HEARTBEAT_INTERVAL_MS)) {
            heartbeatMillis = Math.min(heartbeatMillis, electionMillis / 2);
        }
        if (heartbeatMillis >= electionMillis) {
            throw new ConfigException("Expected " + Keys.HEARTBEAT_INTERVAL_MS.name() + " to be less than "
                    + Keys.ELECTION_TIMEOUT_MS.name() + " (" + electionMillis + ") but it is " + heartbeatMillis
                    + "; a leader that is heard from too rarely is voted out.");
        }
        return Optional.of(new Cluster(
                settings.value(Keys.NODE_ID),
                bindAddress,
                peers,
                clientAddress,
                Duration.ofMillis(electionMillis),
                Duration.ofMillis(heartbeatMillis),
                number(settings, Keys.REPLICATION_FACTOR),
                number(settings, Keys.SHARDS),
                settings.value(Keys.CLUSTER_PLAINTEXT)));
    }

    /** Others dial these addresses as they are written. */
    private static void refuseUndialled(Key<?> key, ListenAddress address) throws ConfigException {
        if (address.isWildcard() || address.port() == 0) {
            throw new ConfigException("Expected a host and a port that others can dial for " + key.name()
                    + " but found " + address + "; write the address of one machine, and its port.");
        }
    }

    private static Limits limits(Settings settings) throws ConfigException {
        return Limits.defaults()
                .but()
                .queues(number(settings, Keys.QUEUES))
                .flows(number(settings, Keys.FAIRNESS_KEYS))
                .inFlightPerQueue(number(settings, Keys.IN_FLIGHT_PER_QUEUE))
                .inFlightPerConsumer(number(settings, Keys.IN_FLIGHT_PER_CONSUMER))
                .limits();
    }

    private static int number(Settings settings, Key<Long> key) throws ConfigException {
        return Math.toIntExact(settings.value(key));
    }
}
