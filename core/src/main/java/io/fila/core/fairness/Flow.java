package io.fila.core.fairness;

import io.fila.core.Limits;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One tenant's part of one queue: the lanes of its messages, its weight, and its state in the round. */
public final class Flow {
    /** The lane of messages without throttles. Nothing holds it up, so they never stand among others. */
    public static final String FREE_LANE = "";

    /** The lane that all further sets of throttle keys share once a flow has as many lanes as it may. */
    static final String SHARED_LANE = "*";

    private final FlowOwner owner;
    private final String key;
    private final MemoryBudget memory;
    private final List<Lane> lanes = new ArrayList<>(1);

    /** Its lane if there is just one, as with nearly every flow: the round asks for it at each delivery. */
    private @Nullable Lane only;

    /** What its newest message asked for; those before it that asked for the same have the same object. */
    private @Nullable Scheduling asked;

    private long weight = 1;
    private int inFlight;
    private long lastPosition = -1;

    // Standing in the round, kept by DeficitRoundRobin.
    final Link seat = new Link(this);
    final Link newcomerSeat = new Link(this);
    boolean active;
    long deficit;

    /** What rounds had given a key of weight 1 when this flow last took its part. */
    long allottedAt;

    /** The last round that has served it; what it borrowed ahead of a round does not count. */
    long servedInRound = -1;

    /** The weight it counts with in the rounds; 0 while it takes no part. */
    long seatedWeight;

    public Flow(FlowOwner owner, String key, MemoryBudget memory) {
        this.owner = owner;
        this.key = key;
        this.memory = memory;
    }

    public FlowOwner owner() {
        return owner;
    }

    public QueueId queue() {
        return owner.id();
    }

    public String key() {
        return key;
    }

    /** The lane for messages with these throttle keys. */
    public Lane lane(List<String> throttleKeys) {
        return laneById(Lane.idOf(throttleKeys));
    }

    /** The lane of this name; one of its own as long as the flow may have more. */
    public Lane laneById(String id) {
        Lane known = findLane(id);
        if (known != null) {
            return known;
        }
        boolean mayShare = !id.equals(FREE_LANE) && !id.equals(SHARED_LANE);
        if (lanes.size() >= Limits.LANES_PER_FLOW && !dropAnEmptyLane() && mayShare) {
            return laneById(SHARED_LANE);
        }
        return addLane(id);
    }

    public @Nullable Lane findLane(String id) {
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).id().equals(id)) {
                return lanes.get(i);
            }
        }
        return null;
    }

    /** The lane that may be served now and has the oldest head, or null if none may. */
    public @Nullable Lane readyLane() {
        if (only != null) {
            return only.isReady() ? only : null;
        }
        Lane oldest = null;
        long oldestPosition = Long.MAX_VALUE;
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            if (lane.isReady()) {
                long position = lane.backlog().headPosition();
                if (position < oldestPosition) {
                    oldest = lane;
                    oldestPosition = position;
                }
            }
        }
        return oldest;
    }

    /** The lane with the oldest head in memory, whether it may be served or not; null if nothing is in memory. */
    public @Nullable Lane oldestLane() {
        Lane oldest = null;
        for (Lane lane : lanes) {
            boolean older = oldest == null
                    || lane.backlog().headPosition() < oldest.backlog().headPosition();
            if (lane.backlog().hasHead() && older) {
                oldest = lane;
            }
        }
        return oldest;
    }

    /** The lane of its next message: the one with the oldest head, or one with all of its messages on disk; null if it has none. */
    public @Nullable Lane firstLane() {
        Lane oldest = oldestLane();
        for (int i = 0; oldest == null && i < lanes.size(); i++) {
            oldest = lanes.get(i).isOnDisk() ? lanes.get(i) : null;
        }
        return oldest;
    }

    /** Its lanes; to be read, not changed. */
    public List<Lane> lanes() {
        return lanes;
    }

    private Lane addLane(String id) {
        Lane lane = new Lane(this, id, memory);
        lanes.add(lane);
        findOnly();
        return lane;
    }

    private void findOnly() {
        only = lanes.size() == 1 ? lanes.getFirst() : null;
    }

    private boolean dropAnEmptyLane() {
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).backlog().size() == 0) {
                lanes.remove(i);
                findOnly();
                return true;
            }
        }
        return false;
    }

    long takePosition() {
        return ++lastPosition;
    }

    public long nextPosition() {
        return lastPosition + 1;
    }

    /** Messages waiting in all lanes. */
    public long pending() {
        long sum = 0;
        for (int i = 0; i < lanes.size(); i++) {
            sum += lanes.get(i).backlog().size();
        }
        return sum;
    }

    public boolean isEmpty() {
        if (only != null) {
            return only.backlog().isEmpty();
        }
        for (int i = 0; i < lanes.size(); i++) {
            if (!lanes.get(i).backlog().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    public boolean hasReadyLane() {
        if (only != null) {
            return only.isReady();
        }
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).isReady()) {
                return true;
            }
        }
        return false;
    }

    /** The same as what a message asks for, and one object for all that ask alike: a long backlog would hold many that are equal. */
    public Scheduling share(Scheduling newest) {
        if (asked == null || !asked.equals(newest)) {
            asked = newest;
        }
        return asked;
    }

    public long weight() {
        return weight;
    }

    /** Gives it another share: at least one, or the round would go by it for ever. */
    public void weight(long newWeight) {
        weight = Math.clamp(newWeight, 1, Scheduling.MAX_WEIGHT);
    }

    public int inFlight() {
        return inFlight;
    }

    public void leased() {
        inFlight++;
    }

    public void leaseEnded() {
        inFlight--;
    }

    public boolean isActive() {
        return active;
    }

    /** Nothing stored and nothing with a consumer: the flow may be forgotten. */
    public boolean isIdle() {
        return inFlight == 0 && pending() == 0;
    }

    /** Restores what recovery knows of one lane. */
    public Lane restoreLane(String id, long pending, long position) {
        Lane lane = findLane(id);
        if (lane == null) {
            lane = addLane(id);
        }
        lane.backlog().restore(pending, position);
        lane.settle();
        lastPosition = Math.max(lastPosition, position);
        return lane;
    }

    @Override
    public String toString() {
        return "Flow[" + key + " pending=" + pending() + " deficit=" + deficit + " weight=" + weight + "]";
    }
}
