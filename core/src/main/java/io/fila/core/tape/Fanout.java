package io.fila.core.tape;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;

/** A tape that passes each step to several listeners. */
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
    public void decides(Command command) {
        for (Tape listener : listeners) {
            listener.decides(command);
        }
    }

    @Override
    public void dispatches() {
        for (Tape listener : listeners) {
            listener.dispatches();
        }
    }

    @Override
    public void ended() {
        for (Tape listener : listeners) {
            listener.ended();
        }
    }

    @Override
    public void answered(Reply<?> reply, Object value) {
        for (Tape listener : listeners) {
            listener.answered(reply, value);
        }
    }

    @Override
    public void refused(Reply<?> reply, Refusal why) {
        for (Tape listener : listeners) {
            listener.refused(reply, why);
        }
    }

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        for (Tape listener : listeners) {
            listener.moved(message, from, to, cause);
        }
    }

    @Override
    public void handed(Message message, ConsumerId consumer, long leaseId) {
        for (Tape listener : listeners) {
            listener.handed(message, consumer, leaseId);
        }
    }

    @Override
    public void held(Message message) {
        for (Tape listener : listeners) {
            listener.held(message);
        }
    }

    @Override
    public void putBack(Message message) {
        for (Tape listener : listeners) {
            listener.putBack(message);
        }
    }

    @Override
    public void roundBegan(QueueId queue, long round, int quantum) {
        for (Tape listener : listeners) {
            listener.roundBegan(queue, round, quantum);
        }
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        for (Tape listener : listeners) {
            listener.chosen(lane, deficit, ahead);
        }
    }

    @Override
    public void tokenTaken(String throttleKey, double left) {
        for (Tape listener : listeners) {
            listener.tokenTaken(throttleKey, left);
        }
    }

    @Override
    public void parked(Lane lane, String throttleKey, long untilNanos) {
        for (Tape listener : listeners) {
            listener.parked(lane, throttleKey, untilNanos);
        }
    }

    @Override
    public void woken(Lane lane, String throttleKey) {
        for (Tape listener : listeners) {
            listener.woken(lane, throttleKey);
        }
    }

    @Override
    public void paused(QueueId queue, String fairnessKey, boolean stopped) {
        for (Tape listener : listeners) {
            listener.paused(queue, fairnessKey, stopped);
        }
    }

    @Override
    public void activated(Flow flow) {
        for (Tape listener : listeners) {
            listener.activated(flow);
        }
    }

    @Override
    public void suspended(Flow flow, Suspension why) {
        for (Tape listener : listeners) {
            listener.suspended(flow, why);
        }
    }

    @Override
    public void resumed(Flow flow) {
        for (Tape listener : listeners) {
            listener.resumed(flow);
        }
    }

    @Override
    public void deactivated(Flow flow) {
        for (Tape listener : listeners) {
            listener.deactivated(flow);
        }
    }

    @Override
    public void remembered(QueueId queue, String fairnessKey) {
        for (Tape listener : listeners) {
            listener.remembered(queue, fairnessKey);
        }
    }

    @Override
    public void forgotten(QueueId queue, String fairnessKey) {
        for (Tape listener : listeners) {
            listener.forgotten(queue, fairnessKey);
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
