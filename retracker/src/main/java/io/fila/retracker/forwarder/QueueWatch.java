package io.fila.retracker.forwarder;

import io.fila.client.Admin;
import io.fila.client.StoredMessage;
import io.fila.client.admin.MessageState;
import io.fila.client.admin.Peek;
import io.fila.client.admin.QueueStats;
import io.fila.client.error.FilaException;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.torrent.MalformedException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is going on in the queue, looked at now and then by a thread of its own, so that nobody who wants to know has to
 * wait.
 */
final class QueueWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(QueueWatch.class);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int SHOWN = 10;

    private final Admin admin;
    private final int capacity;
    private final Thread thread;
    private volatile @Nullable QueueStats stats;
    private volatile List<ScheduledStats> scheduled = List.of();

    QueueWatch(Admin admin, int capacity) {
        this.admin = admin;
        this.capacity = capacity;
        thread = Thread.ofVirtual().name("retracker-watch").unstarted(this::run);
    }

    void start() {
        look();
        thread.start();
    }

    double fillPercent() {
        return 100.0 * depth() / capacity;
    }

    long depth() {
        QueueStats now = stats;
        return now == null ? 0 : now.depth();
    }

    long scheduledCount() {
        QueueStats now = stats;
        return now == null ? 0 : now.scheduled();
    }

    /** Jobs that wait, are scheduled or under way. */
    long pending() {
        QueueStats now = stats;
        return now == null ? 0 : now.depth() + now.scheduled() + now.inFlight();
    }

    /** The next jobs with a time of their own. */
    List<ScheduledStats> scheduled() {
        return scheduled;
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(PAUSE);
                look();
            } catch (InterruptedException over) {
                return;
            } catch (FilaException away) {
                log.debug("The queue can't be looked at.", away);
            }
        }
    }

    private void look() {
        String queue = JobQueues.name(Lane.NORMAL);
        QueueStats now = admin.stats(queue);
        stats = now;
        scheduled = now.scheduled() == 0
                ? List.of()
                : admin.peek(queue, Peek.at(MessageState.SCHEDULED).withPageSize(SHOWN)).messages().stream()
                        .map(QueueWatch::shown)
                        .toList();
    }

    private static ScheduledStats shown(StoredMessage message) {
        long inMillis = message.dueIn().orElse(Duration.ZERO).toMillis();
        try {
            AnnounceJob job = AnnounceJob.decode(message.payload().toByteArray());
            return new ScheduledStats(job.announce().hash().toString(), job.forwarder(), inMillis);
        } catch (MalformedException foreign) {
            return new ScheduledStats("?", message.fairnessKey(), inMillis);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
