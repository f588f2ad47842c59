package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nothing is leased but what the scheduler has chosen, and who is chosen in the round has a share left. */
final class LeasesAreChosen extends Law {
    LeasesAreChosen() {
        super(
                "A lease follows the choice of its lane, and a flow that is served in the round has some of its share left.");
    }

    /** The tape tells of every command and every delivery, in order. */
    @Override
    protected void turnBegins(Observation seen) {
        List<Command> decided = new ArrayList<>();
        List<MessageId> leased = new ArrayList<>();
        for (Step step : seen.steps()) {
            if (step instanceof Step.Decides decides) {
                decided.add(decides.command());
            } else if (step instanceof Step.Handed handed) {
                leased.add(handed.id());
            }
        }
        List<Command> asked = seen.decided().stream().map(Sent::command).toList();
        require(asked.equals(decided), () -> asked.size() + " commands", () -> decided.size());
        List<MessageId> delivered = seen.handovers().stream()
                .map(handover -> handover.delivery().envelope().id())
                .toList();
        require(delivered.equals(leased), () -> "deliveries of " + delivered, () -> leased);
    }

    @Override
    protected void turnEnds(Observation seen) {
        Step.Chosen chosen = null;
        for (Step step : seen.steps()) {
            switch (step) {
                case Step.Chosen choice -> {
                    require(choice.ahead() || choice.deficit() > 0, "a share that is left", choice);
                    chosen = choice;
                }
                case Step.Moved moved
                when moved.cause() == Cause.LEASED -> {
                    require(isOf(chosen, moved.from()), "a lease of the lane that was chosen, " + chosen, moved);
                    chosen = null;
                }
                default -> {}
            }
        }
    }

    private static boolean isOf(Step.@Nullable Chosen chosen, Place from) {
        return chosen != null
                && from instanceof Place.Ready ready
                && ready.queue().equals(chosen.queue())
                && ready.fairnessKey().equals(chosen.fairnessKey())
                && ready.lane().equals(chosen.lane());
    }
}
