package io.fila.server.config;

import io.fila.core.Limits;
import io.fila.core.broker.BrokerSettings;
import io.fila.scripting.CircuitBreaker;
import io.fila.server.log.LogFormat;
import io.fila.server.log.LogLevel;
import io.fila.server.settings.Key;
import io.fila.server.settings.ListenAddress;
import io.fila.storage.Durability;
import io.fila.storage.StorageSettings;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Every key of {@code fila.toml}, in the order in which the documentation lists them. */
final class Keys {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    static final Key<ListenAddress> LISTEN_ADDR =
            Key.address("server.listen_addr", "127.0.0.1:5555", "Host and port of the gRPC port.");
    static final Key<Optional<ListenAddress>> HTTP_ADDR = Key.optionalAddress(
            "server.http_addr",
            "127.0.0.1:5556",
            Optional.of(new ListenAddress("127.0.0.1", 5556)),
            "Host and port of the HTTP port: the page, metrics, and calls as JSON. Empty for none. If it is not set and the port"
                    + " is taken, the broker runs without it and says so.");
    static final Key<String> DATA_DIR =
            Key.text("server.data_dir", "data", "The directory that holds everything the broker knows.");

    static final Key<Long> MAX_CONNECTION_AGE_MS = Key.number(
            "server.max_connection_age_ms",
            0,
            0,
            Integer.MAX_VALUE,
            "How long a connection lasts: then its client is asked to make another, which a balancer may send elsewhere, and"
                    + " after ten seconds calls that are still open are ended. 0 for without end.");

    static final Key<Long> COMMAND_CHANNEL_CAPACITY = Key.number(
            "scheduler.command_channel_capacity",
            10_000,
            1,
            10_000_000,
            "Requests that may wait for the broker; at the limit clients get RESOURCE_EXHAUSTED.");
    static final Key<Long> QUANTUM = Key.number(
            "scheduler.quantum",
            BrokerSettings.DEFAULT_QUANTUM,
            1,
            1_000_000,
            "Deliveries that a fairness key of weight 1 gets a round at most. A round is as short as the traffic allows:"
                    + " consumers that take messages one by one are served in rounds of one delivery a key.");
    static final Key<Long> SPARSE_ALLOWANCE = Key.number(
            "scheduler.sparse_allowance",
            BrokerSettings.DEFAULT_SPARSE_ALLOWANCE,
            0,
            1_000_000,
            "Deliveries that a fairness key which has just become active may have ahead of the round; they are paid back"
                    + " from its next allocations. 0 turns this off.");
    static final Key<Long> CONSUMER_WINDOW = Key.number(
            "scheduler.consumer_window",
            BrokerSettings.DEFAULT_CONSUMER_WINDOW,
            1,
            1_000_000,
            "Messages that a consumer may hold before it has settled any, whatever credit it grants. It may hold more as it"
                    + " settles what it has, up to limits.in_flight_per_consumer; the same value as that turns the windows"
                    + " off.");
    static final Key<Long> IDLE_TIMEOUT_MS = Key.number(
            "scheduler.idle_timeout_ms",
            100,
            0,
            Integer.MAX_VALUE,
            "Accepted for compatibility; the broker wakes on events and needs no polling interval.");

    static final Key<Durability> DURABILITY = Key.choice(
            "storage.durability",
            Durability.GROUP,
            Durability.class,
            "When a request is answered: \"group\" after its group of writes has been synced to disk (survives a power"
                    + " cut), \"os\" after the operating system has them (survives a crash of the broker, not a power"
                    + " cut).");
    static final Key<Long> MIN_FREE_BYTES = Key.number(
            "storage.min_free_bytes",
            StorageSettings.DEFAULT_MIN_FREE_BYTES,
            0,
            Long.MAX_VALUE,
            "Room on the disk below which new messages are refused with RESOURCE_EXHAUSTED; everything else goes on.");
    static final Key<Long> CACHE_BYTES = Key.number(
            "storage.cache_bytes",
            StorageSettings.DEFAULT_CACHE_BYTES,
            MIB,
            64 * GIB,
            "Memory outside the heap for blocks read from disk.");
    static final Key<Long> WRITE_BUFFER_BYTES = Key.number(
            "storage.write_buffer_bytes",
            StorageSettings.DEFAULT_WRITE_BUFFER_BYTES,
            MIB,
            4 * GIB,
            "Memory outside the heap for what is written and not yet in tables.");

