package io.fila.retracker.config;

import io.fila.retracker.net.AddressRange;
import io.fila.server.settings.Key;
import io.fila.server.settings.ListenAddress;
import java.util.List;
import java.util.Optional;

/** Every key of {@code retracker.toml}, in the order in which the documentation lists them. */
final class RetrackerKeys {
    private static final int DAY_SECONDS = 24 * 60 * 60;

    static final Key<ListenAddress> LISTEN = Key.address(
            "listen", ":6969", "The HTTP address for announces. Without a host it listens on every address.");
    static final Key<Optional<ListenAddress>> UDP_LISTEN =
            Key.optionalAddress("udp_listen", ":6969", "The UDP address for announces. Empty turns UDP off.");
    static final Key<Long> AGE = Key.number("age", 180, 1, 100_000, "Minutes after which a silent peer is forgotten.");
    static final Key<Long> ANNOUNCE_INTERVAL = Key.number(
            "announce_interval", 1_800, 1, DAY_SECONDS, "Seconds after which a client should announce itself again.");
    static final Key<Long> RETRY_PERIOD = Key.number(
            "retry_period",
            300,
            1,
            DAY_SECONDS,
            "Seconds after which a client should come back if it was refused, or if its torrent is new to the forwarders.");
    static final Key<Boolean> X_REAL_IP = Key.truth(
            "x_real_ip",
            false,
            "Whether trusted proxies may name their client in X-Real-IP, X-Forwarded-For or the parameter ip.");
    static final Key<List<AddressRange>> TRUSTED_PROXIES =
            ranges("trusted_proxies", "The proxies to trust if x_real_ip is true.");
    static final Key<List<AddressRange>> OPERATORS =
            ranges("operators", "The addresses from which operators may enable, disable and suspend forwarders.");
    static final Key<String> TRACKER_ID =
            Key.text("tracker_id", "", "The tracker id that clients receive. Empty means none.");

    static final Key<String> BROKER = Key.text(
            "broker", "", "The broker for forwarding jobs, as host:port. Empty means one inside this program.");
    static final Key<String> DATA_DIR = Key.text(
            "data_dir",
            "retracker-data",
            "The directory for data that survives a restart: known peers, and the jobs of the broker inside this program.");
    static final Key<Boolean> KEEP_PEERS =
            Key.truth("keep_peers", true, "Whether known peers survive a restart, in the file peers in data_dir.");
    static final Key<Long> FORWARDER_QUEUE_SIZE =
            Key.number("forwarder_queue_size", 10_000, 1, 10_000_000, "The most jobs that may wait for a worker.");
    static final Key<Long> FORWARDER_WORKERS = Key.number(
            "forwarder_workers", 10, 1, 1_000, "The smallest number of workers, for forwarders that answer promptly.");
    static final Key<Long> MAX_FORWARDER_WORKERS =
            Key.number("max_forwarder_workers", 20, 1, 1_000, "The largest number of workers.");
    static final Key<Long> FORWARDER_CONCURRENCY = Key.number(
            "forwarder_concurrency",
            4,
            1,
            1_000,
            "The most jobs of one forwarder in progress at once, so that a slow one delays only itself.");
    static final Key<Long> QUEUE_SCALE_THRESHOLD_PCT = Key.number(
            "queue_scale_threshold_pct",
            60,
            0,
            100,
            "Add workers while the queue is at least this full, in per cent. 0 means never.");
    static final Key<Long> QUEUE_RATE_LIMIT_THRESHOLD = Key.number(
            "queue_rate_limit_threshold",
            80,
            0,
            100,
            "Limit initial announces while the queue is at least this full, in per cent. 0 means never.");
    static final Key<Long> QUEUE_THROTTLE_THRESHOLD = Key.number(
            "queue_throttle_threshold",
            60,
            0,
            100,
            "Send an announce to fewer forwarders while the queue is at least this full, in per cent. 0 means never.");
    static final Key<Long> QUEUE_THROTTLE_TOP_N = Key.number(
            "queue_throttle_top_n",
            20,
            0,
            10_000,
            "How many forwarders an announce goes to then. 0 means as many as otherwise.");
    static final Key<Long> MAX_FORWARDERS_PER_ANNOUNCE = Key.number(
            "max_forwarders_per_announce", 100, 0, 10_000, "The most forwarders an announce goes to. 0 means all.");
    static final Key<Long> RATE_LIMIT_INITIAL_PER_SEC = Key.number(
            "rate_limit_initial_per_sec", 100, 1, 1_000_000, "Initial announces per second while they are limited.");
    static final Key<Long> RATE_LIMIT_INITIAL_BURST = Key.number(
            "rate_limit_initial_burst", 200, 1, 1_000_000, "Burst of initial announces while they are limited.");
    static final Key<Long> FORWARD_TIMEOUT =
            Key.number("forward_timeout", 30, 1, 600, "Seconds that a forwarder has to answer.");
    static final Key<Long> FORWARDER_SUSPEND_SECONDS = Key.number(
            "forwarder_suspend_seconds",
            300,
            1,
            DAY_SECONDS,
            "Seconds for which a forwarder that is too busy or fails too often is suspended; longer each further time.");
    static final Key<Long> FORWARDER_FAIL_THRESHOLD = Key.number(
            "forwarder_fail_threshold", 10, 1, 1_000_000, "Failures in a row after which a forwarder is suspended.");

