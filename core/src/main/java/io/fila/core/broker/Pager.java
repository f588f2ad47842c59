package io.fila.core.broker;

import io.fila.core.fairness.Backlog;
import io.fila.core.fairness.Flow;
import io.fila.core.journal.Errand;
import java.util.ArrayDeque;

/** Sends for heads that are on disk, a bounded number of pages at a time. */
final class Pager {
    private final int limit;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private int inFlight;
    private long nextTicket;

    private record Waiting(Flow flow, long ticket) {}

    Pager(int limit) {
        this.limit = limit;
    }

    void request(Flow flow, Turn turn) {
        long ticket = nextTicket++;
        flow.backlog().pageRequested(ticket);
        waiting.add(new Waiting(flow, ticket));
        sendOut(turn);
    }

    void arrived(Turn turn) {
        inFlight--;
        sendOut(turn);
    }

    private void sendOut(Turn turn) {
        while (inFlight < limit && !waiting.isEmpty()) {
            Waiting next = waiting.remove();
            Backlog backlog = next.flow().backlog();
            if (backlog.expectsPage(next.ticket())) {
                inFlight++;
                turn.send(new Errand.LoadPage(
                        next.flow().queue(),
                        next.flow().key(),
                        backlog.loadedThrough(),
                        backlog.pageSize(),
                        next.ticket()));
            }
        }
    }
}
