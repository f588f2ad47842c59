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
    /** A job that is under way is renewed; one whose program died is taken up again after that. */
    private static final Duration VISIBILITY = Duration.ofMinutes(1);

    private JobQueues() {}

    static String name(Lane lane) {
        return switch (lane) {
            case NORMAL -> "retracker.announces";
            case URGENT -> "retracker.urgent";
        };
    }

    /** Makes them, or makes them behave as the configuration says now. */
    static void prepare(Admin admin, ForwardingConfig config) {
        QueueConfig wanted = QueueConfig.DEFAULT
                .withVisibilityTimeout(VISIBILITY)
                .withMaxDepth(config.queueSize())
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
