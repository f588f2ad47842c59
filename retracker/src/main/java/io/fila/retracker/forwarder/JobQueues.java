package io.fila.retracker.forwarder;

import io.fila.client.Admin;
import io.fila.client.admin.Overflow;
import io.fila.client.admin.QueueConfig;
import io.fila.client.error.QueueAlreadyExists;
import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.forwarder.JobQueue.Lane;
import java.time.Duration;

/** The queues of the broker in which jobs wait, one for each lane. */
final class JobQueues {
    /** Jobs of all forwarders together that may be under way: each has a connection, and a thread that costs little. */
    private static final int MOST_UNDER_WAY = 10_000;

    /** A renewal needs the time to get to a broker elsewhere and back. */
    private static final Duration LEAST_LEASE = Duration.ofSeconds(5);

    private JobQueues() {}

    static String name(Lane lane) {
        return switch (lane) {
            case NORMAL -> "retracker.announces";
            case URGENT -> "retracker.urgent";
        };
    }

    /**
     * As long as one exchange may take, but for very short ones. A job that is under way longer is renewed; one whose program died is taken up again
     * after that.
     */
    private static Duration visibility(ForwardingConfig config) {
        return config.timeout().compareTo(LEAST_LEASE) < 0 ? LEAST_LEASE : config.timeout();
    }

    /** Enough that every job the queue delivers starts at once. */
    static int mostUnderWay(ForwardingConfig config) {
        long all = (long) config.forwarders().size() * config.concurrencyPerForwarder();
        return (int) Math.min(MOST_UNDER_WAY, all);
    }

    /**
     * All that a queue may hold: jobs that wait for a worker, and as many again that have a time of their own, so that a
     * forwarder that puts everything off does not take the others' room; and those that are under way.
     */
    private static long maxDepth(ForwardingConfig config) {
        return config.queueSize() + (long) mostScheduled(config) + mostUnderWay(config);
    }

    /** The most scheduled jobs. Beyond that none is kept; the client's next announce creates another. */
    static int mostScheduled(ForwardingConfig config) {
        return config.queueSize();
    }

    /** Creates the queues, or updates them to the current configuration. */
    static void prepare(Admin admin, ForwardingConfig config) {
        QueueConfig wanted = QueueConfig.DEFAULT
                .withVisibilityTimeout(visibility(config))
                .withMaxDepth(maxDepth(config))
                .withOverflow(Overflow.REJECT)
                .withMaxInFlightPerKey(config.concurrencyPerForwarder());
        for (Lane lane : Lane.values()) {
            try {
                admin.createQueue(name(lane), wanted);
            } catch (QueueAlreadyExists there) {
                admin.updateQueue(name(lane), wanted);
            }
        }
    }
}
