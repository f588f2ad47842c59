package io.fila.core.broker;

import io.fila.core.agenda.Agenda;
import io.fila.core.fairness.Backlog;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Errand;
import io.fila.core.queue.QueueId;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends for what is on disk, a bounded number of pages at a time. */
final class Pager {
    private final int limit;

    /** Each says what to send for when its turn comes, or nothing if it is not wanted any more. */
    private final ArrayDeque<Supplier<@Nullable Errand>> waiting = new ArrayDeque<>();

    private int inFlight;
    private long nextTicket;

    Pager(int limit) {
        this.limit = limit;
    }

    void request(Lane lane, Turn turn) {
        long ticket = nextTicket++;
        Backlog backlog = lane.backlog();
        backlog.pageRequested(ticket);
        waiting.add(() -> backlog.expectsPage(ticket)
                ? new Errand.LoadPage(
                        lane.flow().queue(),
                        lane.flow().key(),
                        lane.id(),
                        backlog.loadedThrough(),
                        backlog.pageSize(),
                        ticket)
                : null);
        sendOut(turn);
    }

    void request(QueueId queue, Agenda agenda, int size, Turn turn) {
        long ticket = nextTicket++;
        agenda.pageRequested(ticket);
        waiting.add(() ->
                agenda.expectsPage(ticket) ? new Errand.LoadAgenda(queue, agenda.loadedThrough(), size, ticket) : null);
        sendOut(turn);
    }

    void arrived(Turn turn) {
        inFlight--;
        sendOut(turn);
    }

    private void sendOut(Turn turn) {
        while (inFlight < limit && !waiting.isEmpty()) {
            Errand errand = waiting.remove().get();
            if (errand != null) {
                inFlight++;
                turn.send(errand);
            }
        }
    }
}
