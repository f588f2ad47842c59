package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.reply.Purged;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A purge step deletes as many matching messages as it reports; one that reports the end leaves none. */
final class PurgesDeleteWhatIsMeant extends Law {
    private final Model model;

    /** Unanswered steps; those of one queue run one after the other. */
    private final Map<Sent, Meant> waiting = new LinkedHashMap<>();

    private int deleted;

    private record Meant(KnownQueue queue, String key, long beforeNanos, int limit) {
        boolean isAll() {
            return key.isEmpty() && beforeNanos == Long.MAX_VALUE;
        }

        boolean isOfKey(String fairnessKey) {
            return key.isEmpty() || key.equals(fairnessKey);
        }

        boolean has(KnownMessage message) {
            boolean oldEnough = message.envelope().enqueuedAtNanos() < beforeNanos;
            return message.isScheduled() ? isAll() : isOfKey(message.flow().key()) && oldEnough;
        }

        long left() {
            long ready = queue.flows().stream()
                    .filter(flow -> isOfKey(flow.key()))
                    .mapToLong(KnownFlow::depth)
                    .sum();
            return ready + (isAll() ? queue.scheduled().size() : 0);
        }

        boolean isDone() {
            return queue.flows().stream().flatMap(it -> it.heads().stream()).noneMatch(this::has)
                    && (!isAll() || queue.scheduled().isEmpty());
        }
    }

    PurgesDeleteWhatIsMeant(Model model) {
        super(
                "A purge deletes as many of the messages it means as it tells, up to its limit, and leaves none if it is done.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        waiting.clear();
        deleted = 0;
    }

    @Override
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
        require(deleted == 0, () -> deleted + " deleted that nobody was told of");
        if (sent.command() instanceof Command.Purge purge) {
            KnownQueue queue = model.queue(purge.name());
            if (queue != null) {
                waiting.put(sent, new Meant(queue, purge.fairnessKey(), purge.acceptedBeforeNanos(), purge.limit()));
            }
        }
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        if (move.cause() == Cause.PURGED && message != null) {
            Meant meant = waiting.values().stream()
                    .filter(each -> each.queue() == message.queue())
                    .findFirst()
                    .orElse(null);
            require(meant != null && meant.has(message), () -> "one of " + meant, () -> message);
            deleted++;
        }
    }

    @Override
    protected void answers(Sent sent, Answer answer, @Nullable Command during) {
        Meant meant = waiting.remove(sent);
        if (meant != null && answer.value() instanceof Purged told) {
            boolean right = told.count() == deleted
                    && deleted <= meant.limit()
                    && told.waited() == meant.left() + deleted
                    && (told.more() || meant.isDone());
            require(right, () -> deleted + " deleted, " + meant.left() + " left of " + meant, () -> told);
            deleted = 0;
        }
    }
}