    static final Key<Long> PAYLOAD_BYTES = Key.number(
            "limits.payload_bytes",
            Limits.DEFAULT_PAYLOAD_BYTES,
            1,
            GIB,
            "Bytes of a payload; more are refused with INVALID_ARGUMENT. The default fits, with headers and all, into the"
                    + " 4 MiB that a gRPC client reads. With more, consumers must raise their limit and say so in the"
                    + " request header `fila-max-frame-bytes`; the Java client and the command line do, and read 64"
                    + " MiB.");
    static final Key<Long> BYTES_UNDER_WAY = Key.number(
            "limits.bytes_under_way",
            64 * MIB,
            MIB,
            16 * GIB,
            "Bytes of messages taken in and not yet answered; at the limit producers get RESOURCE_EXHAUSTED. As many again may"
                    + " be on their way in: beyond that, messages whose end does not come are given up with RESOURCE_EXHAUSTED.");
    static final Key<Long> BYTES_WAITING = Key.number(
            "limits.bytes_waiting",
            256 * MIB,
            MIB,
            16 * GIB,
            "Bytes that wait in the streams of all clients: of batches that could not be taken in yet, and of results that"
                    + " were not read. A stream that adds to more gets RESOURCE_EXHAUSTED.");
    static final Key<Long> QUEUES = Key.number(
            "limits.queues",
            Limits.defaults().queues(),
            1,
            1_000_000,
            "Queues that may exist, dead letter queues included; CreateQueue for a further one gets RESOURCE_EXHAUSTED.");
    static final Key<Long> FAIRNESS_KEYS = Key.number(
            "limits.fairness_keys",
            Limits.defaults().flows(),
            1,
            100_000_000,
            "Fairness keys with pending or leased messages over all queues; an enqueue or a move with a further one"
                    + " gets RESOURCE_EXHAUSTED, and one that becomes due or is redriven waits.");
    static final Key<Long> IN_FLIGHT_PER_QUEUE = Key.number(
            "limits.in_flight_per_queue",
            Limits.defaults().inFlightPerQueue(),
            1,
            10_000_000,
            "Messages of one queue that may be leased at once; at the limit it delivers nothing until one is settled.");
    static final Key<Long> IN_FLIGHT_PER_CONSUMER = Key.number(
            "limits.in_flight_per_consumer",
            Limits.defaults().inFlightPerConsumer(),
            1,
            10_000_000,
            "Messages that one consumer may hold at once; at the limit it gets no more until one is settled.");

    static final Key<Long> CONSUMERS = Key.number(
            "limits.consumers",
            10_000,
            1,
            1_000_000,
            "Consumer streams that may be open at once; a further one gets RESOURCE_EXHAUSTED.");
    static final Key<Long> PRODUCERS = Key.number(
            "limits.producers",
            10_000,
            1,
            1_000_000,
            "Producer streams that may be open at once; a further one gets RESOURCE_EXHAUSTED.");
    static final Key<Long> CONNECTIONS = Key.number(
            "limits.connections",
            10_000,
            1,
            1_000_000,
            "Connections that may be open at once; a further one is closed at once.");

    static final Key<Long> HTTP_CONNECTIONS = Key.number(
            "limits.http_connections",
            256,
            1,
            1_000_000,
            "Connections to the HTTP port that may be open at once; a further one is closed at once.");

    static final Key<Long> LUA_TIMEOUT_MS = Key.number(
            "lua.default_timeout_ms",
            10,
            1,
            60_000,
            "Processor time a call of a script may take, unless its queue says otherwise.");
    static final Key<Long> LUA_MEMORY_BYTES = Key.number(
            "lua.default_memory_limit_bytes",
            MIB,
            65_536,
            GIB,
            "Memory a script may use, unless its queue says otherwise.");
    static final Key<Long> BREAKER_THRESHOLD = Key.number(
            "lua.circuit_breaker_threshold",
            3,
            1,
            1_000_000,
            "Counted failures in a row after which a queue's scripts are bypassed.");
    static final Key<Long> BREAKER_COOLDOWN_MS = Key.number(
            "lua.circuit_breaker_cooldown_ms",
            10_000,
            0,
            Integer.MAX_VALUE,
            "How long they are bypassed before they are tried again.");
    static final Key<CircuitBreaker.Counts> BREAKER_COUNTS = Key.choice(
            "lua.circuit_breaker_counts",
            CircuitBreaker.Counts.LIMITS,
            CircuitBreaker.Counts.class,
            "Which failures count: \"limits\" those of scripts that used more time or memory than they may, \"all\" every"
                    + " one, also that of a script which meets a message it did not expect.");

