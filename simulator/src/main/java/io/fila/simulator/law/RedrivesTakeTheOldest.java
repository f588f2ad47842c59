package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.model.Redrives;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a redrive takes dead letters from the front of the line; none only if there is none. */
final class RedrivesTakeTheOldest extends Law {
    private final Model model;

    RedrivesTakeTheOldest(Model model) {
        super(
                "A redrive takes the oldest dead letters that are in line, up to its limit and to the room they have, none only if there is none.");
        this.model = model;
    }

    @Override
    protected void redrives(Redrives.Step step, List<KnownMessage> line, List<KnownMessage> taken) {
        KnownQueue source = model.queue(step.deadLetters().name().source());
        boolean roomIsUnsure = source != null
                && source.countsAreUnsure()
                && source.config().capacity().isLimited();
        long room = source == null ? 0 : roomIsUnsure ? Long.MAX_VALUE : source.room();
        long limit = Math.min(step.limit(), room);
        require(taken.size() <= limit, () -> "at most " + limit + " messages", () -> taken);
        require(
                !taken.isEmpty() || line.isEmpty() || limit == 0 || roomIsUnsure || mayBeOneKeyTooMany(line, source),
                () -> line.getFirst().toString(),
                () -> "none");
        require(
                taken.size() <= line.size() && taken.equals(line.subList(0, taken.size())),
                () -> line.toString(),
                () -> taken);
    }

    /** Who was first when the step was taken up, and so which key, is not known where the order is not. */
    private boolean mayBeOneKeyTooMany(List<KnownMessage> line, @Nullable KnownQueue source) {
        if (source != null && source.countsAreUnsure()) {
            return model.knownQueues().mostFlows() >= model.limits().flows();
        }
        String key = line.getFirst().envelope().fairnessKey();
        return source != null && !model.knownQueues().surelyHaveRoomFor(source, key, model.limits());
    }
}
