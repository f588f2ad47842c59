package io.fila.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import java.time.Duration;
import java.util.List;

/** A turn that is waited for. */
final class Commit {
    private static final int PATIENCE_SECONDS = 60;

    private Commit() {}

    static void of(Journal journal, Record... records) {
        await(journal, journal.append(List.of(records)));
    }

    static void confirm(Journal journal) {
        await(journal, journal.confirm());
    }

    private static void await(Journal journal, long position) {
        org.awaitility.Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE_SECONDS, SECONDS)
                .until(() -> journal.durable(true) >= position);
    }
}
