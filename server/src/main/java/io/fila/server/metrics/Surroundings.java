package io.fila.server.metrics;

import io.fila.core.queue.QueueName;
import io.fila.scripting.ScriptStatus;

/** What is measured outside the broker thread. Any thread. */
public interface Surroundings {
    int inboxDepth();

    int inboxCapacity();

    int connections();

    int consumerStreams();

    int producerStreams();

    long receivedBytes();

    long sentBytes();

    long wrongKeys();

    /** Turns that only the log has on disk, and how much of it they take. */
    long unappliedTurns();

    long unappliedBytes();

    boolean hasRoomOnDisk();

    ScriptStatus scripts(QueueName queue);
}
