package io.fila.benchmarks.retracker;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long after its first announce each forwarder that is well was asked about a torrent. One thread tells of announces,
 * another of requests.
 */
final class FirstAsked {
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);
    private static final String HASH = "info_hash=";

    private final AtomicLongArray announcedNanos;
    private final Histogram micros = new ConcurrentHistogram(LONGEST_MICROS, 3);
    private volatile long beginNanos = System.nanoTime();

    FirstAsked(int torrents) {
        announcedNanos = new AtomicLongArray(torrents);
    }

    /** Torrents that were announced before do not count. */
    void begin(long nowNanos) {
        beginNanos = nowNanos;
        micros.reset();
    }

    void announced(int torrent, long dueNanos) {
        announcedNanos.compareAndSet(torrent, 0, dueNanos);
    }

    void asked(byte[] request, int length, long nowNanos) {
        String text = new String(request, 0, length, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(HASH);
        if (at < 0) {
            return;
        }
        long announced = announcedNanos.get(Clients.torrent(decoded(text, at + HASH.length())));
        if (announced != 0 && announced - beginNanos >= 0) {
            long waited = TimeUnit.NANOSECONDS.toMicros(nowNanos - announced);
            micros.recordValue(Math.clamp(waited, 0, LONGEST_MICROS));
        }
    }

    private static byte[] decoded(String text, int from) {
        byte[] hash = new byte[Clients.HASH_BYTES];
        for (int i = 0, at = from; i < hash.length; i++) {
            if (text.charAt(at) == '%') {
                hash[i] = (byte) Integer.parseInt(text, at + 1, at + 3, 16);
                at += 3;
            } else {
                hash[i] = (byte) text.charAt(at++);
            }
        }
        return hash;
    }

    long count() {
        return micros.getTotalCount();
    }

    double millis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1_000.0;
    }
}
