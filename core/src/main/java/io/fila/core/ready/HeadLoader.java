package io.fila.core.ready;

import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Effect;
import io.fila.core.journal.Page;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.QueueCreated;
import io.fila.core.turn.Pager;
import io.fila.core.turn.Turn;
import java.util.List;

/** Loads the first messages of lanes that have few or none in memory. */
public final class HeadLoader {
    private static final String UNREADABLE = "its checksum does not match";

    private final QueueCreated queue;
    private final Pager pager;
    private final Flows flows;
    private final Expiry expiry;

    HeadLoader(QueueCreated queue, Pager pager, Flows flows, Expiry expiry) {
        this.queue = queue;
        this.pager = pager;
        this.flows = flows;
        this.expiry = expiry;
    }

    public void fetch(Lane lane, Turn turn) {
        if (!lane.backlog().isPaging()) {
            pager.request(lane, turn);
        }
    }

    /** Messages have left the front of the lane: sends for more if few are left in memory. */
    void refill(Lane lane, Turn turn) {
        if (lane.backlog().wantsPage()) {
            pager.request(lane, turn);
        }
    }

    /** Sends for the heads of lanes that have none in memory, lest others of the flow keep them waiting; tells if any has none. */
    boolean fetchMissing(Flow flow, Turn turn) {
        boolean missing = false;
        List<Lane> lanes = flow.lanes();
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            if (lane.needsHeads()) {
                missing = true;
                fetch(lane, turn);
            }
        }
        return missing;
    }

    /** Sends for the heads of all lanes that have none in memory, whether they could go or not. */
    void fetchAll(Flow flow, Turn turn) {
        flow.lanes().stream().filter(Lane::isOnDisk).forEach(lane -> fetch(lane, turn));
    }

    /** Takes a page in; if none of it could be read, the next one is sent for. */
    void take(Lane lane, Page read, Turn turn) {
        Page page = lane.backlog().withoutTaken(read);
        long missing = lane.backlog()
                .load(page.messages(), page.damagedPositions().size(), page.readThrough(), page.complete());
        if (missing != 0) {
            reportMiscount(lane, missing, turn);
        }
        page.damagedPositions().forEach(position -> reportDamage(lane, position, turn));
        turn.note(lane);
        expiry.watch(lane);
        if (lane.isOnDisk()) {
            fetch(lane, turn);
        }
    }

    private void reportMiscount(Lane lane, long missing, Turn turn) {
        flows.count(-missing);
        long found = lane.backlog().size();
        turn.send(new Effect.Report("Expected " + (found + missing) + " messages of queue " + queue.name() + ", key \""
                + lane.flow().key() + "\", in line but the disk has " + found
                + ": damage has changed their number, which is put right."));
    }

    private void reportDamage(Lane lane, long position, Turn turn) {
        flows.count(-1);
        turn.record(new EntryDamaged(queue.id(), lane.flow().key(), lane.id(), position, UNREADABLE));
        turn.send(new Effect.Report("Expected a readable entry of queue " + queue.name() + ", key \""
                + lane.flow().key() + "\", position " + position
                + " but " + UNREADABLE + "; it is in the quarantine."));
    }
}
