package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.command.Command;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;

/** What operators do to an existing queue. */
final class Operations {
    private final Queues queues;

    Operations(Queues queues) {
        this.queues = queues;
    }

    void update(Command.UpdateQueue update, Turn turn) {
        Queue queue = queues.find(update.name(), update.reply(), turn);
        if (queue != null) {
            queue.redefine(update.change().apply(queue.config()), turn);
            turn.answer(update.reply(), queue.config());
        }
    }

    void pause(Command.Pause pause, Turn turn) {
        Queue queue = queues.find(pause.name(), pause.reply(), turn);
        if (queue == null) {
            return;
        }
        int pausedKeys = queue.ready().pausedKeys().size();
        if (pause.paused() && !pause.fairnessKey().isEmpty() && pausedKeys >= Limits.PAUSED_KEYS) {
            turn.refuse(
                    pause.reply(),
                    Refusal.exhausted("Expected at most " + Limits.PAUSED_KEYS + " paused keys in queue " + queue.name()
                            + " but there are that many already; resume some, or pause the whole queue."));
            return;
        }
        queue.pause(pause.fairnessKey(), pause.paused(), turn);
        turn.answer(pause.reply(), Done.DONE);
    }

    void weigh(Command.SetWeight set, Turn turn) {
        Queue queue = queues.find(set.name(), set.reply(), turn);
        if (queue == null) {
            return;
        }
        if (queue.ready().setWeight(set.fairnessKey(), set.weight(), turn)) {
            turn.answer(set.reply(), Done.DONE);
        } else {
            turn.refuse(
                    set.reply(),
                    Refusal.notFound("Expected messages of key \"" + set.fairnessKey() + "\" in queue " + queue.name()
                            + " but none waits; a weight is that of the messages it comes with."));
        }
    }

    void purge(Command.Purge purge, Turn turn) {
        Queue queue = queues.find(purge.name(), purge.reply(), turn);
        if (queue != null) {
            queue.purge().start(purge, turn);
        }
    }

    void move(Command.Move move, Turn turn) {
        Queue from = queues.find(move.name(), move.reply(), turn);
        Queue to = from == null ? null : queues.find(move.target(), move.reply(), turn);
        if (from == null || to == null) {
            return;
        }
        // Looked for first: whoever is not found needs no token to get in elsewhere.
        Message message = from.find(move.id(), turn.nowNanos());
        if (message == null) {
            turn.refuse(move.reply(), outOfReach(move, from));
            return;
        }
        Envelope envelope = message.envelope();
        Refusal keptOut = to.admission().tooManyKeys(envelope.fairnessKey());
        if (keptOut == null && to != from) {
            keptOut = to.admission().objection(turn);
        }
        if (keptOut != null) {
            turn.refuse(move.reply(), keptOut);
            return;
        }
        long dueNanos = message.place() instanceof Place.Scheduled at ? at.dueNanos() : 0;
        long readyAtNanos = Math.max(dueNanos, turn.nowNanos());
        from.take(move.id(), turn);
        message.redrive(envelope.reborn(envelope.scheduling(), to.expiryNanos(readyAtNanos, 0)));
        to.receive(message, readyAtNanos, Cause.MOVED, turn);
        turn.answer(move.reply(), Done.DONE);
    }

    private static Refusal outOfReach(Command.Move move, Queue queue) {
        if (queue.lease(move.id()) != null) {
            return Refusal.failedPrecondition("Expected message " + move.id() + " to wait in queue " + queue.name()
                    + " but a consumer holds it; try again when it has been given back.");
        }
        return Refusal.notFound(
                "Expected message " + move.id() + " near the front of queue " + queue.name()
                        + " but it is not there: it is gone, or further back than what is in memory; let those before it go first.");
    }
}
