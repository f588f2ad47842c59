package io.fila.core.broker;

import io.fila.core.timer.Timer;

/** Goes off when the first message on a queue's agenda is due. */
final class Reminder extends Timer {
    private final Queue queue;

    Reminder(Queue queue) {
        this.queue = queue;
    }

    Queue queue() {
        return queue;
    }
}
