package io.fila.benchmarks.retracker;

import io.fila.benchmarks.retracker.FakeTracker.Manner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The trackers that are forwarded to, on a thread of their own: some hang, are busy or talk garbage, others answer. */
final class FakeTrackers implements AutoCloseable {
    private static final long LATENCY_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_WAIT_NANOS = Duration.ofMillis(100).toNanos();

    private static final List<Manner> BAD = List.of(Manner.HANGS, Manner.IS_BUSY, Manner.TALKS_GARBAGE);

    private final Selector selector;
    private final List<FakeTracker> trackers = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().name("trackers").unstarted(this::run);

    /**
     * @param bad how many of them behave badly, each kind in turn
     * @param hanging how many more do nothing but hang
     */
    FakeTrackers(int number, int bad, int hanging, FirstAsked firstAsked) throws IOException {
        selector = Selector.open();
        for (int i = 0; i < number; i++) {
            trackers.add(new FakeTracker(i, manner(i, bad, hanging), LATENCY_NANOS, firstAsked, selector));
        }
        thread.start();
    }

    private static Manner manner(int tracker, int bad, int hanging) {
        if (tracker < bad) {
            return BAD.get(tracker % BAD.size());
        }
        return tracker < bad + hanging ? Manner.HANGS : Manner.ANSWERS;
    }

    /** What the retracker's file says of them. */
    String toml() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (FakeTracker tracker : trackers) {
            lines.append("[[forwarders]]\nuri = \"").append(tracker.uri()).append("\"\n");
        }
        return lines.toString();
    }

    /** How often those of a manner were asked; near enough while they still are. */
    long asked(Manner manner) {
        return trackers.stream()
                .filter(tracker -> tracker.manner() == manner)
                .mapToLong(FakeTracker::asked)
                .sum();
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                long now = System.nanoTime();
                long next = now + LONGEST_WAIT_NANOS;
                for (FakeTracker tracker : trackers) {
                    next = Math.min(next, tracker.answer(now));
                }
                // Rounded up, or the last part of a millisecond would be spent in a circle.
                selector.select(TimeUnit.NANOSECONDS.toMillis(Math.max(0, next - now)) + 1);
                for (SelectionKey key : selector.isOpen() ? selector.selectedKeys() : List.<SelectionKey>of()) {
                    if (key.attachment() instanceof FakeTracker tracker) {
                        tracker.accept(selector);
                    } else if (key.attachment() instanceof FakeTracker.Connection connection) {
                        connection.read(System.nanoTime());
                    }
                }
                if (selector.isOpen()) {
                    selector.selectedKeys().clear();
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