    static final Key<LogFormat> LOG_FORMAT = Key.choice(
            "log.format",
            LogFormat.TEXT,
            LogFormat.class,
            "How a line of the log looks: \"text\" has time, level, logger and a sentence, then key=value for what it is"
                    + " about; \"json\" the same as an object a line.");
    static final Key<LogLevel> LOG_LEVEL =
            Key.choice("log.level", LogLevel.INFO, LogLevel.class, "What is logged at least.");

    static final Key<Optional<URI>> OTLP_ENDPOINT = Key.optionalUrl(
            "telemetry.otlp_endpoint",
            "http://127.0.0.1:4318",
            "Where metrics and traces are sent by OTLP over HTTP, as protobuf; /v1/metrics and /v1/traces are added to it."
                    + " Empty for nowhere.");
    static final Key<String> SERVICE_NAME =
            Key.text("telemetry.service_name", "fila", "The name the broker gives itself in telemetry: service.name.");
    static final Key<Long> METRICS_INTERVAL_MS =
            Key.number("telemetry.metrics_interval_ms", 10_000, 1, Integer.MAX_VALUE, "How often metrics are sent.");
    static final Key<Boolean> TRACES = Key.truth(
            "telemetry.traces",
            true,
            "Whether messages with a header traceparent, of the W3C's trace context, are traced if its sampled flag says so;"
                    + " with telemetry.otlp_endpoint only.");
    static final Key<Long> TRACE_ONE_IN = Key.number(
            "telemetry.trace_one_in",
            0,
            0,
            1_000_000_000,
            "Of the messages without such a header one in so many begins a trace of its own; 0 for none.");
    static final Key<Long> TRACED_MESSAGES = Key.number(
            "telemetry.traced_messages",
            10_000,
            1,
            1_000_000,
            "Messages that are traced at once; the one of which nothing was heard for longest makes room for a new one, and"
                    + " what becomes of it is not told.");

    static final Key<Long> RECORDER_BYTES = Key.number(
            "telemetry.recorder_bytes",
            32 * MIB,
            0,
            GIB,
            "Memory for the last steps of all messages, which explain and record tell of; about 60 bytes a step, taken as it is"
                    + " needed, and at most an eighth of the heap. 0 for none.");

    static final Key<String> TLS_CERT_FILE = Key.text(
            "tls.cert_file",
            "",
            "The broker's certificate (PEM), followed by those that lead to its authority's. Relative to this file."
                    + " A section [tls] turns TLS on, and needs this and the next.");
    static final Key<String> TLS_KEY_FILE =
            Key.text("tls.key_file", "", "The key of that certificate (PEM, PKCS#8). Relative to this file.");
    static final Key<String> TLS_CA_FILE = Key.text(
            "tls.ca_file",
            "",
            "The authorities (PEM) of clients: if it is set, a client needs a certificate that one of them signed."
                    + " Relative to this file.");

    static final Key<String> BOOTSTRAP_APIKEY = Key.secret(
            "auth.bootstrap_apikey",
            "A key that may do everything and always exists while it is set here; FILA_BOOTSTRAP_APIKEY overrides it. Empty"
                    + " for none: then only keys that were made before count.");
    static final Key<Boolean> AUTH_REQUIRED = Key.truth(
            "auth.required",
            true,
            "Without a key, false says that everybody who reaches the port may do everything, and lets a broker listen"
                    + " beyond this machine all the same.");

    static final Key<Boolean> AUTH_CERTIFICATES = Key.truth(
            "auth.certificates",
            false,
            "Whether a client's certificate will do instead of a key, if a key was made for one of its names. Needs"
                    + " tls.ca_file.");

    static final Key<Boolean> AUDIT_ADMINISTRATION = Key.truth(
            "audit.administration",
            true,
            "Whether calls are recorded in the audit log that change something, or show keys or messages; and those of"
                    + " whoever may not make them.");
    static final Key<Boolean> AUDIT_DATA = Key.truth(
            "audit.data",
            false,
            "Whether the calls of producers, consumers and monitors are recorded too: each plain call, and of a stream each"
                    + " queue once.");
    static final Key<String> AUDIT_FILE = Key.text(
            "audit.file",
            "audit/audit.jsonl",
            "The audit log, a JSON object a line. Relative to server.data_dir. A file that can't be written stops nothing:"
                    + " the log says so once, and what is missing is counted.");
    static final Key<Long> AUDIT_FILE_BYTES = Key.number(
            "audit.file_bytes",
            16 * MIB,
            4_096,
            GIB,
            "Bytes of the audit log at which it is put aside, with .1 after its name, and another is begun.");
    static final Key<Long> AUDIT_FILES = Key.number(
            "audit.files", 8, 1, 1_000, "Files of the audit log that are kept; the oldest beyond it is deleted.");

