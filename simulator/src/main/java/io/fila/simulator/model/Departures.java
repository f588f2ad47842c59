package io.fila.simulator.model;

import io.fila.core.command.Accepted;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages that leave in a turn without having been acked. Which of those that may leave do leave depends on what the
 * broker has in memory: that is followed from the records. What came and went in one turn has none.
 */
public final class Departures {
    /** Why a message leaves without having been acked. */
    public enum Why {
        EXPIRED(Cause.EXPIRED),
        CROWDED_OUT(Cause.CROWDED_OUT),
        PURGED(Cause.PURGED);

        private final Cause cause;

        Why(Cause cause) {
            this.cause = cause;
        }
    }

    private final Map<KnownMessage, Place> touched;
    private final Set<MessageId> gone = new LinkedHashSet<>();
    private final Set<MessageId> kept = new HashSet<>();
    private final Set<MessageId> came = new LinkedHashSet<>();
    private final Set<MessageId> carried = new HashSet<>();

    /** Those of them whose turn has not come yet. */
    private final Set<MessageId> carriedLater = new HashSet<>();

    private final Set<QueueId> doomed = new HashSet<>();

    /** What the tape says of those that are nowhere when the turn is over. */
    private final Map<MessageId, Cause> causes = new HashMap<>();

    /** @param touched the messages that this turn has touched so far, and where they were before it */
    Departures(Map<KnownMessage, Place> touched) {
        this.touched = touched;
    }

    /** Looks at what the turn left behind. */
    void begin(List<Record> records, List<Step> steps, List<Sent> decided) {
        listen(steps);
        gone.clear();
        kept.clear();
        came.clear();
        carried.clear();
        carriedLater.clear();
        doomed.clear();
        Set<MessageId> ended = new HashSet<>();
        for (Sent sent : decided) {
            Answer answer = sent.answer();
            if (answer == null || !answer.accepted()) {
                continue;
            }
            switch (sent.command()) {
                case Command.Ack ack -> ended.add(ack.id());
                case Command.Move move -> carried.add(move.id());
                case Command.Cancel _ -> {
                    if (answer.value() instanceof Cancelled cancelled && cancelled.id() != null) {
                        ended.add(cancelled.id());
                        carried.add(cancelled.id());
                    }
                }
                case Command.Enqueue enqueue -> {
                    if (Accepted.stored(enqueue.id()).equals(answer.value())) {
                        came.add(enqueue.id());
                    }
                }
                default -> {}
            }
        }
        for (Record change : records) {
            if (change instanceof MessageMoved moved) {
                MessageId id = moved.envelope().id();
                boolean ends = moved.to() instanceof Place.Nowhere;
                (ends && !ended.contains(id) ? gone : kept).add(id);
            } else if (change instanceof QueueDeleted deletion) {
                doomed.add(deletion.id());
            }
        }
        carriedLater.addAll(carried);
        came.removeAll(kept);
        came.removeAll(gone);
        came.removeAll(ended);
    }

    private void listen(List<Step> steps) {
        causes.clear();
        for (Step step : steps) {
            if (step instanceof Step.Moved moved) {
                if (moved.to() instanceof Place.Nowhere) {
                    causes.put(moved.id(), moved.cause());
                } else {
                    causes.remove(moved.id());
                }
            }
        }
    }

    /** Why a message has left, by the tape; null if it has not, or not for one of these reasons. */
    public @Nullable Why why(KnownMessage message) {
        Cause cause = causes.get(message.id());
        for (Why why : Why.values()) {
            if (why.cause == cause) {
                return why;
            }
        }
        return null;
    }

    /** Whether the queue does not outlive the turn: what happens in it leaves no record. */
    boolean isDoomed(KnownQueue queue) {
        return doomed.contains(queue.id());
    }

    /** Whether an operator carries the message to another queue in this turn, or its producer cancels it. */
    boolean isCarried(MessageId id) {
        return carried.contains(id);
    }

    /** An operator carries the message now: from now on it may leave. */
    void carry(MessageId id) {
        carriedLater.remove(id);
    }

    /** Whether the message is not there any more when the turn is over. */
    public boolean isLeaving(KnownMessage message) {
        MessageId id = message.id();
        boolean unrecorded = !kept.contains(id) && (isDoomed(message.queue()) || hasFled(message));
        return gone.contains(id) || came.contains(id) || unrecorded;
    }

    /** Whether it came out of a queue that does not outlive the turn: if it has gone elsewhere since, that leaves no record. */
    private boolean hasFled(KnownMessage message) {
        Place before = touched.get(message);
        return before != null && before.queue() != null && doomed.contains(before.queue());
    }

    /** Those of the broker's messages that are recorded as gone, and that are there by the account. */
    public List<KnownMessage> unaccounted(Model model) {
        List<KnownMessage> found = new ArrayList<>();
        for (Set<MessageId> each : List.of(gone, came)) {
            for (MessageId id : each) {
                KnownMessage message = model.message(id);
                if (message != null && message.waits()) {
                    found.add(message);
                }
            }
        }
        touched.keySet().stream()
                .filter(message -> message.waits() && hasFled(message) && !isDoomed(message.queue()))
                .filter(this::isLeaving)
                .filter(message -> !found.contains(message))
                .forEach(found::add);
        return found;
    }

    /** The message that a new one of a key takes the place of: of the same key, or of whoever has most if it has none. */
    @Nullable KnownMessage crowdedOut(KnownQueue queue, String newcomersKey) {
        KnownFlow own = queue.findFlow(newcomersKey);
        if (own != null && own.isBacklogged()) {
            return firstLeaving(own);
        }
        return queue.flows().stream()
                .filter(flow -> firstLeaving(flow) != null)
                .max(Comparator.comparingInt(flow -> flow.pending().size()))
                .map(this::firstLeaving)
                .orElse(null);
    }

    /** Whether it can't be told of which key a message had to go: none of the newcomer's own did, and of several others some do. */
    boolean isGuesswork(KnownQueue queue, KnownMessage crowdedOut, String newcomersKey) {
        return !crowdedOut.flow().key().equals(newcomersKey)
                && queue.flows().stream()
                                .filter(flow -> firstLeaving(flow) != null)
                                .count()
                        > 1;
    }

    private @Nullable KnownMessage firstLeaving(KnownFlow flow) {
        return flow.pending().stream()
                .filter(message -> why(message) == Why.CROWDED_OUT && !carriedLater.contains(message.id()))
                .findFirst()
                .orElse(null);
    }
}
