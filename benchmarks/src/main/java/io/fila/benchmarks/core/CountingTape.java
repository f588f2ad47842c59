package io.fila.benchmarks.core;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Suspension;
import io.fila.core.tape.Tape;

/** A listener that counts every step and keeps nothing else. */
final class CountingTape implements Tape {
    private long steps;

    long steps() {
        return steps;
    }

    @Override
    public void began(long nowNanos, int commands) {
        steps++;
    }

    @Override
    public void decides(Command command) {
        steps++;
    }

    @Override
    public void dispatches() {
        steps++;
    }

    @Override
    public void ended() {
        steps++;
    }

    @Override
    public void answered(Reply<?> reply, Object value) {
        steps++;
    }

    @Override
    public void refused(Reply<?> reply, Refusal why) {
        steps++;
    }

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        steps++;
    }

    @Override
    public void handed(Message message, ConsumerId consumer, long leaseId) {
        steps++;
    }

    @Override
    public void held(Message message) {
        steps++;
    }

    @Override
    public void putBack(Message message) {
        steps++;
    }

    @Override
    public void roundBegan(QueueId queue, long round, int quantum) {
        steps++;
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        steps++;
    }

    @Override
    public void tokenTaken(String throttleKey, double left) {
        steps++;
    }

    @Override
    public void parked(Lane lane, String throttleKey, long untilNanos) {
        steps++;
    }

    @Override
    public void woken(Lane lane, String throttleKey) {
        steps++;
    }

    @Override
    public void paused(QueueId queue, String fairnessKey, boolean stopped) {
        steps++;
    }

    @Override
    public void activated(Flow flow) {
        steps++;
    }

    @Override
    public void suspended(Flow flow, Suspension why) {
        steps++;
    }

    @Override
    public void resumed(Flow flow) {
        steps++;
    }

    @Override
    public void deactivated(Flow flow) {
        steps++;
    }

    @Override
    public void remembered(QueueId queue, String fairnessKey) {
        steps++;
    }

    @Override
    public void forgotten(QueueId queue, String fairnessKey) {
        steps++;
    }

    @Override
    public void attached(QueueId queue, ConsumerId consumer) {
        steps++;
    }

    @Override
    public void granted(QueueId queue, ConsumerId consumer, int credit) {
        steps++;
    }

    @Override
    public void detached(QueueId queue, ConsumerId consumer) {
        steps++;
    }
}
