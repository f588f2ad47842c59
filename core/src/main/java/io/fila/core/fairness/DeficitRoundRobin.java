package io.fila.core.fairness;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which flow of a queue is served next: deficit round robin (Shreedhar and Varghese, 1995) with one delivery as the unit,
 * and a head start for flows that have just become active.
 *
 * <p>Each active flow gets {@code weight × quantum} once a round and is served until that or its messages are used up. A
 * flow that becomes active during a round waits in {@link #upcoming} for the next one. The allocation is made when the
 * round reaches the flow, not for all flows when it starts, so a decision costs the same whatever the number of flows.
 *
 * <p>A flow that has just become active may borrow a few deliveries ahead of the round (the new and old flows of
 * fq_codel). What it borrowed is a negative deficit, paid from its next allocation, and it is remembered until the round
 * ends even if the flow goes idle, so that no flow gains by coming and going. While both wait, newcomers and the round
 * alternate: a stream of ever new keys can't stop the round.
 */
public final class DeficitRoundRobin {
    private int quantum;
    private int sparseAllowance;

    private Ring current = new Ring();
    private Ring upcoming = new Ring();
    private final Ring awaitingHeads = new Ring();
    private final Ring parked = new Ring();
    private final Ring newcomers = new Ring();
    private long round;
    private int active;
    private boolean newcomersTurn = true;
    private boolean borrowing;

    public DeficitRoundRobin(int quantum, int sparseAllowance) {
        configure(quantum, sparseAllowance);
    }

    /** Changes the measures for what is allotted from now on; a round gives each flow something, or it would never end. */
    public void configure(int newQuantum, int newSparseAllowance) {
        quantum = Math.max(1, newQuantum);
        sparseAllowance = newSparseAllowance;
    }

    /** Lets a flow with pending messages take part; does nothing if it already does. */
    public void activate(Flow flow) {
        if (flow.active) {
            return;
        }
        flow.active = true;
        active++;
        if (flow.borrowedRound != round) {
            flow.deficit = 0;
            flow.borrowed = 0;
        }
        upcoming.addLast(flow.seat);
        if (flow.borrowed < allowance(flow) && flow.hasReadyLane()) {
            newcomers.addLast(flow.newcomerSeat);
        }
    }

    /**
     * The flow to serve now, or null if none can be. It may have no lane that can go: then
     * {@link #awaitHeads} or {@link #park} it.
     */
    public @Nullable Flow next() {
        Flow flow = newcomersTurn && !newcomers.isEmpty() ? null : nextOfRound();
        borrowing = flow == null;
        return borrowing ? newcomers.first() : flow;
    }

    private @Nullable Flow nextOfRound() {
        while (true) {
            Flow flow = current.first();
            if (flow == null) {
                if (!awaitingHeads.isEmpty() || upcoming.isEmpty()) {
                    return null;
                }
                startRound();
                continue;
            }
            allocate(flow);
            if (flow.deficit > 0) {
                return flow;
            }
            moveToNextRound(flow);
        }
    }

    /** Charges the flow that {@link #next} returned for one delivery. */
    public void served(Flow flow) {
        flow.deficit--;
        if (borrowing) {
            newcomersTurn = false;
            flow.borrowedRound = round;
            flow.borrowed++;
            if (flow.borrowed >= allowance(flow) || !flow.hasReadyLane()) {
                Ring.remove(flow.newcomerSeat);
            }
        } else {
            newcomersTurn = true;
            if (flow.deficit <= 0) {
                moveToNextRound(flow);
            }
        }
        if (flow.isEmpty()) {
            deactivate(flow);
        }
    }

    /**
     * Sets a flow aside until its heads are in memory. The round it is in does not end without it; one that only borrowed
     * ahead keeps its seat in the next.
     */
    public void awaitHeads(Flow flow) {
        Ring.remove(flow.newcomerSeat);
        if (flow.seat.ring == current) {
            Ring.remove(flow.seat);
            awaitingHeads.addLast(flow.seat);
        }
    }

    /** Takes a flow that must wait for tokens out of the round; it keeps its deficit. */
    public void park(Flow flow) {
        Ring.remove(flow.newcomerSeat);
        Ring.remove(flow.seat);
        parked.addLast(flow.seat);
    }

    /** Gives a flow that can go on its place back: in this round with what it has left, or in the next. */
    public void resume(Flow flow) {
        if (!flow.active || flow.seat.ring == current || flow.seat.ring == upcoming) {
            return;
        }
        boolean awaited = flow.seat.ring == awaitingHeads;
        Ring.remove(flow.seat);
        if (awaited) {
            current.addFirst(flow.seat);
        } else if (flow.deficit > 0) {
            flow.allocatedRound = round;
            current.addFirst(flow.seat);
        } else {
            upcoming.addLast(flow.seat);
        }
    }

    /** Gives a flow another share, of this round too: what it was allotted for a greater weight and has not used is forfeit. */
    public void weigh(Flow flow, long weight) {
        flow.weight(weight);
        flow.deficit = Math.min(flow.deficit, allocation(flow));
    }

    /** Takes a flow out of the round: what is left of its deficit is forfeit, what it owes is not. */
    public void deactivate(Flow flow) {
        if (!flow.active) {
            return;
        }
        Ring.remove(flow.seat);
        Ring.remove(flow.newcomerSeat);
        flow.active = false;
        active--;
        flow.deficit = Math.min(flow.deficit, 0);
        if (active == 0) {
            round++;
        }
    }

    /** True if forgetting the flow now would let it borrow a second time in this round. */
    public boolean remembers(Flow flow) {
        return flow.borrowedRound == round;
    }

    public long round() {
        return round;
    }

    public int activeFlows() {
        return active;
    }

    public int quantum() {
        return quantum;
    }

    /** The deficit as the round stands, whether or not the round has reached the flow yet. */
    public long deficit(Flow flow) {
        boolean due = flow.seat.ring == current && flow.allocatedRound != round;
        return due ? flow.deficit + allocation(flow) : flow.deficit;
    }

    /** Up to {@code limit} active flows in the order of the round, those that wait for tokens last. */
    public List<Flow> active(int limit) {
        List<Flow> found = new ArrayList<>(Math.min(active, limit));
        for (Ring ring : List.of(current, awaitingHeads, upcoming, parked)) {
            for (Flow flow = ring.first(); flow != null && found.size() < limit; flow = ring.after(flow.seat)) {
                found.add(flow);
            }
        }
        return found;
    }

    private void startRound() {
        Ring finished = current;
        current = upcoming;
        upcoming = finished;
        round++;
    }

    private void allocate(Flow flow) {
        if (flow.allocatedRound != round) {
            flow.allocatedRound = round;
            flow.deficit += allocation(flow);
            Ring.remove(flow.newcomerSeat);
        }
    }

    private void moveToNextRound(Flow flow) {
        Ring.remove(flow.seat);
        upcoming.addLast(flow.seat);
    }

    /** Weights go up to 2^32-1 and quanta to 2^31-1: the product fits a long. */
    private long allocation(Flow flow) {
        return flow.weight() * quantum;
    }

    /** Half of what a round gives it: with more, a flow that comes and goes could get more than one that stays. */
    private long allowance(Flow flow) {
        return Math.min(sparseAllowance, allocation(flow) / 2);
    }
}
