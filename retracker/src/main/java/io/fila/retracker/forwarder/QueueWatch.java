package io.fila.retracker.forwarder;

import io.fila.client.Admin;
import io.fila.client.StoredMessage;
import io.fila.client.admin.FlowStats;
import io.fila.client.admin.MessageState;
import io.fila.client.admin.Peek;
import io.fila.client.admin.QueueStats;
import io.fila.client.error.FilaException;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.torrent.MalformedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is going on in the queue, looked at now and then by a thread of its own, so that nobody who wants to know has to
 * wait. The jobs that wait are its {@link Backlog}.
 */
final class QueueWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(QueueWatch.class);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int SHOWN = 10;

    /** Jobs that are read at once where all are. */
    private static final int PAGE = 1_000;

    private final Admin admin;
    private final Backlog backlog;
    private final Supplier<Map<String, Integer>> underWay;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("retracker-watch").factory());
    private volatile @Nullable QueueStats stats;
    private volatile List<ScheduledStats> scheduled = List.of();

    /**
     * @param underWay the jobs that forwarders are being asked about, by forwarder
     */
    QueueWatch(Admin admin, Backlog backlog, Supplier<Map<String, Integer>> underWay) {
        this.admin = admin;
        this.backlog = backlog;
        this.underWay = underWay;
    }

    void start() {
        look();
        var _ = timer.scheduleWithFixedDelay(
                this::lookAgain, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
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

    private void lookAgain() {
        try {
            look();
        } catch (FilaException away) {
            log.debug("The queue can't be looked at.", away);
        }
    }

    /** Looks now. */
    synchronized void look() {
        String queue = JobQueues.name(Lane.NORMAL);
        backlog.beginLook();
        QueueStats now = admin.stats(queue);
        Map<String, Integer> asked = underWay.get();
        int allAsked = asked.values().stream().mapToInt(Integer::intValue).sum();
        backlog.endLook(waiting(now.depth(), now.inFlight(), allAsked), byForwarder(now.flows(), asked));
        stats = now;
        scheduled = now.scheduled() == 0
                ? List.of()
                : admin.peek(queue, Peek.at(MessageState.SCHEDULED).withPageSize(SHOWN)).messages().stream()
                        .map(QueueWatch::shown)
                        .toList();
    }

    private static Map<String, Long> byForwarder(List<FlowStats> flows, Map<String, Integer> asked) {
        return flows.stream()
                .collect(Collectors.toMap(
                        FlowStats::key,
                        flow -> waiting(flow.pending(), flow.inFlight(), asked.getOrDefault(flow.key(), 0))));
    }

    /** Jobs that the queue delivered also wait, until a worker is free. */
    private static long waiting(long pending, long inFlight, int asked) {
        return pending + Math.max(0, inFlight - asked);
    }

    /** Shows every job with a time of its own, and in how long it comes. */
    void forEachScheduled(BiConsumer<AnnounceJob, Duration> visitor) {
        Peek next = Peek.at(MessageState.SCHEDULED).withPageSize(PAGE);
        while (next != null) {
            StoredMessage.Page page = admin.peek(JobQueues.name(Lane.NORMAL), next);
            for (StoredMessage message : page.messages()) {
                AnnounceJob job = job(message);
                if (job != null) {
                    visitor.accept(job, message.dueIn().orElse(Duration.ZERO));
                }
            }
            next = page.nextPageToken().isEmpty() ? null : next.withPageToken(page.nextPageToken());
        }
    }

    private static @Nullable AnnounceJob job(StoredMessage message) {
        try {
            return AnnounceJob.decode(message.payload().toByteArray());
        } catch (MalformedException foreign) {
            return null;
        }
    }

    private static ScheduledStats shown(StoredMessage message) {
        long inMillis = message.dueIn().orElse(Duration.ZERO).toMillis();
        AnnounceJob job = job(message);
        return new ScheduledStats(
                job == null ? "?" : job.announce().hash().toString(),
                job == null ? "?" : job.announce().peer().toString(),
                message.fairnessKey(),
                inMillis);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
