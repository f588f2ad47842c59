package io.fila.core.turn;

import io.fila.core.fairness.Backlog;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Effect;
import io.fila.core.queue.QueueId;
import io.fila.core.schedule.ScheduleWindow;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests pages from disk, a bounded number at a time; queues take turns. */
public final class Pager {
    /** Says what to send for when its turn comes, or nothing if it is not wanted any more. */
    private interface Wish {
        @Nullable Effect effect();
    }

    private final int limit;

    /** What each queue waits for, the one whose turn is next first. */
    private final LinkedHashMap<QueueId, ArrayDeque<Wish>> waiting = new LinkedHashMap<>();

    private int inFlight;
    private long nextTicket;

    public Pager(int limit) {
        this.limit = limit;
    }

    public void request(Lane lane, Turn turn) {
        long ticket = nextTicket++;
        Backlog backlog = lane.backlog();
        backlog.pageRequested(ticket);
        add(
                lane.flow().queue(),
                () -> backlog.expectsPage(ticket)
                        ? new Effect.LoadPage(
                                lane.flow().queue(),
                                lane.flow().key(),
                                lane.id(),
                                backlog.loadedThrough(),
                                backlog.pageSize(),
                                ticket)
                        : null);
        sendOut(turn);
    }

    public void request(ScheduleWindow window, int size, Turn turn) {
        long ticket = nextTicket++;
        window.pageRequested(ticket);
        add(
                window.queue(),
                () -> window.expectsPage(ticket)
                        ? new Effect.LoadSchedule(window.queue(), window.loadedThrough(), size, ticket)
                        : null);
        sendOut(turn);
    }

    /** Pages that were requested and have not arrived, or wait to be requested. */
    public int pages() {
        return inFlight + waiting.values().stream().mapToInt(ArrayDeque::size).sum();
    }

    public void arrived(Turn turn) {
        inFlight--;
        sendOut(turn);
    }

    private void add(QueueId queue, Wish wish) {
        waiting.computeIfAbsent(queue, first -> new ArrayDeque<>()).add(wish);
    }

    private void sendOut(Turn turn) {
        while (inFlight < limit && !waiting.isEmpty()) {
            Map.Entry<QueueId, ArrayDeque<Wish>> next = waiting.pollFirstEntry();
            Effect effect = next.getValue().remove().effect();
            if (!next.getValue().isEmpty()) {
                waiting.putLast(next.getKey(), next.getValue());
            }
            if (effect != null) {
                inFlight++;
                turn.send(effect);
            }
        }
    }
}
