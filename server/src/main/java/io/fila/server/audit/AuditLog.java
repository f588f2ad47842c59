package io.fila.server.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what was done and refused. A separate thread writes the entries, so no call waits for the disk. An administrative call
 * reserves a place before it begins and is refused without one; other entries that find no place are dropped and counted. If the
 * file cannot be written, the broker continues, logs that once, and counts the missing entries. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AuditLog.class);

    /** Administration that may be under way or wait to be written; a further call is refused. */
    static final int PLACES_FOR_ADMINISTRATION = 1_024;

    /** Other entries that may wait to be written; further ones are left out. */
    static final int PLACES_FOR_OTHERS = 8_192;

    /** Calls without the key or the permission for them that are recorded a second; further ones are left out. */
    static final int REFUSALS_PER_SECOND = 20;

    /** Lines written at once. */
    private static final int LINES_AT_ONCE = 512;

    /** How long a file that failed is left alone. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final @Nullable AuditSettings settings;
    private final Clock clock;
    private final @Nullable Thread writer;
    private final BlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>();
    private final Semaphore administration = new Semaphore(PLACES_FOR_ADMINISTRATION);
    private final Semaphore others = new Semaphore(PLACES_FOR_OTHERS);
    private final AtomicLong lost = new AtomicLong();

    // Under the lock of this.
    private long refusalSecond;
    private int refusals;

    // The writer.
    private long told;
    private boolean failing;
    private long tryAgainAtMillis;

    private record Waiting(AuditEntry entry, Instant at, Semaphore place) {}

    /** After this nothing is written. */
    private static final Waiting END =
            new Waiting(new AuditEntry("", "", "", "", AuditSubject.NONE, ""), Instant.EPOCH, new Semaphore(0));

    private AuditLog(@Nullable AuditSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.writer = settings == null
                ? null
                : Thread.ofPlatform().name("fila-audit").daemon().unstarted(() -> write(settings));
    }

    /** Records nothing. */
    public static AuditLog off() {
        return new AuditLog(null, Clock.systemUTC());
    }

    /** Records from now on; the file is made when there is something to write. */
    public static AuditLog open(AuditSettings settings, Clock clock) {
        AuditLog opened = new AuditLog(settings, clock);
        if (opened.writer != null) {
            opened.writer.start();
        }
        return opened;
    }

    public boolean recordsAdministration() {
        return settings != null && settings.administration();
    }

    public boolean recordsData() {
        return settings != null && settings.data();
    }

    /** Entries so far that are in no file. */
    public long lost() {
        return lost.get();
    }

    /** Keeps a place for a call that is about to begin; false if there is none. {@link #recordKept} has to follow. */
    public boolean keepPlace() {
        return administration.tryAcquire();
    }

    /** Records a call that a place was kept for. */
    public void recordKept(AuditEntry entry) {
        waiting.add(new Waiting(entry, clock.instant(), administration));
    }

    /** Records a call, unless too many wait. */
    public void record(AuditEntry entry) {
        if (settings == null) {
            return;
        }
        if (others.tryAcquire()) {
            waiting.add(new Waiting(entry, clock.instant(), others));
        } else {
            lost.incrementAndGet();
        }
    }

    /** Records a call of somebody who may not make it, unless there are too many: they must not push all else out of the files. */
    public void recordDenied(AuditEntry entry) {
        if (settings == null) {
            return;
        }
        if (mayRecordDenied()) {
            record(entry);
        } else {
            lost.incrementAndGet();
        }
    }

    private synchronized boolean mayRecordDenied() {
        long second = TimeUnit.MILLISECONDS.toSeconds(clock.millis());
        if (second != refusalSecond) {
            refusalSecond = second;
            refusals = 0;
        }
        refusals++;
        return refusals <= REFUSALS_PER_SECOND;
    }

    // ---- the writer ----

    private void write(AuditSettings to) {
        try (AuditFile file = new AuditFile(to.file(), to.fileBytes(), to.files())) {
            boolean more = true;
            while (more) {
                List<Waiting> taken = new ArrayList<>();
                taken.add(waiting.take());
                waiting.drainTo(taken, LINES_AT_ONCE - 1);
                more = !taken.remove(END);
                if (!taken.isEmpty()) {
                    write(file, taken);
                }
            }
        } catch (IOException failed) {
            log.warn("The audit log could not be closed: {}", failed.toString());
        } catch (InterruptedException interrupted) {
            log.warn("The audit log stops because its thread was interrupted.");
            Thread.currentThread().interrupt();
        }
    }

    private void write(AuditFile file, List<Waiting> taken) {
        long missing = lost.get();
        StringBuilder lines = new StringBuilder();
        if (missing > told) {
            lines.append(
                    "{\"time\":\"" + TIME.format(taken.getFirst().at()) + "\",\"lost\":" + (missing - told) + "}\n");
        }
        for (Waiting each : taken) {
            lines.append(each.entry().json(TIME.format(each.at()))).append('\n');
        }
        if (append(file, lines.toString())) {
            told = missing;
        } else {
            lost.addAndGet(taken.size());
        }
        taken.forEach(each -> each.place().release());
    }

    private boolean append(AuditFile file, String lines) {
        if (failing && clock.millis() < tryAgainAtMillis) {
            return false;
        }
        try {
            file.append(lines.getBytes(StandardCharsets.UTF_8));
            if (failing) {
                failing = false;
                log.info("The audit log can be written again; {} entries are missing so far.", lost.get());
            }
            return true;
        } catch (IOException failed) {
            tryAgainAtMillis = clock.millis() + PAUSE.toMillis();
            if (!failing) {
                failing = true;
                log.error(
                        "The audit log cannot be written ({}); the broker continues without it and counts the missing entries.",
                        failed.toString());
            }
            return false;
        }
    }

    /** Writes what waits, if that is soon done. */
    @Override
    public void close() {
        Thread ending = writer;
        if (ending == null) {
            return;
        }
        waiting.add(END);
        try {
            var _ = ending.join(CLOSE_PATIENCE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
