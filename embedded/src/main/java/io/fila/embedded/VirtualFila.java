package io.fila.embedded;

import io.fila.client.ClientOptions;
import io.fila.client.FilaClient;
import io.fila.client.admin.QueueInfo;
import io.fila.server.config.Config;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Rest;
import io.fila.server.host.Storage;
import io.fila.server.wire.EncodedContent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The whole broker in memory, with a clock that moves only when the test tells it to: a test of hours takes milliseconds. The
 * clock starts at the present second. Thread-safe.
 *
 * <pre>{@code
 * try (VirtualFila fila = VirtualFila.start()) {
 *     ...
 *     fila.advance(Duration.ofHours(3));
 *     ...
 * }
 * }</pre>
 *
 * <p>Leases, delays, throttles, windows and the cooldown of failing scripts follow this clock. The client's own timeouts, such as
 * how long it waits for an answer, follow real time.
 */
public final class VirtualFila implements AutoCloseable {
    /** How long to wait, in real time, for a broker that never becomes idle. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long LOOK_NANOS = 20_000;
    private static final long LONG_LOOK_NANOS = 1_000_000;

    private final VirtualClock clock;
    private final InProcess broker;

    private VirtualFila(VirtualClock clock, InProcess broker) {
        this.clock = clock;
        this.broker = broker;
    }

    public static VirtualFila start() {
        return start(Collections.emptySortedMap());
    }

    /** A broker with some settings, by key as in {@code fila.toml}. */
    public static VirtualFila start(Map<String, String> settings) {
        Config config = InProcess.config(withoutWindows(settings));
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        VirtualClock clock = new VirtualClock(TimeUnit.SECONDS.toNanos(start.getEpochSecond()));
        Storage storage = Storage.inMemory(new SharedMemory());
        InProcess broker = InProcess.open(
                onFailure -> BrokerHost.open(config, storage, clock, EncodedContent::of, onFailure),
                config.intake(),
                ClientOptions.ANY_PREFETCH_TIME);
        return new VirtualFila(clock, broker);
    }

    /**
     * Time stands still while a test looks at its messages, and it may settle none. So nothing limits what consumers hold, unless
     * the test sets a window.
     */
    private static Map<String, String> withoutWindows(Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.putIfAbsent("scheduler.consumer_window", "1000000");
        return all;
    }

    /** The client of this broker, which is closed with it. */
    public FilaClient client() {
        return broker.client();
    }

    /** The broker's time. */
    public Instant now() {
        return Instant.EPOCH.plusNanos(clock.nowNanos());
    }

    /**
     * Moves the clock. Everything that becomes due on the way happens at its own time and in order. After each step the broker
     * becomes idle: it has decided everything, and the client has received what was sent. What consumers do next is up to their
     * threads; see {@link #settle}.
     */
    public synchronized void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("Expected time to go forward but found " + time);
        }
        long target = Math.addExact(clock.nowNanos(), time.toNanos());
        long due = awaitRest();
        while (due <= target) {
            clock.moveTo(due);
            broker.wake();
            due = awaitRest();
        }
        clock.moveTo(target);
    }

    /**
     * Waits, without moving the clock, until consumers hold no message and the broker is idle. Use it for handlers, which run on
     * their own threads, but not while a test holds a message on purpose.
     */
    public synchronized void settle() {
        long begin = System.nanoTime();
        var _ = awaitRest();
        while (inFlight() > 0) {
            pause(begin, LONG_LOOK_NANOS, "consumers to settle what they hold");
            var _ = awaitRest();
        }
    }

    private long inFlight() {
        return client().admin().listQueues().stream()
                .mapToLong(QueueInfo::inFlight)
                .sum();
    }

    /** Waits until nothing is left to do now, and says when something will be. */
    private long awaitRest() {
        long begin = System.nanoTime();
        Rest rest = broker.rest();
        while (rest == null || rest.untilNanos() <= clock.nowNanos()) {
            pause(begin, LOOK_NANOS, "the broker to come to rest");
            rest = broker.rest();
        }
        return rest.untilNanos();
    }

    private static void pause(long beginNanos, long nanos, String expected) {
        if (System.nanoTime() - beginNanos > PATIENCE.toNanos()) {
            throw new IllegalStateException("Expected " + expected + " within " + PATIENCE.toSeconds()
                    + " s by the wall but there is no end to it; is something failed and retried at once for ever?");
        }
        LockSupport.parkNanos(nanos);
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("Interrupted while waiting for " + expected);
        }
    }

    /** Ends the broker and discards its data. */
    @Override
    public void close() {
        broker.close();
    }
}
