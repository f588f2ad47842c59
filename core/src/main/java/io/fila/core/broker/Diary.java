package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.agenda.Agenda;
import io.fila.core.agenda.Moment;
import io.fila.core.journal.AgendaPage;
import io.fila.core.journal.Errand;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.tape.Cause;
import java.time.Duration;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The scheduled messages of one queue, and the timer of the first of them. */
final class Diary {
    /** How long a message waits that could not become ready when it was due. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final QueueId queue;
    private final QueueName name;
    private final Facilities facilities;
    private final Agenda agenda = new Agenda(Limits.AGENDA_WINDOW);
    private final Reminder reminder;

    Diary(Queue queue, Facilities facilities) {
        this.queue = queue.id();
        this.name = queue.name();
        this.facilities = facilities;
        this.reminder = new Reminder(queue);
    }

    QueueId queue() {
        return queue;
    }

    Agenda agenda() {
        return agenda;
    }

    void schedule(Message message, long dueNanos, Cause cause, Turn turn) {
        turn.move(message, new Place.Scheduled(queue, dueNanos), cause);
        agenda.add(new Moment(dueNanos, message.id()), message);
        turn.note(this);
        setReminder();
    }

    /**
     * Takes messages whose moment has come, at most so many; tells how many. What is left behind goes off again at once, or
     * soon if it can't join the line.
     */
    int takeDue(int limit, Turn turn, BiPredicate<Message, Turn> joins) {
        int taken = 0;
        boolean keptOut = false;
        while (taken < limit && !keptOut && agenda.nextDueNanos() <= turn.nowNanos()) {
            keptOut = !joins.test(agenda.first(), turn);
            if (!keptOut) {
                agenda.pollFirst();
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
            Message message = agenda.pollFirst();
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

    /** Takes one message off the agenda, if it is in memory. */
    @Nullable Message take(MessageId id, Turn turn) {
        Message message = agenda.remove(id);
        changed(turn);
        return message;
    }

    /** Takes a message off the agenda that is only on disk; false if nothing is. */
    boolean takeFromDisk(Message found, Place.Scheduled at, Turn turn) {
        boolean taken = agenda.removeFromDisk(new Moment(at.dueNanos(), found.id()));
        if (taken) {
            changed(turn);
        }
        return taken;
    }

    private void changed(Turn turn) {
        turn.note(this);
        fetch(turn);
        setReminder();
    }

    void load(long ticket, AgendaPage page, Turn turn) {
        if (agenda.expectsPage(ticket)) {
            long counted = agenda.size();
            if (agenda.load(page.messages(), page.complete()) != 0) {
                reportMiscount(counted, turn);
            }
            fetch(turn);
            setReminder();
        }
    }

    private void reportMiscount(long counted, Turn turn) {
        turn.note(this);
        turn.send(new Errand.Report("Expected " + counted + " messages of queue " + name
                + " to wait for their moment but the disk has " + agenda.size()
                + ": damage has changed their number, which is put right."));
    }

    /** Sends for what is due next if little of it is in memory. */
    void fetch(Turn turn) {
        if (agenda.wantsPage()) {
            facilities.pager().request(queue, agenda, Limits.AGENDA_WINDOW, turn);
        }
    }

    void clear() {
        facilities.reminders().cancel(reminder);
        agenda.release();
    }

    private void setReminder() {
        remindAt(agenda.nextDueNanos());
    }

    private void remindAt(long nanos) {
        facilities.reminders().cancel(reminder);
        if (nanos != Long.MAX_VALUE) {
            facilities.reminders().set(reminder, nanos);
        }
    }
}
