package io.fila.core.broker.queue;

import io.fila.core.command.Command.Redriven;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Effect;
import io.fila.core.journal.Effect.Candidate;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.ready.ReadyMessages;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves dead letters back to their source queue, in steps. A message stays where it is on disk while a script decides about it,
 * so a crash in between changes nothing.
 */
public final class Redrive {
    private final Queue deadLetters;
    private final ReadyMessages ready;
    private final Queues queues;
    private final Map<MessageId, Message> held = new LinkedHashMap<>();
    private final ArrayDeque<Step> waiting = new ArrayDeque<>();

    private record Step(int limit, Reply<Integer> reply) {}

    Redrive(Queue deadLetters, ReadyMessages ready, Queues queues) {
        this.deadLetters = deadLetters;
        this.ready = ready;
        this.queues = queues;
    }

    public void start(int limit, Reply<Integer> reply, Turn turn) {
        waiting.add(new Step(limit, reply));
        goOn(turn);
    }

    /** Takes up the steps that wait, as far as the messages they need are in memory. */
    void goOn(Turn turn) {
        while (!waiting.isEmpty()) {
            Lane lane = ready.deadLetterLane();
            if (lane != null && lane.needsHeads()) {
                ready.heads().fetch(lane, turn);
                return;
            }
            take(waiting.remove(), lane, turn);
        }
    }

    private void take(Step step, @Nullable Lane lane, Turn turn) {
        Queue source = source();
        if (source == null) {
            turn.refuse(step.reply(), sourceIsGone());
            return;
        }
        List<Candidate> candidates = new ArrayList<>();
        long limit = Math.min(step.limit(), source.admission().room());
        while (lane != null && candidates.size() < limit) {
            Message message = ready.removal().hold(lane, turn);
            if (message == null) {
                break;
            }
            held.put(message.id(), message);
            candidates.add(new Candidate(message.id(), message.envelope().scheduling()));
        }
        if (source.config().hasOnEnqueue() && !candidates.isEmpty()) {
            turn.send(new Effect.AskOnEnqueue(deadLetters.id(), source.name(), candidates, step.reply()));
        } else {
            List<Redriven> asBefore = candidates.stream()
                    .map(candidate -> new Redriven(candidate.id(), candidate.before()))
                    .toList();
            move(asBefore, step.reply(), turn);
        }
    }

    /** Moves those that their script takes back; if the source has gone meanwhile all of them stay. */
    public void move(List<Redriven> redriven, Reply<Integer> reply, Turn turn) {
        deadLetters.stirUp();
        Queue source = source();
        Lane lane = ready.deadLetterLane();
        int moved = 0;
        boolean noRoom = false;
        List<Message> stay = new ArrayList<>();
        for (Redriven one : redriven) {
            Message message = held.remove(one.id());
            if (message == null || lane == null) {
                continue;
            }
            Scheduling scheduling = one.scheduling();
            // Whoever is behind one for whom there is no room stays too: they keep their order.
            noRoom |= scheduling != null && !hasRoomFor(scheduling, source);
            if (source == null || noRoom || scheduling == null) {
                stay.add(message);
                continue;
            }
            deadLetters.forget(message, 0, turn);
            message.redrive(message.envelope().reborn(scheduling, source.expiryNanos(turn.nowNanos(), 0)));
            source.receive(message, Cause.REDRIVEN, turn);
            source.admission().countFallback(scheduling);
            ready.removal().leaves(lane, turn);
            moved++;
        }
        for (Message message : stay.reversed()) {
            ready.removal().putBack(Objects.requireNonNull(lane), message, turn);
        }
        if (source == null) {
            turn.refuse(reply, sourceIsGone());
        } else {
            turn.answer(reply, moved);
        }
    }

    private static boolean hasRoomFor(Scheduling scheduling, @Nullable Queue source) {
        return source != null
                && source.admission().room() > 0
                && source.admission().hasRoomFor(scheduling.fairnessKey());
    }

    void cancel(Turn turn) {
        Refusal gone = Refusal.notFound("Queue " + deadLetters.name() + " was deleted.");
        waiting.forEach(step -> turn.refuse(step.reply(), gone));
        waiting.clear();
        held.clear();
    }

    private @Nullable Queue source() {
        return queues.find(deadLetters.name().source());
    }

    private Refusal sourceIsGone() {
        return Refusal.failedPrecondition(
                "Expected the source queue " + deadLetters.name().source() + " of " + deadLetters.name()
                        + " to exist but it does not; create it first.");
    }
}
