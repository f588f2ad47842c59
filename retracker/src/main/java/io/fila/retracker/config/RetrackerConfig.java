package io.fila.retracker.config;

import io.fila.retracker.net.AddressRange;
import io.fila.retracker.swarm.SwarmLimits;
import io.fila.server.settings.ConfigException;
import io.fila.server.settings.Key;
import io.fila.server.settings.ListenAddress;
import io.fila.server.settings.Setting;
import io.fila.server.settings.Settings;
import io.fila.server.settings.TomlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The whole configuration, parsed and validated once. */
public record RetrackerConfig(
        ListenAddress listen,
        Optional<ListenAddress> udpListen,
        Duration announceInterval,
        Duration retryPeriod,
        boolean believesProxies,
        List<AddressRange> trustedProxies,
        List<AddressRange> operators,
        String trackerId,
        int maxConnections,
        int maxConnectionsPerAddress,
        SwarmLimits swarms,
        boolean keepsPeers,
        ForwardingConfig forwarding) {
    /** The prefix of environment variables. */
    static final String VARIABLE_PREFIX = "FILA_RETRACKER__";

    public RetrackerConfig {
        trustedProxies = List.copyOf(trustedProxies);
        operators = List.copyOf(operators);
    }

    /**
     * What was read.
     *
     * @param warnings sentences about what was set and means nothing
     */
    public record Outcome(RetrackerConfig config, List<String> warnings) {
        public Outcome {
            warnings = List.copyOf(warnings);
        }
    }

    /** Reads a file if there is one, then the environment, which overrides it. */
    public static Outcome read(Optional<Path> file, Map<String, String> environment) throws ConfigException {
        Settings settings = new Settings(RetrackerKeys.ALL);
        List<String> warnings = new ArrayList<>();
        List<ForwarderConfig> forwarders = List.of();
        if (file.isPresent()) {
            TomlFile toml = TomlFile.read(file.get(), file.get().toString(), Set.of(RetrackerKeys.FORWARDERS));
            for (Setting setting : toml.settings().values()) {
                String warning = settings.take(setting);
                if (warning != null) {
                    warnings.add(warning);
                }
            }
            forwarders = ForwarderTable.read(toml.repeated(RetrackerKeys.FORWARDERS), warnings);
        }
        for (Key<?> key : RetrackerKeys.ALL) {
            String variable = key.variable(VARIABLE_PREFIX);
            String value = environment.get(variable);
            if (value != null) {
                settings.set(new Setting(key.name(), value, true, "Environment variable " + variable));
            }
        }
        return new Outcome(from(settings, forwarders), warnings);
    }

    private static RetrackerConfig from(Settings settings, List<ForwarderConfig> forwarders) throws ConfigException {
        return new RetrackerConfig(
                settings.value(RetrackerKeys.LISTEN),
                settings.value(RetrackerKeys.UDP_LISTEN),
                seconds(settings, RetrackerKeys.ANNOUNCE_INTERVAL),
                seconds(settings, RetrackerKeys.RETRY_PERIOD),
                settings.value(RetrackerKeys.X_REAL_IP),
                settings.value(RetrackerKeys.TRUSTED_PROXIES),
                settings.value(RetrackerKeys.OPERATORS),
                settings.value(RetrackerKeys.TRACKER_ID),
                number(settings, RetrackerKeys.MAX_CONNECTIONS),
                number(settings, RetrackerKeys.MAX_CONNECTIONS_PER_ADDRESS),
                new SwarmLimits(
                        Duration.ofMinutes(settings.value(RetrackerKeys.AGE)),
                        number(settings, RetrackerKeys.MAX_HASHES),
                        number(settings, RetrackerKeys.MAX_PEERS),
                        number(settings, RetrackerKeys.MAX_PEERS_PER_HASH),
                        number(settings, RetrackerKeys.MAX_FORWARDER_PEERS)),
                settings.value(RetrackerKeys.KEEP_PEERS),
                forwarding(settings, forwarders));
    }

    private static ForwardingConfig forwarding(Settings settings, List<ForwarderConfig> forwarders)
            throws ConfigException {
        int workers = number(settings, RetrackerKeys.FORWARDER_WORKERS);
        int maxWorkers = number(settings, RetrackerKeys.MAX_FORWARDER_WORKERS);
        if (maxWorkers < workers) {
            throw new ConfigException("Expected max_forwarder_workers to be at least forwarder_workers, which is "
                    + workers + ", but found " + maxWorkers + ".");
        }
        return new ForwardingConfig(
                settings.value(RetrackerKeys.BROKER),
                Path.of(settings.value(RetrackerKeys.DATA_DIR)),
                number(settings, RetrackerKeys.FORWARDER_QUEUE_SIZE),
                workers,
                maxWorkers,
                number(settings, RetrackerKeys.FORWARDER_CONCURRENCY),
                number(settings, RetrackerKeys.QUEUE_SCALE_THRESHOLD_PCT),
                number(settings, RetrackerKeys.QUEUE_RATE_LIMIT_THRESHOLD),
                number(settings, RetrackerKeys.QUEUE_THROTTLE_THRESHOLD),
                number(settings, RetrackerKeys.QUEUE_THROTTLE_TOP_N),
                number(settings, RetrackerKeys.MAX_FORWARDERS_PER_ANNOUNCE),
                number(settings, RetrackerKeys.RATE_LIMIT_INITIAL_PER_SEC),
                number(settings, RetrackerKeys.RATE_LIMIT_INITIAL_BURST),
                seconds(settings, RetrackerKeys.FORWARD_TIMEOUT),
                seconds(settings, RetrackerKeys.FORWARDER_SUSPEND_SECONDS),
                number(settings, RetrackerKeys.FORWARDER_FAIL_THRESHOLD),
                forwarders);
    }

    private static int number(Settings settings, Key<Long> key) throws ConfigException {
        return Math.toIntExact(settings.value(key));
    }

    private static Duration seconds(Settings settings, Key<Long> key) throws ConfigException {
        return Duration.ofSeconds(settings.value(key));
    }
}
