package io.fila.core.tape;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import java.util.ArrayList;
import java.util.List;

/** A tape that keeps what it hears until it is taken; for tests and simulation. */
public final class Recording implements Tape {
    private List<Step> steps = new ArrayList<>();

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        steps.add(new Step.Moved(message.id(), from, to, cause));
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        Flow flow = lane.flow();
        steps.add(new Step.Chosen(flow.queue(), flow.key(), lane.id(), deficit, ahead));
    }

    @Override
    public void parked(Lane lane, String throttleKey) {
        Flow flow = lane.flow();
        steps.add(new Step.Parked(flow.queue(), flow.key(), lane.id(), throttleKey));
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
