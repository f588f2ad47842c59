package io.fila.core.broker.queue;

import io.fila.core.Limits;
import io.fila.core.journal.Effect;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueName;
import io.fila.core.schedule.Moment;
import io.fila.core.schedule.ScheduleWindow;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The scheduled messages of one queue, and the timer of the first of them. */
final class Schedule {
    /** How long a message waits that could not become ready when it was due. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final QueueName name;
    private final SharedState shared;
    private final ScheduleWindow window;
    private final ScheduleTimer timer;

    Schedule(Queue queue, SharedState shared) {
        this.name = queue.name();
        this.shared = shared;
        this.window = new ScheduleWindow(queue.id(), Limits.SCHEDULE_WINDOW);
        this.timer = new ScheduleTimer(queue);
    }

    ScheduleWindow window() {
        return window;
    }

    void schedule(Message message, long dueNanos, Cause cause, Turn turn) {
        turn.move(message, new Place.Scheduled(window.queue(), dueNanos), cause);
        window.add(new Moment(dueNanos, message.id()), message);
        turn.note(window);
        setReminder();
    }

    /**
     * Takes messages whose moment has come, at most so many; tells how many. What is left behind goes off again at once, or
     * soon if it can't join the line.
     */
    int takeDue(int limit, Turn turn, BiPredicate<Message, Turn> joins) {
        int taken = 0;
        boolean keptOut = false;
        while (taken < limit && !keptOut && window.nextDueNanos() <= turn.nowNanos()) {
            keptOut = !joins.test(window.first(), turn);
            if (!keptOut) {
                window.pollFirst();
                taken++;
            }
        }
        changed(turn);
        if (keptOut) {
            remindAt(turn.nowNanos() + PATIENCE.toNanos());
        }
        return taken;
    }

    /** Deletes the messages that are due first, at most so many; tells how many there were in memory. */
    int purge(int limit, Turn turn, Consumer<Message> dropped) {
        int count = 0;
        while (count < limit) {
            Message message = window.pollFirst();
            if (message == null) {
                break;
            }
            turn.move(message, Place.NOWHERE, Cause.PURGED);
            dropped.accept(message);
            count++;
        }
        changed(turn);
        return count;
    }

    /** Takes one message off the schedule, if it is in memory. */
    @Nullable Message take(MessageId id, Turn turn) {
        Message message = window.remove(id);
        changed(turn);
        return message;
    }

    /** Takes a message off the schedule that is only on disk; false if there is none. */
    boolean takeFromDisk(Message found, Place.Scheduled at, Turn turn) {
        boolean taken = window.removeFromDisk(new Moment(at.dueNanos(), found.id()));
        if (taken) {
            changed(turn);
        }
        return taken;
    }

    private void changed(Turn turn) {
        turn.note(window);
        fetch(turn);
        setReminder();
    }

    void load(long ticket, SchedulePage page, Turn turn) {
        if (window.expectsPage(ticket)) {
            long counted = window.size();
            if (window.load(page.messages(), page.complete()) != 0) {
                reportMiscount(counted, turn);
            }
            fetch(turn);
            setReminder();
        }
    }

    private void reportMiscount(long counted, Turn turn) {
        turn.note(window);
        turn.send(new Effect.Report("Expected " + counted + " messages of queue " + name
                + " to wait for their moment but the disk has " + window.size()
                + ": damage has changed their number, which is put right."));
    }

    /** Sends for what is due next if little of it is in memory. */
    void fetch(Turn turn) {
        if (window.wantsPage()) {
            shared.pager().request(window, Limits.SCHEDULE_WINDOW, turn);
        }
    }

    void clear() {
        shared.reminders().cancel(timer);
        window.release();
    }

    private void setReminder() {
        remindAt(window.nextDueNanos());
    }

    private void remindAt(long nanos) {
        shared.reminders().cancel(timer);
        if (nanos != Long.MAX_VALUE) {
            shared.reminders().set(timer, nanos);
        }
    }
}
