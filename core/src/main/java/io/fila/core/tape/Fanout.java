package io.fila.core.tape;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;

/** A tape that tells several listeners what it hears, each in turn. */
public final class Fanout implements Tape {
    private final Tape[] listeners;

    public Fanout(Tape... listeners) {
        this.listeners = listeners.clone();
    }

    @Override
    public void began(long nowNanos, int commands) {
        for (Tape listener : listeners) {
            listener.began(nowNanos, commands);
        }
    }

    @Override
    public void ended() {
        for (Tape listener : listeners) {
            listener.ended();
        }
    }

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        for (Tape listener : listeners) {
            listener.moved(message, from, to, cause);
        }
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        for (Tape listener : listeners) {
            listener.chosen(lane, deficit, ahead);
        }
    }

    @Override
    public void parked(Lane lane, String throttleKey) {
        for (Tape listener : listeners) {
            listener.parked(lane, throttleKey);
        }
    }

    @Override
    public void handed(Message message, ConsumerId consumer, long leaseId) {
        for (Tape listener : listeners) {
            listener.handed(message, consumer, leaseId);
        }
    }

    @Override
    public void paused(QueueId queue, String fairnessKey, boolean stopped) {
        for (Tape listener : listeners) {
            listener.paused(queue, fairnessKey, stopped);
        }
    }

    @Override
    public void attached(QueueId queue, ConsumerId consumer) {
        for (Tape listener : listeners) {
            listener.attached(queue, consumer);
        }
    }

    @Override
    public void granted(QueueId queue, ConsumerId consumer, int credit) {
        for (Tape listener : listeners) {
            listener.granted(queue, consumer, credit);
        }
    }

    @Override
    public void detached(QueueId queue, ConsumerId consumer) {
        for (Tape listener : listeners) {
            listener.detached(queue, consumer);
        }
    }
}
