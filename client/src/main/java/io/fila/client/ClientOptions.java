package io.fila.client;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of a client.
 *
 * @param address where the broker listens
 * @param apiKey sent with every call, if the broker requires one
 * @param tls present means TLS
 * @param callTimeout how long to wait for the answer to a call; open streams wait without limit
 * @param prefetchMessages the most messages that wait in a consumer; fewer if they are large, or if they would wait longer than
 *     the prefetch time. They are leased while they wait, and the broker cannot send others ahead of them
 * @param prefetchTime how long a message may wait in a consumer before it is taken; a consumer that works longer than that on one
 *     message still asks for one ahead. With {@link #ANY_PREFETCH_TIME} or more, only the number of messages counts
 * @param windowBytes how many bytes the broker may send before they are read
 * @param reconnect how producers and consumers reconnect after the connection broke; absent means that they end instead
 * @param trace asked on the calling thread for the trace that a call or a message belongs to; null for none
 * @param others where the other nodes of a cluster listen, to be tried when the one in use can't be reached
 */
public record ClientOptions(
        Address address,
        @Nullable String apiKey,
        @Nullable Tls tls,
        Duration callTimeout,
        int prefetchMessages,
        Duration prefetchTime,
        int windowBytes,
        @Nullable Backoff reconnect,
        Supplier<? extends @Nullable TraceContext> trace,
        List<Address> others) {
    public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(10);
    public static final int DEFAULT_PREFETCH_MESSAGES = 1_000;
    public static final Duration ANY_PREFETCH_TIME = Duration.ofDays(1);
    public static final Duration DEFAULT_PREFETCH_TIME = Duration.ofMillis(2);
    public static final int DEFAULT_WINDOW_BYTES = 1 << 20;

    public ClientOptions {
        if (callTimeout.isNegative() || callTimeout.isZero()) {
            throw new IllegalArgumentException("Expected a call timeout above zero but found " + callTimeout);
        }
        if (prefetchMessages < 1) {
            throw new IllegalArgumentException("Expected to prefetch at least 1 message but found " + prefetchMessages);
        }
        if (prefetchTime.isNegative()) {
            throw new IllegalArgumentException("Expected a prefetch time of zero or more but found " + prefetchTime);
        }
        if (windowBytes < 1) {
            throw new IllegalArgumentException("Expected a window of at least 1 byte but found " + windowBytes);
        }
        others = List.copyOf(others);
        for (Address other : others) {
            if (other.secure() != address.secure()) {
                throw new IllegalArgumentException(
                        "Expected all nodes to be reached with TLS, or all without, but found " + address + " and "
                                + other);
            }
        }
    }

    /** The same without other nodes. */
    public ClientOptions(
            Address address,
            @Nullable String apiKey,
            @Nullable Tls tls,
            Duration callTimeout,
            int prefetchMessages,
            Duration prefetchTime,
            int windowBytes,
            @Nullable Backoff reconnect,
            Supplier<? extends @Nullable TraceContext> trace) {
        this(
                address,
                apiKey,
                tls,
                callTimeout,
                prefetchMessages,
                prefetchTime,
                windowBytes,
                reconnect,
                trace,
                List.of());
    }

    /**
     * The defaults for a broker at {@code host:port}, {@code http://host:port} or {@code https://host:port}; for a cluster
     * the addresses of several nodes, with commas between them.
     */
    public static ClientOptions of(String addresses) {
        List<Address> nodes = Stream.of(addresses.split(",", -1))
                .map(each -> Address.parse(each.strip()))
                .toList();
        return of(nodes.get(0)).withOthers(nodes.subList(1, nodes.size()));
    }

    public static ClientOptions of(Address address) {
        return new ClientOptions(
                address,
                null,
                address.secure() ? Tls.system() : null,
                DEFAULT_CALL_TIMEOUT,
                DEFAULT_PREFETCH_MESSAGES,
                DEFAULT_PREFETCH_TIME,
                DEFAULT_WINDOW_BYTES,
                Backoff.DEFAULT,
                () -> null);
    }

    public ClientOptions withApiKey(@Nullable String key) {
        return new ClientOptions(
                address, key, tls, callTimeout, prefetchMessages, prefetchTime, windowBytes, reconnect, trace, others);
    }

    public ClientOptions withTls(Tls newTls) {
        return new ClientOptions(
                address,
                apiKey,
                newTls,
                callTimeout,
                prefetchMessages,
                prefetchTime,
                windowBytes,
                reconnect,
                trace,
                others);
    }

    public ClientOptions withCallTimeout(Duration timeout) {
        return new ClientOptions(
                address, apiKey, tls, timeout, prefetchMessages, prefetchTime, windowBytes, reconnect, trace, others);
    }

    public ClientOptions withPrefetchMessages(int messages) {
        return new ClientOptions(
                address, apiKey, tls, callTimeout, messages, prefetchTime, windowBytes, reconnect, trace, others);
    }

    public ClientOptions withPrefetchTime(Duration time) {
        return new ClientOptions(
                address, apiKey, tls, callTimeout, prefetchMessages, time, windowBytes, reconnect, trace, others);
    }

    public ClientOptions withWindowBytes(int bytes) {
        return new ClientOptions(
                address, apiKey, tls, callTimeout, prefetchMessages, prefetchTime, bytes, reconnect, trace, others);
    }

    public ClientOptions withReconnect(Backoff backoff) {
        return new ClientOptions(
                address, apiKey, tls, callTimeout, prefetchMessages, prefetchTime, windowBytes, backoff, trace, others);
    }

    /** For programs that prefer to fail rather than wait. */
    public ClientOptions withoutReconnect() {
        return new ClientOptions(
                address, apiKey, tls, callTimeout, prefetchMessages, prefetchTime, windowBytes, null, trace, others);
    }

    public ClientOptions withTrace(Supplier<? extends @Nullable TraceContext> supplier) {
        return new ClientOptions(
                address,
                apiKey,
                tls,
                callTimeout,
                prefetchMessages,
                prefetchTime,
                windowBytes,
                reconnect,
                supplier,
                others);
    }

    /** The other nodes of a cluster: any of them takes any call, so they are used when the one in use can't be reached. */
    public ClientOptions withOthers(List<Address> nodes) {
        return new ClientOptions(
                address,
                apiKey,
                tls,
                callTimeout,
                prefetchMessages,
                prefetchTime,
                windowBytes,
                reconnect,
                trace,
                nodes);
    }

    /** Every node that was named, the first one first. */
    public List<Address> addresses() {
        return Stream.concat(Stream.of(address), others.stream()).toList();
    }

    /** Omits the API key, which must not appear in a log. */
    @Override
    public String toString() {
        return "ClientOptions[" + address + (others.isEmpty() ? "" : " and " + others) + (tls == null ? "" : ", TLS")
                + (apiKey == null ? "" : ", API key") + "]";
    }
}
