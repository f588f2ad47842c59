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
import java.util.ArrayList;
import java.util.List;

/** A tape that keeps the steps until they are taken; for tests and simulation. */
public final class Recording implements Tape {
    private List<Step> steps = new ArrayList<>();

    @Override
    public void began(long nowNanos, int commands) {
        steps.add(new Step.Began(nowNanos, commands));
    }

    @Override
    public void decides(Command command) {
        steps.add(new Step.Decides(command));
    }

    @Override
    public void dispatches() {
        steps.add(new Step.Dispatches());
    }

    @Override
    public void ended() {
        steps.add(new Step.Ended());
    }

    @Override
    public void answered(Reply<?> reply, Object value) {
        steps.add(new Step.Answered(reply, value));
    }

    @Override
    public void refused(Reply<?> reply, Refusal why) {
        steps.add(new Step.Refused(reply, why));
    }

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        steps.add(new Step.Moved(message.id(), from, to, cause));
    }

    @Override
    public void handed(Message message, ConsumerId consumer, long leaseId) {
        steps.add(new Step.Handed(message.id(), consumer, leaseId));
    }

    @Override
    public void held(Message message) {
        steps.add(new Step.Held(message.id()));
    }

    @Override
    public void putBack(Message message) {
        steps.add(new Step.PutBack(message.id()));
    }

    @Override
    public void roundBegan(QueueId queue, long round, int quantum) {
        steps.add(new Step.RoundBegan(queue, round, quantum));
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        Flow flow = lane.flow();
        steps.add(new Step.Chosen(flow.queue(), flow.key(), lane.id(), deficit, ahead));
    }

    @Override
    public void tokenTaken(String throttleKey, double left) {
        steps.add(new Step.TokenTaken(throttleKey, left));
    }

    @Override
    public void parked(Lane lane, String throttleKey, long untilNanos) {
        Flow flow = lane.flow();
        steps.add(new Step.Parked(flow.queue(), flow.key(), lane.id(), throttleKey, untilNanos));
    }

    @Override
    public void woken(Lane lane, String throttleKey) {
        Flow flow = lane.flow();
        steps.add(new Step.Woken(flow.queue(), flow.key(), lane.id(), throttleKey));
    }

    @Override
    public void paused(QueueId queue, String fairnessKey, boolean stopped) {
        steps.add(new Step.Paused(queue, fairnessKey, stopped));
    }

    @Override
    public void activated(Flow flow) {
        steps.add(new Step.Activated(flow.queue(), flow.key()));
    }

    @Override
    public void suspended(Flow flow, Suspension why) {
        steps.add(new Step.Suspended(flow.queue(), flow.key(), why));
    }

    @Override
    public void resumed(Flow flow) {
        steps.add(new Step.Resumed(flow.queue(), flow.key()));
    }

    @Override
    public void deactivated(Flow flow) {
        steps.add(new Step.Deactivated(flow.queue(), flow.key()));
    }

    @Override
    public void remembered(QueueId queue, String fairnessKey) {
        steps.add(new Step.Remembered(queue, fairnessKey));
    }

    @Override
    public void forgotten(QueueId queue, String fairnessKey) {
        steps.add(new Step.Forgotten(queue, fairnessKey));
    }

    @Override
    public void attached(QueueId queue, ConsumerId consumer) {
        steps.add(new Step.Attached(queue, consumer));
    }

    @Override
    public void granted(QueueId queue, ConsumerId consumer, int credit) {
        steps.add(new Step.Granted(queue, consumer, credit));
    }

    @Override
    public void detached(QueueId queue, ConsumerId consumer) {
        steps.add(new Step.Detached(queue, consumer));
    }

    /** The steps since the last time. */
    public List<Step> take() {
        List<Step> taken = steps;
        steps = new ArrayList<>();
        return taken;
    }
}
