package io.fila.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.wire.PlainClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Producers and consumers of one queue that go on, come what may, until they are told to stop. */
public final class Load implements AutoCloseable {
    static final String QUEUE = "load";
    static final Duration VISIBILITY_TIMEOUT = Duration.ofSeconds(6);

    /** Confirmed messages that wait or are leased; beyond it producers wait, so that the end does not take long. */
    static final long OUTSTANDING_LIMIT = 3_000;

    private static final int PRODUCERS = 24;
    private static final int CONSUMERS = 3;
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Ledger ledger = new Ledger(VISIBILITY_TIMEOUT);
    private final List<PlainClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch producing = new CountDownLatch(1);
    private final CountDownLatch consuming = new CountDownLatch(1);
    private final AtomicLong process = new AtomicLong();
    private final Duration pace;

    private Load(Duration pace) {
        this.pace = pace;
    }

    public static Load on(String address, long seed) {
        return on(List.of(address), seed);
    }

    /** The same on several nodes, to which its clients keep by turns. */
    public static Load on(List<String> addresses, long seed) {
        return on(addresses, seed, Duration.ZERO);
    }

    /** The same, but no producer sends again before so long after an answer: what is tested is not how fast they are. */
    public static Load on(List<String> addresses, long seed, Duration pace) {
        Load load = new Load(pace);
        try (PlainClient admin = PlainClient.of(addresses.getFirst())) {
            admin.createQueue(QUEUE, VISIBILITY_TIMEOUT);
        }
        List<PlainClient> producers = addresses.stream().map(load::client).toList();
        for (int i = 0; i < PRODUCERS; i++) {
            load.run("producer-" + i, new Producer("p" + i, load, producers.get(i % producers.size())));
        }
        for (int i = 0; i < CONSUMERS; i++) {
            String name = "consumer-" + i;
            PlainClient client = load.client(addresses.get(i % addresses.size()));
            load.run(name, new Consumer(name, load, client, seed + i));
        }
        return load;
    }

    private PlainClient client(String address) {
        PlainClient client = PlainClient.of(address);
        clients.add(client);
        return client;
    }

    private void run(String name, Runnable role) {
        threads.add(Thread.ofVirtual().name(name).start(role));
    }

    public Ledger ledger() {
        return ledger;
    }

    /** Says that the broker is back in a new process. */
    public void brokerIsBack() {
        process.incrementAndGet();
        clients.forEach(PlainClient::reconnect);
    }

    /** No more messages; consumers go on, and ack everything from now on. */
    public void stopProducing() {
        producing.countDown();
    }

    /** Waits until the queue is empty. */
    public void awaitDrained(String address) {
        try (PlainClient client = PlainClient.of(address)) {
            await("an empty queue")
                    .atMost(PATIENCE)
                    .pollInterval(PAUSE)
                    .ignoreExceptions()
                    .untilAsserted(() -> {
                        var stats = client.stats(QUEUE);
                        assertThat(stats.getDepth()).as("pending").isZero();
                        assertThat(stats.getInFlight()).as("leased").isZero();
                    });
        }
    }

    @Override
    public void close() {
        producing.countDown();
        consuming.countDown();
        clients.forEach(PlainClient::close);
        for (Thread thread : threads) {
            try {
                thread.join(PATIENCE);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    boolean isProducing() {
        return producing.getCount() > 0;
    }

    boolean isConsuming() {
        return consuming.getCount() > 0;
    }

    /** Waits a moment, or not at all if everything is over. */
    void pause() {
        pause(PAUSE);
    }

    /** Waits as long as a producer does between two messages. */
    void keepPace() {
        if (pace.isPositive()) {
            pause(pace);
        }
    }

    private void pause(Duration time) {
        try {
            var _ = consuming.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The number of the broker's process, as far as the load knows. */
    long process() {
        return process.get();
    }

    /** Waits until the broker is back, but not for ever. */
    void awaitProcessAfter(long earlier, Instant atMost) {
        while (isConsuming() && process.get() <= earlier && Instant.now().isBefore(atMost)) {
            pause();
        }
    }

    /** Waits after a failure: until the broker is back, or a moment if it has not been away. */
    void awaitBroker(long earlier) {
        awaitProcessAfter(earlier, Instant.now().plus(LONGEST_PAUSE));
    }
}
