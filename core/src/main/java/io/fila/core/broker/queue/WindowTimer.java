package io.fila.core.broker.queue;

import io.fila.core.timer.Timer;

/** Fires when consumers of a queue have had a full window for so long, without settling anything, that one may get more. */
public final class WindowTimer extends Timer {
    private final QueueDispatch dispatch;

    WindowTimer(QueueDispatch dispatch) {
        this.dispatch = dispatch;
    }

    public QueueDispatch dispatch() {
        return dispatch;
    }
}
