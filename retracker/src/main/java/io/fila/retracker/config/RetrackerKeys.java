package io.fila.retracker.config;

import io.fila.retracker.net.AddressRange;
import io.fila.server.settings.Key;
import io.fila.server.settings.ListenAddress;
import java.util.List;
import java.util.Optional;

/** Every key of {@code retracker.toml}, in the order in which the documentation lists them. */
final class RetrackerKeys {
    private static final int DAY_SECONDS = 24 * 60 * 60;

    static final Key<ListenAddress> LISTEN =
            Key.address("listen", ":6969", "Where clients announce themselves over HTTP; without a host, everywhere.");
    static final Key<Optional<ListenAddress>> UDP_LISTEN = Key.optionalAddress(
            "udp_listen", ":6969", "Where clients announce themselves over UDP; empty for nowhere.");
    static final Key<Long> AGE =
            Key.number("age", 180, 1, 100_000, "Minutes after which a peer that was not heard of again is forgotten.");
    static final Key<Long> ANNOUNCE_INTERVAL = Key.number(
            "announce_interval", 1_800, 1, DAY_SECONDS, "Seconds after which a client should announce itself again.");
    static final Key<Long> RETRY_PERIOD = Key.number(
            "retry_period",
            300,
            1,
            DAY_SECONDS,
            "Seconds after which a client that was turned away should come back, and one whose torrent the forwarders are"
                    + " being asked about for the first time.");
    static final Key<Boolean> X_REAL_IP = Key.truth(
            "x_real_ip",
            false,
            "Whether trusted proxies may say in X-Real-IP, X-Forwarded-For or the parameter ip who their client is.");
    static final Key<List<AddressRange>> TRUSTED_PROXIES =
            ranges("trusted_proxies", "The proxies that are believed if x_real_ip is true.");
    static final Key<List<AddressRange>> OPERATORS =
            ranges("operators", "Where operators are, who may enable, disable and suspend forwarders.");
    static final Key<String> TRACKER_ID =
            Key.text("tracker_id", "", "What clients are told as tracker id; empty for nothing.");

    static final Key<String> BROKER = Key.text(
            "broker",
            "",
            "The broker that keeps the jobs of forwarding, as host:port; empty for one inside this program.");
    static final Key<String> DATA_DIR = Key.text(
            "data_dir",
            "retracker-data",
            "The directory for what survives a restart: the broker inside this program with its jobs, and known peers.");
    static final Key<Boolean> KEEP_PEERS =
            Key.truth("keep_peers", true, "Whether known peers survive a restart, in the file peers of data_dir.");
    static final Key<Long> FORWARDER_QUEUE_SIZE =
            Key.number("forwarder_queue_size", 10_000, 1, 10_000_000, "Jobs that may wait for a worker.");
    static final Key<Long> FORWARDER_WORKERS = Key.number(
            "forwarder_workers", 10, 1, 1_000, "Workers there are always, for forwarders that answer promptly.");
    static final Key<Long> MAX_FORWARDER_WORKERS =
            Key.number("max_forwarder_workers", 20, 1, 1_000, "Workers there are at most.");
    static final Key<Long> FORWARDER_CONCURRENCY = Key.number(
            "forwarder_concurrency",
            4,
            1,
            1_000,
            "Jobs of one forwarder under way at once, so that a slow one holds up only itself.");
    static final Key<Long> QUEUE_SCALE_THRESHOLD_PCT = Key.number(
            "queue_scale_threshold_pct",
            60,
            0,
            100,
            "How full the queue is, in per cent, when workers are added; 0 for never.");
    static final Key<Long> QUEUE_RATE_LIMIT_THRESHOLD = Key.number(
            "queue_rate_limit_threshold",
            80,
            0,
            100,
            "How full the queue is, in per cent, when initial announces are limited; 0 for never.");
    static final Key<Long> QUEUE_THROTTLE_THRESHOLD = Key.number(
            "queue_throttle_threshold",
            60,
            0,
            100,
            "How full the queue is, in per cent, when an announce goes to fewer forwarders; 0 for never.");
    static final Key<Long> QUEUE_THROTTLE_TOP_N = Key.number(
            "queue_throttle_top_n", 20, 0, 10_000, "How many forwarders that is then; 0 for no fewer than otherwise.");
    static final Key<Long> MAX_FORWARDERS_PER_ANNOUNCE = Key.number(
            "max_forwarders_per_announce", 100, 0, 10_000, "Forwarders an announce goes to at most; 0 for all.");
    static final Key<Long> RATE_LIMIT_INITIAL_PER_SEC = Key.number(
            "rate_limit_initial_per_sec", 100, 1, 1_000_000, "Initial announces a second while they are limited.");
    static final Key<Long> RATE_LIMIT_INITIAL_BURST = Key.number(
            "rate_limit_initial_burst", 200, 1, 1_000_000, "Initial announces at once while they are limited.");
    static final Key<Long> FORWARD_TIMEOUT =
            Key.number("forward_timeout", 30, 1, 600, "Seconds a forwarder has for its answer.");
    static final Key<Long> FORWARDER_SUSPEND_SECONDS = Key.number(
            "forwarder_suspend_seconds",
            300,
            1,
            DAY_SECONDS,
            "Seconds a forwarder is left alone that is too busy or failed too often; each further time longer.");
    static final Key<Long> FORWARDER_FAIL_THRESHOLD =
            Key.number("forwarder_fail_threshold", 10, 1, 1_000_000, "Failures in a row after which that happens.");

