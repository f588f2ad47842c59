package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A queue that was made smaller than what it holds gives back the rest as it is consumed, and grows no more. A dead letter is
 * never turned away, so the depth of a dead letter queue is bounded for its producers alone.
 */
final class DepthIsBounded extends Law {
    private final Model model;

    /** What each queue held when the last turn ended, or may have held since under the bounds it had. */
    private final Map<KnownQueue, Long> explained = new HashMap<>();

    DepthIsBounded(Model model) {
        super(
                "A queue holds no more messages than its max_depth, in line, waiting for a moment and in flight together.");
        this.model = model;
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        KnownQueue queue = sent.command() instanceof Command.UpdateQueue update ? model.queue(update.name()) : null;
        if (queue != null) {
            explained.merge(queue, most(queue), Math::max);
        }
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            long most = Math.max(most(queue), explainedFor(queue));
            require(queue.held() <= most, () -> "at most " + most + " in queue " + queue.name(), queue::held);
            explained.put(queue, queue.held());
        }
        explained.keySet().removeIf(queue -> model.queue(queue.name()) != queue);
    }

    private long explainedFor(KnownQueue queue) {
        @Nullable Long known = explained.get(queue);
        return known == null ? 0 : known;
    }

    private static long most(KnownQueue queue) {
        long most = queue.config().capacity().maxDepth();
        return most == 0 || queue.name().isDeadLetter() ? Long.MAX_VALUE : most;
    }
}
