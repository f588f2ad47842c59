package io.fila.server.config;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
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

    /** gRPC asks a client for a sign of life no earlier than after ten seconds, which is after two thirds of the silence. */
    private static final long LEAST_SILENCE_MS = 15_000;

    static final Key<ListenAddress> LISTEN_ADDR =
            Key.address("server.listen_addr", "127.0.0.1:5555", "Host and port for gRPC.");
    static final Key<Optional<ListenAddress>> HTTP_ADDR = Key.optionalAddress(
            "server.http_addr",
            "127.0.0.1:5556",
            Optional.of(new ListenAddress("127.0.0.1", 5556)),
            "Host and port for HTTP: the dashboard, metrics, and calls as JSON. Empty turns it off. If you do not set it and the"
                    + " port is taken, the broker runs without HTTP and logs that.");
    static final Key<String> DATA_DIR =
            Key.text("server.data_dir", "data", "The directory for all of the broker's data.");

    static final Key<Long> MAX_CONNECTION_AGE_MS = Key.number(
            "server.max_connection_age_ms",
            0,
            0,
            Integer.MAX_VALUE,
            "The longest a connection lasts. Then the broker asks the client to reconnect, so that a load balancer can choose"
                    + " another broker, and ends calls that are still open after ten seconds. 0 means no limit.");
    static final Key<Long> MAX_CONNECTION_SILENCE_MS = Key.number(
            "server.max_connection_silence_ms",
            30_000,
            LEAST_SILENCE_MS,
            Integer.MAX_VALUE,
            "How long nothing may come over a gRPC connection. After two thirds of it the broker sends a ping, which every"
                    + " client answers; a connection whose client is gone is closed, and its streams end.");

    static final Key<Long> COMMAND_CHANNEL_CAPACITY = Key.number(
            "scheduler.command_channel_capacity",
            10_000,
            1,
            10_000_000,
            "The most requests that may wait for the broker. Beyond it clients get RESOURCE_EXHAUSTED.");
    static final Key<Long> QUANTUM = Key.number(
            "scheduler.quantum",
            BrokerSettings.DEFAULT_QUANTUM,
            1,
            1_000_000,
            "The most deliveries that a fairness key of weight 1 gets per round. Rounds are as short as the traffic allows:"
                    + " consumers that take messages one by one are served in rounds of one delivery per key.");
    static final Key<Long> SPARSE_ALLOWANCE = Key.number(
            "scheduler.sparse_allowance",
            BrokerSettings.DEFAULT_SPARSE_ALLOWANCE,
            0,
            1_000_000,
            "How many deliveries a fairness key that has just become active may borrow ahead of the round. Its next rounds pay"
                    + " them back. 0 turns this off.");
    static final Key<Long> CONSUMER_WINDOW = Key.number(
            "scheduler.consumer_window",
            BrokerSettings.DEFAULT_CONSUMER_WINDOW,
            1,
            1_000_000,
            "How many messages a consumer may hold before it acks or nacks any, whatever credit it grants. The window grows as"
                    + " it settles messages, up to limits.in_flight_per_consumer; set it to that value to turn windows"
                    + " off.");
    static final Key<Long> IDLE_TIMEOUT_MS = Key.number(
            "scheduler.idle_timeout_ms",
            100,
            0,
            Integer.MAX_VALUE,
            "Accepted for compatibility and ignored: the broker wakes on events and does not poll.");

    static final Key<Durability> DURABILITY = Key.choice(
            "storage.durability",
            Durability.GROUP,
            Durability.class,
            "When the broker replies: \"group\" after it has synced the write to disk, together with others (survives a power"
                    + " cut), \"os\" after the operating system has the write (survives a crash of the broker, not a"
                    + " power cut).");
    static final Key<Long> MIN_FREE_BYTES = Key.number(
            "storage.min_free_bytes",
            StorageSettings.DEFAULT_MIN_FREE_BYTES,
            0,
            Long.MAX_VALUE,
            "Below this much free disk space the broker refuses new messages with RESOURCE_EXHAUSTED. Everything else continues.");
    static final Key<Long> CACHE_BYTES = Key.number(
            "storage.cache_bytes",
            StorageSettings.DEFAULT_CACHE_BYTES,
            MIB,
            64 * GIB,
            "Off-heap memory for blocks read from disk.");
    static final Key<Long> WRITE_BUFFER_BYTES = Key.number(
            "storage.write_buffer_bytes",
            StorageSettings.DEFAULT_WRITE_BUFFER_BYTES,
            MIB,
            4 * GIB,
            "Off-heap memory for writes that are not yet in tables.");

    static final Key<Long> PAYLOAD_BYTES = Key.number(
            "limits.payload_bytes",
            Limits.DEFAULT_PAYLOAD_BYTES,
            1,
            GIB,
            "The largest payload. A larger one is refused with INVALID_ARGUMENT. With the default, a message and its headers fit"
                    + " into the 4 MiB that gRPC clients accept. If you raise it, consumers must raise their limit too and"
                    + " send it in the request header `fila-max-frame-bytes`; the Java client and the command line do so,"
                    + " and accept 64 MiB.");
    static final Key<Long> BYTES_UNDER_WAY = Key.number(
            "limits.bytes_under_way",
            64 * MIB,
            MIB,
            16 * GIB,
            "The most bytes of messages received but not yet answered. Beyond it producers get RESOURCE_EXHAUSTED. As many again"
                    + " may be partly received: beyond that, calls whose message does not complete end with"
                    + " RESOURCE_EXHAUSTED.");
    static final Key<Long> BYTES_WAITING = Key.number(
            "limits.bytes_waiting",
            256 * MIB,
            MIB,
            16 * GIB,
            "The most bytes that wait in all streams: batches not yet accepted, and results not yet read. A stream that would"
                    + " exceed it gets RESOURCE_EXHAUSTED.");
    static final Key<Long> QUEUES = Key.number(
            "limits.queues",
            Limits.defaults().queues(),
            1,
            1_000_000,
            "The most queues, dead letter queues included. Beyond it CreateQueue gets RESOURCE_EXHAUSTED.");
    static final Key<Long> FAIRNESS_KEYS = Key.number(
            "limits.fairness_keys",
            Limits.defaults().flows(),
            1,
            100_000_000,
            "The most fairness keys with pending or leased messages, over all queues. Beyond it an enqueue or a move with a new"
                    + " key gets RESOURCE_EXHAUSTED, and a message that becomes due or is redriven waits.");
    static final Key<Long> IN_FLIGHT_PER_QUEUE = Key.number(
            "limits.in_flight_per_queue",
            Limits.defaults().inFlightPerQueue(),
            1,
            10_000_000,
            "The most messages of one queue that may be leased at once. At the limit it delivers nothing until a consumer acks or"
                    + " nacks.");
    static final Key<Long> IN_FLIGHT_PER_CONSUMER = Key.number(
            "limits.in_flight_per_consumer",
            Limits.defaults().inFlightPerConsumer(),
            1,
            10_000_000,
            "The most messages that one consumer may hold at once. At the limit it gets no more until it acks or nacks.");

    static final Key<Long> CONSUMERS = Key.number(
            "limits.consumers",
            10_000,
            1,
            1_000_000,
            "The most open consumer streams. A further one gets RESOURCE_EXHAUSTED.");
    static final Key<Long> PRODUCERS = Key.number(
            "limits.producers",
            10_000,
            1,
            1_000_000,
            "The most open producer streams. A further one gets RESOURCE_EXHAUSTED.");
    static final Key<Long> CONNECTIONS = Key.number(
            "limits.connections",
            10_000,
            1,
            1_000_000,
            "The most open gRPC connections. A further one is closed at once.");

    static final Key<Long> HTTP_CONNECTIONS = Key.number(
            "limits.http_connections",
            256,
            1,
            1_000_000,
            "The most open HTTP connections. A further one is closed at once.");

    static final Key<Long> LUA_TIMEOUT_MS = Key.number(
            "lua.default_timeout_ms", 10, 1, 60_000, "CPU time per script call, unless the queue sets another limit.");
    static final Key<Long> LUA_MEMORY_BYTES = Key.number(
            "lua.default_memory_limit_bytes",
            MIB,
            65_536,
            GIB,
            "Memory per script, unless the queue sets another limit.");
    static final Key<Long> BREAKER_THRESHOLD = Key.number(
            "lua.circuit_breaker_threshold",
            3,
            1,
            1_000_000,
            "How many counted failures in a row make the circuit breaker bypass a queue's scripts.");
    static final Key<Long> BREAKER_COOLDOWN_MS = Key.number(
            "lua.circuit_breaker_cooldown_ms",
            10_000,
            0,
            Integer.MAX_VALUE,
            "How long the scripts are bypassed before they are tried again.");
    static final Key<CircuitBreaker.Counts> BREAKER_COUNTS = Key.choice(
            "lua.circuit_breaker_counts",
            CircuitBreaker.Counts.LIMITS,
            CircuitBreaker.Counts.class,
            "Which failures count: \"limits\" counts scripts that exceed their time or memory, \"all\" every failure, such as a"
                    + " Lua error on an unexpected message.");

    static final Key<LogFormat> LOG_FORMAT = Key.choice(
            "log.format",
            LogFormat.TEXT,
            LogFormat.class,
            "The format of log lines: \"text\" has time, level, logger, a sentence and key=value details; \"json\" has the same"
                    + " as one object per line.");
    static final Key<LogLevel> LOG_LEVEL =
            Key.choice("log.level", LogLevel.INFO, LogLevel.class, "The lowest level that is logged.");

    static final Key<Optional<URI>> OTLP_ENDPOINT = Key.optionalUrl(
            "telemetry.otlp_endpoint",
            "http://127.0.0.1:4318",
            "Where to send metrics and traces by OTLP, as protobuf over HTTP. The broker appends /v1/metrics and /v1/traces."
                    + " Empty turns it off.");
    static final Key<String> SERVICE_NAME =
            Key.text("telemetry.service_name", "fila", "The broker's service.name in telemetry.");
    static final Key<Long> METRICS_INTERVAL_MS = Key.number(
            "telemetry.metrics_interval_ms", 10_000, 1, Integer.MAX_VALUE, "How often the broker sends metrics.");
    static final Key<Boolean> TRACES = Key.truth(
            "telemetry.traces",
            true,
            "Whether to trace messages whose traceparent header (W3C trace context) has the sampled flag. Needs"
                    + " telemetry.otlp_endpoint.");
    static final Key<Long> TRACE_ONE_IN = Key.number(
            "telemetry.trace_one_in",
            0,
            0,
            1_000_000_000,
            "Start a new trace for one in this many messages without a traceparent header. 0 means none.");
    static final Key<Long> TRACED_MESSAGES = Key.number(
            "telemetry.traced_messages",
            10_000,
            1,
            1_000_000,
            "The most messages traced at once. A new one replaces the one that has been quiet for longest; what happens to that"
                    + " one is not traced.");

    static final Key<Long> RECORDER_BYTES = Key.number(
            "telemetry.recorder_bytes",
            32 * MIB,
            0,
            GIB,
            "Memory for the flight recorder: the latest steps of all messages, for fila explain and fila record. About 60 bytes"
                    + " per step, allocated as needed, and at most an eighth of the heap. 0 turns it off.");

    static final Key<String> TLS_CERT_FILE = Key.text(
            "tls.cert_file",
            "",
            "The broker's certificate (PEM), followed by its chain. Relative to this file. A section [tls] turns TLS on and needs"
                    + " cert_file and key_file.");
    static final Key<String> TLS_KEY_FILE =
            Key.text("tls.key_file", "", "The key of that certificate (PEM, PKCS#8). Relative to this file.");
    static final Key<String> TLS_CA_FILE = Key.text(
            "tls.ca_file",
            "",
            "The certificate authorities (PEM) of clients. If set, clients must have a certificate signed by one of them."
                    + " Relative to this file.");

    static final Key<String> BOOTSTRAP_APIKEY = Key.secret(
            "auth.bootstrap_apikey",
            "A superadmin key that exists while it is set here. FILA_BOOTSTRAP_APIKEY overrides it. Empty means none: only keys"
                    + " created earlier are valid then.");
    static final Key<Boolean> AUTH_REQUIRED = Key.truth(
            "auth.required",
            true,
            "false lets a broker without keys listen beyond this machine: anyone who reaches the port may do everything.");

    static final Key<Boolean> AUTH_CERTIFICATES = Key.truth(
            "auth.certificates",
            false,
            "Whether a client certificate can replace a token, if a key was created for one of its names. Needs tls.ca_file.");

    static final Key<Boolean> AUDIT_ADMINISTRATION = Key.truth(
            "audit.administration",
            true,
            "Whether the audit log records calls that change something or show keys or messages, and calls that are refused for"
                    + " lack of a key or permission.");
    static final Key<Boolean> AUDIT_DATA = Key.truth(
            "audit.data",
            false,
            "Whether the audit log also records calls of producers, consumers and monitors: each plain call, and each stream once"
                    + " per queue.");
    static final Key<String> AUDIT_FILE = Key.text(
            "audit.file",
            "audit/audit.jsonl",
            "The audit log, one JSON object per line. Relative to server.data_dir. If it cannot be written, the broker continues,"
                    + " logs this once, and counts the missing lines.");
    static final Key<Long> AUDIT_FILE_BYTES = Key.number(
            "audit.file_bytes",
            16 * MIB,
            4_096,
            GIB,
            "The size at which the audit log is rotated: .1 is appended to its name, and a new file begins.");
    static final Key<Long> AUDIT_FILES =
            Key.number("audit.files", 8, 1, 1_000, "How many files of the audit log are kept. Older ones are deleted.");

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
            "About how long a node hears nothing from the leader before it stands for election. Each wait is drawn at random around it.");
    static final Key<Long> HEARTBEAT_INTERVAL_MS = Key.number(
            "cluster.heartbeat_interval_ms",
            300,
            10,
            30_000,
            "How often the leader says that it is there when it has nothing else to say. Less than `election_timeout_ms`; if"
                    + " it is not set, at most half of that.");
    static final Key<Long> REPLICATION_FACTOR = Key.number(
            "cluster.replication_factor",
            3,
            1,
            9,
            "Copies of each shard, fewer while there are fewer nodes; of the first shard every node has one. The value on the node that"
                    + " leads the first shard counts, so set the same on all.");
    static final Key<Long> SHARDS = Key.number(
            "cluster.shards",
            3,
            1,
            16,
            "Logs that the queues are spread over; each has a leader of its own. The node that founds a cluster decides it for good:"
                    + " everywhere else, and later, the cluster's own number counts.");
    static final Key<Boolean> CLUSTER_PLAINTEXT = Key.truth(
            "cluster.plaintext",
            false,
            "Whether nodes may talk to each other without TLS on a `bind_addr` that other machines can reach. Whoever reaches it can"
                    + " read and change everything then. With a section [tls] they always use TLS.");

    static final List<Key<?>> ALL = List.of(
            LISTEN_ADDR,
            HTTP_ADDR,
            DATA_DIR,
            MAX_CONNECTION_AGE_MS,
            MAX_CONNECTION_SILENCE_MS,
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
            REPLICATION_FACTOR,
            SHARDS,
            CLUSTER_PLAINTEXT);

    static final Set<String> SECTIONS = ALL.stream().map(Key::section).collect(Collectors.toUnmodifiableSet());

    /** Keys that name a file, relative to the configuration they stand in. */
    static final List<Key<String>> FILES = List.of(TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE);

    private Keys() {}
}
