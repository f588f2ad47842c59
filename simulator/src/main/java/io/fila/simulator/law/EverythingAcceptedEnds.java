package io.fila.simulator.law;

import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;

/** With faults off, what was accepted is delivered and acked, unless it went with its queue or its bytes rotted. */
final class EverythingAcceptedEnds extends Law {
    private final Model model;
    private final FaultyJournal journal;

    EverythingAcceptedEnds(Model model, FaultyJournal journal) {
        super(
                "In the end everything accepted was acked, dropped, deleted with its queue, or is in the quarantine because it rotted.");
        this.model = model;
        this.journal = journal;
    }

    @Override
    protected void drained() {
        for (KnownMessage message : model.accepted()) {
            switch (message.state()) {
                case PENDING, HELD, SCHEDULED, LEASED -> require(false, message);
                case QUARANTINED -> require(journal.hasRotted(message.id()), "damage before quarantine", message);
                case ACKED, DROPPED, DELETED_WITH_QUEUE -> {}
            }
        }
    }
}
