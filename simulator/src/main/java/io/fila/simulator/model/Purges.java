package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.reply.Purged;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of purges, by the book. When one is taken up depends on what is in memory, and is followed. */
public final class Purges {
    private final Model model;
    private final List<Step> waiting = new ArrayList<>();

    /** A step that was asked for and not taken up yet. */
    public record Step(KnownQueue queue, Command.Purge command, Sent sent) {
        /** Whether it takes what waits for a moment too. */
        public boolean takesAll() {
            return command.fairnessKey().isEmpty() && command.acceptedBeforeNanos() == Long.MAX_VALUE;
        }

        public boolean isMeant(KnownFlow flow) {
            return command.fairnessKey().isEmpty() || flow.key().equals(command.fairnessKey());
        }

        /** Whether the age of a message lets it be deleted. */
        public boolean isMeant(KnownMessage message) {
            return message.envelope().enqueuedAtNanos() < command.acceptedBeforeNanos();
        }
    }

    public Purges(Model model) {
        this.model = model;
    }

    public void restart() {
        waiting.clear();
    }

    public List<Step> waiting() {
        return waiting;
    }

    void begin(Command.Purge purge, Sent sent) {
        KnownQueue queue = model.queue(purge.name());
        if (queue != null) {
            waiting.add(new Step(queue, purge, sent));
        }
    }

    /** The first step that waits at this queue and was answered in this turn. */
    public @Nullable Step firstAnswered(KnownQueue queue) {
        Step first = waiting.stream()
                .filter(step -> step.queue() == queue)
                .findFirst()
                .orElse(null);
        boolean answered = first != null
                && first.sent().answer() != null
                && first.sent().answer().value() instanceof Purged;
        return answered ? first : null;
    }

    public void end(Step step) {
        waiting.remove(step);
    }

    /** Those that the step may have deleted: it means them, and a purge takes them in this turn. */
    public List<KnownMessage> candidates(Step step) {
        List<KnownMessage> candidates = new ArrayList<>();
        for (KnownFlow flow : step.queue().flows()) {
            if (step.isMeant(flow)) {
                flow.pending().stream()
                        .filter(message -> step.isMeant(message) && isPurged(message))
                        .forEach(candidates::add);
            }
        }
        if (step.takesAll()) {
            step.queue().scheduled().stream().filter(this::isPurged).forEach(candidates::add);
        }
        return candidates;
    }

    private boolean isPurged(KnownMessage message) {
        return model.departures().why(message) == Departures.Why.PURGED;
    }
}