    static final Key<Long> MAX_HASHES = Key.number(
            "max_hashes",
            1_000_000,
            1,
            100_000_000,
            "Torrents to remember; beyond that the one that was silent longest is forgotten.");
    static final Key<Long> MAX_PEERS = Key.number(
            "max_peers", 2_000_000, 1, 100_000_000, "Peers to remember over all torrents; beyond that, the same.");
    static final Key<Long> MAX_PEERS_PER_HASH = Key.number(
            "max_peers_per_hash",
            5_000,
            1,
            1_000_000,
            "Peers of one torrent to remember; beyond that the one that was silent longest is forgotten.");
    static final Key<Long> MAX_FORWARDER_PEERS = Key.number(
            "max_forwarder_peers",
            10_000_000,
            1,
            1_000_000_000,
            "Peers to remember that forwarders told of, over all torrents; further ones are not kept.");
    static final Key<Long> MAX_CONNECTIONS = Key.number(
            "max_connections", 10_000, 1, 1_000_000, "HTTP connections open at once; further ones are closed.");

    static final Key<Long> MAX_CONNECTIONS_PER_ADDRESS = Key.number(
            "max_connections_per_address",
            500,
            1,
            1_000_000,
            "Those of them from one address, unless it is a proxy that is believed.");

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

    /** The table of which there is one for every forwarder, and its keys. */
    static final String FORWARDERS = "forwarders";

    static final Key<String> URI = Key.text(
            "uri", "", "Its announce address, http, https or udp, with the passkey if it wants one. It must be there.");
    static final Key<String> NAME = Key.text(
            "name", "", "What it is called in statistics, instead of scheme://host:port. No two are called the same.");
    static final Key<String> IP =
            Key.text("ip", "", "The address that it is told our clients have; empty for the one it sees.");
    static final Key<String> HOST = Key.text("host", "", "The Host header it gets; empty for the one of its address.");

    static final List<Key<?>> OF_A_FORWARDER = List.of(URI, NAME, IP, HOST);

    private RetrackerKeys() {}

    /** Addresses; those of this machine itself if nobody says otherwise. */
    private static Key<List<AddressRange>> ranges(String name, String doc) {
        return Key.list(
                name,
                List.of("127.0.0.0/8", "::1"),
                "a list of addresses and ranges such as [\"10.0.0.0/8\", \"::1\"]",
                AddressRange::parse,
                doc);
    }
}
