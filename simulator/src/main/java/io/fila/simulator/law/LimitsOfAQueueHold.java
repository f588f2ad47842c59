package io.fila.simulator.law;

import io.fila.core.broker.Snapshot;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import org.jspecify.annotations.Nullable;

/**
 * What a queue was told to keep to: its depth, what consumers hold of one key, pauses, one message a dedup key. A dead letter
 * is never turned away, so the depth of a dead letter queue is bounded for its producers alone.
 */
final class LimitsOfAQueueHold extends Law {
    private final Model model;

    LimitsOfAQueueHold(Model model) {
        super("A queue holds no more than it may, of no key more is in flight than may be, what is paused gets nothing,"
                + " and no dedup key is alive twice.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        require(queue == null || message == null || !queue.holdsBack(message.flow()), "nothing of that key", handover);
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            long most =
                    queue.name().isDeadLetter() ? 0 : queue.config().capacity().maxDepth();
            require(most == 0 || queue.held() <= most, () -> "at most " + most, queue::held);
            Snapshot.OfQueue known = seen.snapshot().queues().get(queue.name());
            if (known != null) {
                require(known.paused().equals(queue.paused()), () -> "paused " + queue.paused(), known::paused);
                require(
                        queue.dedup().agreesWith(known.dedupKeys(), model.nowNanos()),
                        () -> "dedup keys " + queue.dedup(),
                        known::dedupKeys);
            }
        }
    }
}
