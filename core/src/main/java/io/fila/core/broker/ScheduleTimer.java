package io.fila.core.broker;

import io.fila.core.timer.Timer;

/** Fires when the first scheduled message of a queue is due. */
final class ScheduleTimer extends Timer {
    private final Queue queue;

    ScheduleTimer(Queue queue) {
        this.queue = queue;
    }

    Queue queue() {
        return queue;
    }
}