    static final Key<Long> MAX_HASHES = Key.number(
            "max_hashes",
            1_000_000,
            1,
            100_000_000,
            "The most torrents to remember. Beyond that, the one that was silent for longest is forgotten.");
    static final Key<Long> MAX_PEERS = Key.number(
            "max_peers",
            2_000_000,
            1,
            100_000_000,
            "The most peers to remember over all torrents. Beyond that, those that were silent for longest are forgotten.");
    static final Key<Long> MAX_PEERS_PER_HASH = Key.number(
            "max_peers_per_hash",
            5_000,
            1,
            1_000_000,
            "The most peers of one torrent to remember. Beyond that, the one that was silent for longest is forgotten.");
    static final Key<Long> MAX_FORWARDER_PEERS = Key.number(
            "max_forwarder_peers",
            10_000_000,
            1,
            1_000_000_000,
            "The most peers from forwarders to remember, over all torrents. Further ones are not kept.");
    static final Key<Long> MAX_CONNECTIONS = Key.number(
            "max_connections", 10_000, 1, 1_000_000, "The most open HTTP connections. Further ones are closed.");

    static final Key<Long> MAX_CONNECTIONS_PER_ADDRESS = Key.number(
            "max_connections_per_address",
            500,
            1,
            1_000_000,
            "The most open HTTP connections from one address, except trusted proxies.");

    static final List<Key<?>> ALL = List.of(
            LISTEN,
            UDP_LISTEN,
            AGE,
            ANNOUNCE_INTERVAL,
            RETRY_PERIOD,
            X_REAL_IP,
            TRUSTED_PROXIES,
            OPERATORS,
            TRACKER_ID,
            BROKER,
            DATA_DIR,
            KEEP_PEERS,
            FORWARDER_QUEUE_SIZE,
            FORWARDER_WORKERS,
            MAX_FORWARDER_WORKERS,
            FORWARDER_CONCURRENCY,
            QUEUE_SCALE_THRESHOLD_PCT,
            QUEUE_RATE_LIMIT_THRESHOLD,
            QUEUE_THROTTLE_THRESHOLD,
            QUEUE_THROTTLE_TOP_N,
            MAX_FORWARDERS_PER_ANNOUNCE,
            RATE_LIMIT_INITIAL_PER_SEC,
            RATE_LIMIT_INITIAL_BURST,
            FORWARD_TIMEOUT,
            FORWARDER_SUSPEND_SECONDS,
            FORWARDER_FAIL_THRESHOLD,
            MAX_HASHES,
            MAX_PEERS,
            MAX_PEERS_PER_HASH,
            MAX_FORWARDER_PEERS,
            MAX_CONNECTIONS,
            MAX_CONNECTIONS_PER_ADDRESS);

    /** The table that each forwarder has one of, and its keys. */
    static final String FORWARDERS = "forwarders";

    static final Key<String> URI =
            Key.text("uri", "", "Its announce URL (http, https or udp), with the passkey if it needs one. Required.");
    static final Key<String> NAME =
            Key.text("name", "", "Its name in statistics, instead of scheme://host:port. Names must be unique.");
    static final Key<String> IP =
            Key.text("ip", "", "The client address to report to it. Empty means the one it sees.");
    static final Key<String> HOST = Key.text("host", "", "The Host header to send. Empty means the host of its URL.");

    static final List<Key<?>> OF_A_FORWARDER = List.of(URI, NAME, IP, HOST);

    private RetrackerKeys() {}

    /** Addresses; this machine's by default. */
    private static Key<List<AddressRange>> ranges(String name, String doc) {
        return Key.list(
                name,
                List.of("127.0.0.0/8", "::1"),
                "a list of addresses and ranges such as [\"10.0.0.0/8\", \"::1\"]",
                AddressRange::parse,
                doc);
    }
}
