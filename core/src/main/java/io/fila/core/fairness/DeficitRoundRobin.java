package io.fila.core.fairness;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which flow of a queue is served next: deficit round robin (Shreedhar and Varghese, 1995) with one delivery as the unit,
 * rounds as short as the traffic allows, and a head start for flows that have just become active.
 *
 * <p>Each active flow gets {@code weight × quantum} deliveries per round and is served until it has used them up or has no
 * messages left. A flow that becomes active during a round waits for the next one. The allocation is made when the round reaches
 * the flow, not for all flows when it starts, so a decision costs the same whatever the number of flows.
 *
 * <p>The configured quantum is an upper bound. A round gets the largest quantum with which it can end within the deliveries that
 * are possible now ({@link #expect}), and at least 1. Consumers that take one message at a time are served in rounds of one
 * delivery per key, and a consumer with room for hundreds in slices that are sent together anyway.
 *
 * <p>A flow that has just become active may borrow a few deliveries ahead of the round (the new and old flows of fq_codel). What
 * it borrowed is a negative deficit. Each round pays {@code weight × quantum} of it, whether the flow is active or not, so no
 * flow gains by coming and going, and a flow that uses less than its share is always ahead of the round. While both have
 * messages, newcomers and the round alternate, so a stream of new keys cannot stop the round.
 */
public final class DeficitRoundRobin {
    /** Rounds ahead for which a flow in debt is given a seat, so that rounds in which it gets nothing do not pass it. */
    private static final int HORIZON = 8;

    /**
     * Keys beyond which the least quantum grows by one. With so many, a round takes seconds and every decision looks at
     * memory that is in no cache: a few deliveries at each visit share that cost.
     */
    static final int KEYS_A_QUANTUM = 65_536;

    /**
     * Newcomers that wait ahead of the round at most; with one more the first of them waits for the round like the rest. If
     * a million keys become active at once, none of them is quiet, and one that comes later must not wait behind them.
     */
    static final int MOST_NEWCOMERS = 1024;

    /**
     * Newcomers from which on a flow that this round has served already is none: it waits for the next round. Where rounds are
     * long, flows whose messages end at each visit, and who come back at once, would be newcomers all.
     */
    static final int CROWD = 64;

    /** Keeps {@code weight × quantum} within a long: weights go up to 2^32-1. */
    private static final long LARGEST_QUANTUM = 1L << 30;

    private int quantum;
    private int sparseAllowance;

    private Ring current = new Ring();
    private final Ring[] coming = new Ring[HORIZON];
    private int nextRound;
    private final Ring awaitingHeads = new Ring();
    private final Ring parked = new Ring();
    private final Ring newcomers = new Ring();
    private int waitingNewcomers;

    private long round;

    /** What rounds so far have given a key of weight 1, in all. */
    private long allotted;

    /** What this round gives a key of weight 1. */
    private long roundQuantum = 1;

    private long deliveriesAtHand;

    /** The weights of the flows that take part in rounds, those that are parked left out. */
    private long seatedWeight;

    private int active;
    private boolean newcomersTurn = true;
    private boolean borrowing;

    public DeficitRoundRobin(int quantum, int sparseAllowance) {
        for (int i = 0; i < HORIZON; i++) {
            coming[i] = new Ring();
        }
        configure(quantum, sparseAllowance);
    }

    /** Changes the measures for what is allotted from now on; a round gives each flow something, or it would never end. */
    public void configure(int newQuantum, int newSparseAllowance) {
        quantum = Math.max(1, newQuantum);
        sparseAllowance = newSparseAllowance;
    }

    /** Tells how many deliveries can be made now, one after the other and before anything else happens. */
    public void expect(int deliveries) {
        deliveriesAtHand = deliveries;
    }

    /** Lets a flow with pending messages take part; does nothing if it already does. */
    public void activate(Flow flow) {
        if (flow.active) {
            return;
        }
        flow.active = true;
        active++;
        flow.deficit = -debt(flow);
        flow.allottedAt = allotted;
        join(flow);
        boolean givesWay = waitingNewcomers >= CROWD && servedInThisRound(flow);
        if (!givesWay) {
            offerHeadStart(flow);
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

    /** Whether the flow that {@link #next} returned goes ahead of the round. */
    public boolean isAhead() {
        return borrowing;
    }

    private @Nullable Flow nextOfRound() {
        while (true) {
            Flow flow = current.first();
            if (flow == null) {
                if (!awaitingHeads.isEmpty() || !startRound()) {
                    return null;
                }
                continue;
            }
            allocate(flow);
            if (flow.deficit > 0) {
                return flow;
            }
            moveToAComingRound(flow);
        }
    }

    /** Charges the flow that {@link #next} returned for one delivery. */
    public void served(Flow flow) {
        flow.deficit--;
        deliveriesAtHand--;
        if (borrowing) {
            newcomersTurn = false;
            endHeadStart(flow);
            if (flow.seat.ring != current) {
                moveToAComingRound(flow);
            }
            offerHeadStart(flow);
        } else {
            newcomersTurn = true;
            flow.servedInRound = round;
            if (flow.deficit <= 0) {
                moveToAComingRound(flow);
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
        endHeadStart(flow);
        if (flow.seat.ring == current) {
            Ring.remove(flow.seat);
            awaitingHeads.addLast(flow.seat);
        }
    }

    /** Takes a flow that must wait for tokens out of the round; it keeps its deficit. */
    public void park(Flow flow) {
        leave(flow);
        parked.addLast(flow.seat);
    }

    /**
     * Gives a flow that can go on its place back: in this round with what it has left, or in a coming one. Tells whether it had
     * been out of it.
     */
    public boolean resume(Flow flow) {
        if (!flow.active) {
            return false;
        }
        if (flow.seat.ring == awaitingHeads) {
            Ring.remove(flow.seat);
            current.addFirst(flow.seat);
            return true;
        }
        if (flow.seat.ring == parked) {
            Ring.remove(flow.seat);
            // What rounds gave while it was parked is not its own.
            flow.allottedAt = allotted;
            join(flow);
            offerHeadStart(flow);
            return true;
        }
        return false;
    }

    /**
     * Gives a flow another share, of this round too: what it was allotted for a greater weight and has not used is forfeit. Rounds
     * that passed while it was idle paid what it owed by the weight it had then.
     */
    public void weigh(Flow flow, long weight) {
        boolean seated = flow.seatedWeight > 0;
        if (!flow.active) {
            flow.deficit = -debt(flow);
            flow.allottedAt = allotted;
        }
        flow.weight(weight);
        flow.deficit = Math.min(flow.deficit, allocation(flow));
        if (seated) {
            seatedWeight += flow.weight() - flow.seatedWeight;
            flow.seatedWeight = flow.weight();
        }
    }

    /** Takes a flow out of the round: what is left of its deficit is forfeit, what it owes is not. */
    public void deactivate(Flow flow) {
        if (!flow.active) {
            return;
        }
        leave(flow);
        flow.active = false;
        active--;
        flow.deficit = Math.min(flow.deficit, 0);
        if (active == 0) {
            // Nobody had to wait for what others borrowed.
            endRound(Math.max(quantum, sparseAllowance));
        }
    }

    /** True if forgetting the flow now would forgive what it has borrowed, or make it a newcomer to the round that served it. */
    public boolean remembers(Flow flow) {
        return debt(flow) > 0 || servedInThisRound(flow);
    }

    private boolean servedInThisRound(Flow flow) {
        return flow.servedInRound == round;
    }

    public long round() {
        return round;
    }

    public int activeFlows() {
        return active;
    }

    /** The weights of the flows that take part in rounds, together; those that wait for tokens do not. */
    public long activeWeight() {
        return seatedWeight;
    }

    /** The most that a round gives a key of weight 1. */
    public int quantum() {
        return quantum;
    }

    /** What this round gives a key of weight 1. */
    public int roundQuantum() {
        return (int) Math.min(roundQuantum, quantum);
    }

    /** The deficit as the round stands, whether or not the round has reached the flow yet. */
    public long deficit(Flow flow) {
        return flow.seat.ring == current ? flow.deficit + due(flow) : flow.deficit;
    }

    /**
     * About how many deliveries others have before the flow has made so many more than {@code before} of its own, if rounds
     * stay as they are. In debt or at the end of its share it waits for whole rounds.
     */
    public long othersAhead(Flow flow, long before) {
        long missing = before + 1 - deficit(flow);
        long rounds = missing <= 0 ? 0 : Math.ceilDiv(missing, allocation(flow));
        long others = Math.max(0, seatedWeight - flow.seatedWeight);
        return rounds * others * Math.min(LARGEST_QUANTUM, roundQuantum);
    }

    /** Up to {@code limit} active flows in the order of the round, those that wait for tokens last. */
    public List<Flow> active(int limit) {
        List<Ring> rings = new ArrayList<>(List.of(current, awaitingHeads));
        for (int i = 0; i < HORIZON; i++) {
            rings.add(coming[(nextRound + i) % HORIZON]);
        }
        rings.add(parked);
        List<Flow> found = new ArrayList<>(Math.min(active, limit));
        for (Ring ring : rings) {
            for (Flow flow = ring.first(); flow != null && found.size() < limit; flow = ring.after(flow.seat)) {
                found.add(flow);
            }
        }
        return found;
    }

    // ---- rounds ----

    /** Begins the next round that has somebody to serve; false if there is none. Rounds without anybody count all the same. */
    private boolean startRound() {
        int rounds = 0;
        while (coming[(nextRound + rounds) % HORIZON].isEmpty()) {
            rounds++;
            if (rounds == HORIZON) {
                return false;
            }
        }
        roundQuantum = Math.clamp(deliveriesAtHand / Math.max(1, seatedWeight), leastQuantum(), quantum);
        endRound(roundQuantum * (rounds + 1));
        int begun = (nextRound + rounds) % HORIZON;
        Ring finished = current;
        current = coming[begun];
        coming[begun] = finished;
        nextRound = (begun + 1) % HORIZON;
        return true;
    }

    private void endRound(long given) {
        round++;
        allotted += given;
    }

    private int leastQuantum() {
        return Math.min(quantum, 1 + active / KEYS_A_QUANTUM);
    }

    private void allocate(Flow flow) {
        if (flow.allottedAt != allotted) {
            flow.deficit += due(flow);
            flow.allottedAt = allotted;
            endHeadStart(flow);
        }
    }

    /** What rounds have given the flow since it last took something. */
    private long due(Flow flow) {
        return flow.weight() * Math.min(LARGEST_QUANTUM, allotted - flow.allottedAt);
    }

    /** What an idle flow still owes. */
    private long debt(Flow flow) {
        return flow.deficit < 0 ? Math.max(0, -flow.deficit - due(flow)) : 0;
    }

    // ---- seats ----

    private void join(Flow flow) {
        flow.seatedWeight = flow.weight();
        seatedWeight += flow.seatedWeight;
        if (flow.deficit > 0) {
            current.addFirst(flow.seat);
        } else {
            sitInAComingRound(flow);
        }
    }

    private void leave(Flow flow) {
        endHeadStart(flow);
        Ring.remove(flow.seat);
        seatedWeight -= flow.seatedWeight;
        flow.seatedWeight = 0;
    }

    private void moveToAComingRound(Flow flow) {
        Ring.remove(flow.seat);
        sitInAComingRound(flow);
    }

    /** The first round that leaves it something when its debt is paid, if rounds stay as they are. */
    private void sitInAComingRound(Flow flow) {
        // Nearly every flow has used up exactly its share: no need to divide.
        int rounds = flow.deficit == 0 ? 0 : (int) Math.min(HORIZON - 1, -flow.deficit / allocation(flow));
        coming[(nextRound + rounds) % HORIZON].addLast(flow.seat);
    }

    private void offerHeadStart(Flow flow) {
        boolean mayBorrow = -flow.deficit < allowance(flow);
        if (mayBorrow && flow.newcomerSeat.ring == null && flow.hasReadyLane()) {
            newcomers.addLast(flow.newcomerSeat);
            waitingNewcomers++;
            Flow oldest = newcomers.first();
            if (waitingNewcomers > MOST_NEWCOMERS && oldest != null) {
                endHeadStart(oldest);
            }
        }
    }

    private void endHeadStart(Flow flow) {
        if (flow.newcomerSeat.ring != null) {
            Ring.remove(flow.newcomerSeat);
            waitingNewcomers--;
        }
    }

    private long allocation(Flow flow) {
        return flow.weight() * Math.min(LARGEST_QUANTUM, roundQuantum);
    }

    /** At least what every round gives it: where rounds are long, a flow may have its next share ahead of them. */
    private long allowance(Flow flow) {
        return sparseAllowance == 0 ? 0 : Math.max(sparseAllowance, flow.weight() * leastQuantum());
    }
}
