package io.fila.core.ready;

import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Tape;
import io.fila.core.throttle.Throttle;
import io.fila.core.turn.Turn;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Removes ready messages without delivering them: drops them, takes them out of the middle, or holds them for a while. */
public final class Removal {
    /** How many tenants are compared to find the one with most messages; comparing all would cost too much. */
    private static final int HANDFUL = 64;

    private final Flows flows;
    private final DeficitRoundRobin order;
    private final Round round;
    private final HeadLoader heads;
    private final Expiry expiry;
    private final Resources resources;

    Removal(Flows flows, DeficitRoundRobin order, Round round, HeadLoader heads, Expiry expiry, Resources resources) {
        this.flows = flows;
        this.order = order;
        this.round = round;
        this.heads = heads;
        this.expiry = expiry;
        this.resources = resources;
    }

    // ---- who is there ----

    /** Those of one fairness key, or up to so many who are next in the round if the key is empty. */
    public List<Flow> flows(String fairnessKey, int limit) {
        return fairnessKey.isEmpty() ? order.active(limit) : flows.only(fairnessKey);
    }

    /**
     * The lane with the oldest message of a tenant, or of whoever has most if it has none; null if what there is has to be read
     * from disk first. That is sent for then: nobody goes for a tenant whose own messages are only slow to find.
     */
    public @Nullable Lane oldestLane(String fairnessKey, Turn turn) {
        Flow own = flows.find(fairnessKey);
        List<Flow> candidates = own != null && !own.isEmpty() ? List.of(own) : order.active(HANDFUL);
        Lane oldest = candidates.stream()
                .filter(flow -> flow.oldestLane() != null)
                .max(Comparator.comparingLong(Flow::pending))
                .map(Flow::oldestLane)
                .orElse(null);
        if (oldest == null) {
            candidates.forEach(flow -> heads.fetchAll(flow, turn));
        }
        return oldest;
    }

    /** A message that stands in line, in memory, and not only because nobody has noticed yet that it is too old. */
    public @Nullable Message find(MessageId id, long nowNanos) {
        for (Flow flow : flows) {
            for (Lane lane : flow.lanes()) {
                Message message = lane.backlog().find(id);
                if (message != null) {
                    return message.envelope().isExpired(nowNanos) ? null : message;
                }
            }
        }
        return null;
    }

    // ---- who leaves ----

    /** Deletes the head of a lane. */
    public Message drop(Lane lane, Cause cause, Turn turn) {
        Message message = Objects.requireNonNull(lane.backlog().poll());
        resources.memory().releaseBody(message);
        turn.move(message, Place.NOWHERE, cause);
        departed(lane, turn);
        return message;
    }

    /** Takes a message out of the line, wherever in memory it stands; null if it is not there. */
    public @Nullable Message take(MessageId id, Turn turn) {
        for (Flow flow : flows) {
            for (Lane lane : flow.lanes()) {
                Message message = lane.backlog().remove(id);
                if (message != null) {
                    resources.memory().releaseBody(message);
                    departed(lane, turn);
                    return message;
                }
            }
        }
        return null;
    }

    /** Takes a message out of the line that is only on disk; false if there is no such place. */
    public boolean takeFromDisk(Place.Ready at, Turn turn) {
        Flow flow = flows.find(at.fairnessKey());
        Lane lane = flow == null ? null : flow.findLane(at.lane());
        if (lane == null || !lane.backlog().removeFromDisk(at.position())) {
            return false;
        }
        departed(lane, turn);
        return true;
    }

    private void departed(Lane lane, Turn turn) {
        flows.count(-1);
        turn.note(lane);
        expiry.watch(lane);
        lookAgain(lane, turn);
        if (lane.flow().isEmpty()) {
            round.deactivate(lane.flow(), turn);
            flows.finish(lane.flow());
        } else {
            heads.refill(lane, turn);
        }
    }

    /**
     * Lets a lane whose first message has gone leave the throttle where it waited, unless the next one must pass it too: where
     * all kinds of throttles share a lane it need not, and in an empty lane there is none.
     */
    void lookAgain(Lane lane, Turn turn) {
        if (!lane.isShared() && !lane.backlog().isEmpty()) {
            return;
        }
        Throttle<Lane> throttle = lane.parkedAt();
        lane.lookAgain();
        if (throttle != null) {
            resources.throttles().leave(throttle, lane);
            round.resume(lane.flow(), turn);
        }
    }

    // ---- who is held ----

    /** Takes the first message out of the line for a while; it is still pending until it {@link #leaves}. */
    public @Nullable Message hold(Lane lane, Turn turn) {
        Message message = lane.backlog().hold();
        if (message != null) {
            resources.memory().releaseBody(message);
            Tape tape = turn.tape();
            if (tape != null) {
                tape.held(message);
            }
        }
        expiry.watch(lane);
        heads.refill(lane, turn);
        if (lane.flow().isEmpty()) {
            round.deactivate(lane.flow(), turn);
        }
        return message;
    }

    public void leaves(Lane lane, Turn turn) {
        lane.backlog().letGo();
        flows.count(-1);
        turn.note(lane);
        flows.finish(lane.flow());
    }

    /** Puts a message that was held back at the front. */
    public void putBack(Lane lane, Message message, Turn turn) {
        lane.backlog().putBack(message);
        Tape tape = turn.tape();
        if (tape != null) {
            tape.putBack(message);
        }
        expiry.watch(lane);
        round.activate(lane.flow(), turn);
        // Other lanes of the flow may have made it wait for tokens meanwhile.
        round.resume(lane.flow(), turn);
    }
}
