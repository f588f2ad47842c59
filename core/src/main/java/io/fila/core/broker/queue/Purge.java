package io.fila.core.broker.queue;

import io.fila.core.command.Command;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.ready.ReadyMessages;
import io.fila.core.reply.Purged;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;
import java.util.ArrayDeque;
import java.util.List;

/** Deletes messages on an operator's behalf, oldest first, in steps. */
public final class Purge {
    private static final int PAGES_AT_A_TIME = 256;

    private final Queue queue;
    private final ReadyMessages ready;
    private final Schedule schedule;
    private final ArrayDeque<Command.Purge> waiting = new ArrayDeque<>();

    Purge(Queue queue, ReadyMessages ready, Schedule schedule) {
        this.queue = queue;
        this.ready = ready;
        this.schedule = schedule;
    }

    public void start(Command.Purge step, Turn turn) {
        waiting.add(step);
        goOn(turn);
    }

    /** Takes up the steps that wait; one that finds nothing in memory waits until something has been read from disk. */
    void goOn(Turn turn) {
        while (!waiting.isEmpty()) {
            Command.Purge step = waiting.element();
            long waited = waitedFor(step);
            List<Lane> lanes = lanes(step);
            int deleted = inLine(lanes, step, turn);
            if (wantsScheduled(step)) {
                deleted += scheduled(step.limit() - deleted, turn);
            }
            boolean fetching = fetch(lanes, step, turn);
            if (deleted == 0 && fetching) {
                return;
            }
            waiting.remove();
            turn.answer(
                    step.reply(),
                    new Purged(deleted, fetching || deleted == step.limit() || lanes.size() == step.limit(), waited));
        }
    }

    private long waitedFor(Command.Purge step) {
        long inLine = step.fairnessKey().isEmpty() ? ready.depth() : ready.depth(step.fairnessKey());
        return wantsScheduled(step) ? inLine + schedule.window().size() : inLine;
    }

    /**
     * Lanes from which the step may delete, now or when their heads have been read: enough for its limit. A step that means
     * all has to look at no more flows than that; one that means the old ones may have to pass by many who have none.
     */
    private List<Lane> lanes(Command.Purge step) {
        boolean meansAll = step.acceptedBeforeNanos() == Long.MAX_VALUE;
        return ready.removal().flows(step.fairnessKey(), meansAll ? step.limit() : Integer.MAX_VALUE).stream()
                .flatMap(flow -> flow.lanes().stream())
                .filter(lane -> isMeant(lane, step) || lane.isOnDisk())
                .limit(step.limit())
                .toList();
    }

    private int inLine(List<Lane> lanes, Command.Purge step, Turn turn) {
        int deleted = 0;
        for (Lane lane : lanes) {
            while (deleted < step.limit() && isMeant(lane, step)) {
                queue.forget(ready.removal().drop(lane, Cause.PURGED, turn), 0, turn);
                deleted++;
            }
        }
        return deleted;
    }

    private static boolean isMeant(Lane lane, Command.Purge step) {
        Message head = lane.backlog().peek();
        return head != null && head.envelope().enqueuedAtNanos() < step.acceptedBeforeNanos();
    }

    /** Those that wait for a moment stand in another order, so they go only with all the others. */
    private static boolean wantsScheduled(Command.Purge step) {
        return step.fairnessKey().isEmpty() && step.acceptedBeforeNanos() == Long.MAX_VALUE;
    }

    private int scheduled(int limit, Turn turn) {
        return schedule.purge(limit, turn, message -> queue.forget(message, 0, turn));
    }

    private boolean fetch(List<Lane> lanes, Command.Purge step, Turn turn) {
        List<Lane> onDisk =
                lanes.stream().filter(Lane::isOnDisk).limit(PAGES_AT_A_TIME).toList();
        onDisk.forEach(lane -> ready.heads().fetch(lane, turn));
        return !onDisk.isEmpty() || (wantsScheduled(step) && schedule.window().isPaging());
    }

    void cancel(Turn turn) {
        Refusal gone = Refusal.notFound("Queue " + queue.name() + " was deleted.");
        waiting.forEach(step -> turn.refuse(step.reply(), gone));
        waiting.clear();
    }
}
