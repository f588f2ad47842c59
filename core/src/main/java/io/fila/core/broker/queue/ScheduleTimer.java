package io.fila.core.broker.queue;

import io.fila.core.timer.Timer;

/** Fires when the first scheduled message of a queue is due. */
public final class ScheduleTimer extends Timer {
    private final Queue queue;

    ScheduleTimer(Queue queue) {
        this.queue = queue;
    }

    public Queue queue() {
        return queue;
    }
}
