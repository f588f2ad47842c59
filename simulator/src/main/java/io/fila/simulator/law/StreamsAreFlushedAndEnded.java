package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Connection;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Each stream that got something is flushed once, and those of a deleted queue are told that it is gone. */
final class StreamsAreFlushedAndEnded extends Law {
    private final Model model;
    private final Set<Long> toEnd = new HashSet<>();

    StreamsAreFlushedAndEnded(Model model) {
        super("A stream is flushed once after a turn's deliveries, and ends when and only when its queue is deleted.");
        this.model = model;
    }

    @Override
    protected void turnBegins(Observation seen) {
        toEnd.clear();
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        if (sent.command() instanceof Command.DeleteQueue delete && expected.mayAccept()) {
            note(model.queue(delete.name()));
            KnownQueue deadLetter = model.queue(delete.name().deadLetter());
            if (deadLetter != null && deadLetter.definition().automatic()) {
                note(deadLetter);
            }
        }
    }

    private void note(@Nullable KnownQueue queue) {
        if (queue != null) {
            for (KnownConsumer consumer : queue.consumers()) {
                toEnd.add(consumer.id().value());
            }
        }
    }

    @Override
    protected void turnEnds(Observation seen) {
        Set<Connection> touched = new HashSet<>();
        for (Handover handover : seen.handovers()) {
            touched.add(handover.connection());
        }
        require(
                touched.size() == seen.flushed().size() && touched.containsAll(seen.flushed()),
                () -> touched.size() + " flushed streams",
                () -> seen.flushed().size());
        Set<Long> ended = new HashSet<>();
        seen.ended().forEach(connection -> ended.add(connection.id().value()));
        require(ended.equals(toEnd), () -> "the end of consumers " + toEnd, () -> ended);
    }
}
