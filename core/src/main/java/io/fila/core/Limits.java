package io.fila.core;

/**
 * Every limit of the broker, by name. Each declaration says what happens at the limit.
 *
 * @param queues how many queues may exist; a further CreateQueue is refused with RESOURCE_EXHAUSTED
 * @param flows fairness keys with pending or leased messages over all queues, and those that became idle a short while ago; an
 *     enqueue or a move for a further one is refused with RESOURCE_EXHAUSTED, and messages of further ones that become due or are
 *     redriven stay where they are until there is room
 * @param inFlightPerQueue leases a queue may have at once; at the limit it delivers nothing until one ends
 * @param inFlightPerConsumer leases a consumer may hold at once; at the limit it gets nothing until one ends
 * @param windowPerLane the most message heads a lane keeps in memory; the rest of its backlog waits on disk
 * @param headsInMemory message heads all lanes together keep in memory; the more there are, the fewer a lane may have, down
 *     to {@link #MIN_WINDOW}
 * @param bodyBytesInMemory bytes of message bodies kept in memory for pending messages; beyond it they are read from disk on delivery
 * @param commandsPerTurn commands one turn decides on; the rest wait for the next
 * @param deliveriesPerTurn deliveries one turn makes, and lanes it parks; the rest wait for the next
 * @param timersPerTurn the most leases that end, messages that become due, messages that expire and lanes that are woken, each,
 *     in one turn; the rest wait for the next
 * @param pagesInFlight pages of heads being read from disk at once; a flow that needs one beyond that waits
 */
public record Limits(
        int queues,
        int flows,
        int inFlightPerQueue,
        int inFlightPerConsumer,
        int windowPerLane,
        int headsInMemory,
        long bodyBytesInMemory,
        int commandsPerTurn,
        int deliveriesPerTurn,
        int timersPerTurn,
        int pagesInFlight) {

    /** Bytes of UTF-8 in a queue's name; a longer one is refused with INVALID_ARGUMENT. */
    public static final int QUEUE_NAME_BYTES = 255;

    /** Bytes of UTF-8 in a fairness key or a throttle key; a longer one is refused with INVALID_ARGUMENT. */
    public static final int KEY_BYTES = 255;

    /** Throttle keys on one message; more are refused with INVALID_ARGUMENT. */
    public static final int THROTTLE_KEYS = 16;

    /** Sets of throttle keys a flow keeps apart; further ones share a lane. */
    public static final int LANES_PER_FLOW = 16;

    /** Bytes of a runtime setting's name; a longer one is refused with INVALID_ARGUMENT. */
    public static final int CONFIG_KEY_BYTES = 256;

    /** Bytes of a runtime setting's value; a longer one is refused with INVALID_ARGUMENT. */
    public static final int CONFIG_VALUE_BYTES = 1024;

    /** The most runtime settings; a further one is refused with RESOURCE_EXHAUSTED. */
    public static final int CONFIG_ENTRIES = 100_000;

    /** Scheduled messages a queue keeps in memory, those due first; the rest wait on disk. */
    public static final int SCHEDULE_WINDOW = 1024;

    /** Messages a step of a redrive moves; a step is one turn's work. */
    public static final int REDRIVE_STEP = 256;

    /** Throttle keys with a limit or a hold; a further hold is refused with RESOURCE_EXHAUSTED. */
    public static final int THROTTLES = 1_000_000;

    /** Dedup keys in use over all queues; an enqueue with a further one is refused with RESOURCE_EXHAUSTED. */
    public static final int DEDUP_KEYS = 1_000_000;

    /** Bytes of UTF-8 in a dedup key; a longer one is refused with INVALID_ARGUMENT. */
    public static final int DEDUP_KEY_BYTES = 256;

    /** Fairness keys of a queue that are paused one by one; a further one is refused with RESOURCE_EXHAUSTED. */
    public static final int PAUSED_KEYS = 10_000;

    /** Messages a step of a purge deletes; a step is one turn's work. */
    public static final int PURGE_STEP = 1000;

    /** The most API keys; a further one is refused with RESOURCE_EXHAUSTED. */
    public static final int API_KEYS = 1_000_000;

    /** Bytes of UTF-8 in the name of an API key; a longer one is refused with INVALID_ARGUMENT. */
    public static final int API_KEY_NAME_BYTES = 255;

    /** Permissions of one API key; more are refused with INVALID_ARGUMENT. */
    public static final int PERMISSIONS = 1000;

    /** Waiting lanes that are looked at to tell how many tokens are wanted; those behind them count when these have some. */
    public static final int LANES_ASKED_FOR_TOKENS = 1000;

    /** Headers on one message; more are refused with INVALID_ARGUMENT. */
    public static final int HEADERS = 128;

    /** Bytes of all header names and values of one message; more are refused with INVALID_ARGUMENT. */
    public static final int HEADER_BYTES = 64 * 1024;

    /** Characters of a consumer's or a script's error that are kept with a message; a longer text is truncated. */
    public static final int ERROR_CHARS = 16 * 1024;

    /** Bytes that a delivery may have besides its payload: headers, keys, the reason of a dead letter. */
    public static final int DELIVERY_ROOM_BYTES = 128 * 1024;

    /**
     * Bytes of a payload unless configured otherwise; more are refused with INVALID_ARGUMENT. With its headers it fits into the 4
     * MiB that a gRPC client accepts by default.
     */
    public static final int DEFAULT_PAYLOAD_BYTES = 4 * 1024 * 1024 - DELIVERY_ROOM_BYTES;

    /** Fairness keys that one GetStats lists; the count of active keys includes all. */
    public static final int STATS_KEYS = 1000;

    /** Fairness keys of each queue that are looked at for its gauges: they are read often, and of all queues at once. */
    public static final int GAUGE_KEYS = 64;

    /** Fairness keys, and consumers, that a close-up of a queue shows. */
    public static final int CLOSE_UP_ROWS = 64;

    /** Heads that one page reads from disk; more need several pages. */
    public static final int PAGE_HEADS = 1024;

    /** Heads a lane may keep in memory however many lanes there are; below two it could not look ahead. */
    public static final int MIN_WINDOW = 2;

    private static final Limits DEFAULTS =
            new Limits(10_000, 2_000_000, 200_000, 10_000, 32_768, 500_000, 64L << 20, 2048, 4096, 4096, 64);

    public static Limits defaults() {
        return DEFAULTS;
    }

    /** A copy with some limits changed by name. */
    public LimitsDraft but() {
        return new LimitsDraft(this);
    }
}
