package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.message.Place;
import io.fila.core.queue.Capacity;
import io.fila.core.tape.Cause;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The order in which messages stand in their lanes, and who leaves a lane first. */
final class LaneLaws {
    /** A message that leaves for one of these was the first. From elsewhere only those leave that a command names. */
    private static final Set<Cause> FROM_THE_FRONT =
            EnumSet.of(Cause.LEASED, Cause.EXPIRED, Cause.CROWDED_OUT, Cause.PURGED);

    private final Model model;

    LaneLaws(Model model) {
        this.model = model;
    }

    List<Law> all() {
        return List.of(
                Law.ofMoves(
                        "Inside a lane messages are delivered first in, first out.",
                        (move, message, by) -> message == null
                                || !message.isInLine()
                                || !FROM_THE_FRONT.contains(move.cause())
                                || isFirst(message)),
                Law.ofMoves(
                        "A message that becomes ready, new or back again, stands behind all others of its lane.",
                        (move, message, by) -> !(move.to() instanceof Place.Ready at) || model.isLast(at)),
                Law.ofMoves(
                        "A queue that is full drops its oldest message of the newcomer's key, or of any if that has none.",
                        (move, message, by) ->
                                move.cause() != Cause.CROWDED_OUT || message == null || mayGoFor(by, message)));
    }

    /** While a message waits in a lane of its own, later ones with the same throttles stand behind it there. */
    private static boolean isFirst(KnownMessage message) {
        return message.flow().pending().stream()
                .filter(other -> other.lane().equals(message.lane())
                        || (!other.lane().equals("*") && other.throttles().equals(message.throttles())))
                .findFirst()
                .filter(first -> first == message)
                .isPresent();
    }

    private boolean mayGoFor(@Nullable Command by, KnownMessage message) {
        KnownQueue queue = message.queue();
        return by instanceof Command.Enqueue newcomer
                && queue == model.queue(newcomer.queue())
                && queue.room() == 0
                && queue.config().capacity().overflow() == Capacity.Overflow.DROP_OLDEST
                && (message.flow().key().equals(newcomer.scheduling().fairnessKey())
                        || !queue.hasBacklog(newcomer.scheduling().fairnessKey()))
                && (message.flow().pending().getFirst() == message || !model.isInMemory(message.flow()));
    }
}
