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
    private long moves;
    private long turns;
    private long commands;
    private long answers;
    private long refusals;
    private long handed;
    private long held;
    private long rounds;
    private long chosen;
    private long tokens;
    private long parked;
    private long woken;
    private long flows;
    private long keys;
    private long consumers;

    @Override
    public void began(long nowNanos, int count) {
        turns++;
    }

    @Override
    public void decides(Command command) {
        commands++;
    }

    @Override
    public void answered(Reply<?> reply, Object value) {
        answers++;
    }

    @Override
    public void refused(Reply<?> reply, Refusal why) {
        refusals++;
    }

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        moves++;
    }

    @Override
    public void handed(Message message, ConsumerId consumer, long leaseId) {
        handed++;
    }

    @Override
    public void held(Message message) {
        held++;
    }

    @Override
    public void putBack(Message message) {
        held--;
    }

    @Override
    public void roundBegan(QueueId queue, long round, int quantum) {
        rounds++;
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        chosen++;
    }

    @Override
    public void tokenTaken(String throttleKey, double left) {
        tokens++;
    }

    @Override
    public void parked(Lane lane, String throttleKey, long untilNanos) {
        parked++;
    }

    @Override
    public void woken(Lane lane, String throttleKey) {
        woken++;
    }

    @Override
    public void activated(Flow flow) {
        flows++;
    }

    @Override
    public void suspended(Flow flow, Suspension why) {
        flows--;
    }

    @Override
    public void resumed(Flow flow) {
        flows++;
    }

    @Override
    public void deactivated(Flow flow) {
        flows--;
    }

    @Override
    public void remembered(QueueId queue, String fairnessKey) {
        keys++;
    }

    @Override
    public void forgotten(QueueId queue, String fairnessKey) {
        keys--;
    }

    @Override
    public void attached(QueueId queue, ConsumerId consumer) {
        consumers++;
    }

    @Override
    public void granted(QueueId queue, ConsumerId consumer, int credit) {
        consumers++;
    }

    @Override
    public void detached(QueueId queue, ConsumerId consumer) {
        consumers--;
    }

    /** All of it, so that nothing can be left out because nobody looks at it. */
    long sum() {
        long sum = turns + commands + answers + refusals + handed + held + rounds + chosen + tokens + parked + woken;
        return sum + moves + flows + keys + consumers;
    }
}