    static final Key<Boolean> CLUSTER_ENABLED = Key.truth(
            "cluster.enabled",
            false,
            "Whether this broker is a node of a cluster. Without it the rest of this section means nothing.");
    static final Key<Long> NODE_ID = Key.number(
            "cluster.node_id",
            1,
            1,
            Integer.MAX_VALUE,
            "The number of this node; no other node of the cluster has it.");
    static final Key<ListenAddress> BIND_ADDR = Key.address(
            "cluster.bind_addr",
            "127.0.0.1:5557",
            "Host and port on which nodes talk to each other. Other nodes dial it as it is written here.");
    static final Key<List<ListenAddress>> PEERS = Key.list(
            "cluster.peers",
            List.of(),
            "a list of texts such as \"10.0.0.1:5557\"",
            ListenAddress::parse,
            "The `bind_addr` of other nodes. Empty: this node starts a cluster of its own or, if its data directory belongs to"
                    + " one, goes on in that. Otherwise it joins through any of them. It need not change when nodes come and go.");
    static final Key<Optional<ListenAddress>> CLIENT_ADDR = Key.optionalAddress(
            "cluster.client_addr",
            "10.0.0.1:5555",
            "Where clients and other nodes reach the gRPC port of this node, if that is not `server.listen_addr`. Empty:"
                    + " `server.listen_addr`, with the host of `bind_addr` if it listens on all addresses.");
    static final Key<Long> ELECTION_TIMEOUT_MS = Key.number(
            "cluster.election_timeout_ms",
            1000,
            100,
            60_000,
            "How long a node does not hear from the leader before it stands for election; up to twice as long, by chance.");
    static final Key<Long> HEARTBEAT_INTERVAL_MS = Key.number(
            "cluster.heartbeat_interval_ms",
            300,
            10,
            30_000,
            "How often the leader says that it is there when it has nothing else to say. Less than `election_timeout_ms`; if"
                    + " it is not set, at most half of that.");
    static final Key<Long> REPLICATION_FACTOR = Key.number(
            "cluster.replication_factor", 3, 1, 9, "Copies of everything; fewer while there are fewer nodes.");

    static final List<Key<?>> ALL = List.of(
            LISTEN_ADDR,
            HTTP_ADDR,
            DATA_DIR,
            MAX_CONNECTION_AGE_MS,
            COMMAND_CHANNEL_CAPACITY,
            QUANTUM,
            SPARSE_ALLOWANCE,
            CONSUMER_WINDOW,
            IDLE_TIMEOUT_MS,
            DURABILITY,
            MIN_FREE_BYTES,
            CACHE_BYTES,
            WRITE_BUFFER_BYTES,
            PAYLOAD_BYTES,
            BYTES_UNDER_WAY,
            BYTES_WAITING,
            QUEUES,
            FAIRNESS_KEYS,
            IN_FLIGHT_PER_QUEUE,
            IN_FLIGHT_PER_CONSUMER,
            CONSUMERS,
            PRODUCERS,
            CONNECTIONS,
            HTTP_CONNECTIONS,
            LUA_TIMEOUT_MS,
            LUA_MEMORY_BYTES,
            BREAKER_THRESHOLD,
            BREAKER_COOLDOWN_MS,
            BREAKER_COUNTS,
            LOG_FORMAT,
            LOG_LEVEL,
            OTLP_ENDPOINT,
            SERVICE_NAME,
            METRICS_INTERVAL_MS,
            TRACES,
            TRACE_ONE_IN,
            TRACED_MESSAGES,
            RECORDER_BYTES,
            TLS_CERT_FILE,
            TLS_KEY_FILE,
            TLS_CA_FILE,
            BOOTSTRAP_APIKEY,
            AUTH_REQUIRED,
            AUTH_CERTIFICATES,
            AUDIT_ADMINISTRATION,
            AUDIT_DATA,
            AUDIT_FILE,
            AUDIT_FILE_BYTES,
            AUDIT_FILES,
            CLUSTER_ENABLED,
            NODE_ID,
            BIND_ADDR,
            PEERS,
            CLIENT_ADDR,
            ELECTION_TIMEOUT_MS,
            HEARTBEAT_INTERVAL_MS,
            REPLICATION_FACTOR);

    static final Set<String> SECTIONS = ALL.stream().map(Key::section).collect(Collectors.toUnmodifiableSet());

    /** Keys that name a file, relative to the configuration they stand in. */
    static final List<Key<String>> FILES = List.of(TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE);

    private Keys() {}
}
