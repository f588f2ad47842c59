package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.consumer.Consumer;
import io.fila.core.journal.Journal;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The broker as a function of its state, commands and the time. Each {@link #turn} fires timers, decides on commands and
 * dispatches; what it returns must be committed and then released. Not for use by more than one thread.
 */
public final class Broker {
    private final Limits limits;
    private final Facilities facilities;
    private final Queues queues = new Queues();
    private final Dispatcher dispatcher;
    private long nowNanos;
    private boolean diskIsLow;

    private Broker(BrokerSettings settings, long nowNanos) {
        this.limits = settings.limits();
        this.facilities = Facilities.of(settings);
        this.dispatcher = new Dispatcher(limits.deliveriesPerTurn());
        this.nowNanos = nowNanos;
    }

    /** A broker that knows what the journal knows. */
    public static Broker recover(BrokerSettings settings, Journal journal, long nowNanos) {
        Broker broker = new Broker(settings, nowNanos);
        Recovery recovery = new Recovery(broker.queues, broker.facilities, nowNanos);
        journal.recover(recovery::apply);
        return broker;
    }

    /** One pass: timers, commands, dispatch. Time never runs backwards here, whatever the clock says. */
    public Turn turn(long clockNanos, List<? extends Command> commands) {
        nowNanos = Math.max(nowNanos, clockNanos);
        Turn turn = new Turn(nowNanos);
        fireTimers(turn);
        for (Command command : commands) {
            decide(command, turn);
        }
        dispatcher.dispatch(turn);
        turn.seal(facilities.timers().nextDueNanos());
        return turn;
    }

    /** Everything that must survive a restart; for tests and simulation. */
    public Snapshot snapshot() {
        TreeMap<QueueName, Snapshot.OfQueue> all = new TreeMap<>();
        queues.sortedByName().forEach(queue -> all.put(queue.name(), queue.snapshot()));
        return new Snapshot(all);
    }

    private void fireTimers(Turn turn) {
        for (int fired = 0; fired < limits.timersPerTurn(); fired++) {
            Alarm alarm = facilities.timers().pollDue(nowNanos);
            if (alarm == null) {
                return;
            }
            dispatcher.stir(alarm.goOff(turn));
        }
        turn.workLeft(facilities.timers().nextDueNanos() <= nowNanos);
    }

    private void decide(Command command, Turn turn) {
        switch (command) {
            case Command.CreateQueue create -> create(create, turn);
            case Command.DeleteQueue delete -> delete(delete, turn);
            case Command.ListQueues list ->
                turn.answer(
                        list.reply(),
                        queues.sortedByName().stream().map(Queue::summary).toList());
            case Command.GetStats get -> {
                Queue queue = find(get.name(), get.reply(), turn);
                if (queue != null) {
                    turn.answer(get.reply(), queue.stats());
                }
            }
            case Command.Enqueue enqueue -> enqueue(enqueue, turn);
            case Command.Attach attach -> attach(attach, turn);
            case Command.Grant grant -> {
                Queue queue = queues.find(grant.queue());
                if (queue != null && queue.consumers().grant(grant.consumer(), grant.credit())) {
                    dispatcher.stir(queue);
                }
            }
            case Command.Detach detach -> {
                Queue queue = queues.find(detach.queue());
                if (queue != null) {
                    queue.consumers().detach(detach.consumer());
                }
            }
            case Command.Ack ack -> {
                Queue queue = queues.find(ack.queue());
                settle(queue, queue != null && queue.ack(ack.id(), turn), ack.id(), ack.queue(), ack.reply(), turn);
            }
            case Command.Nack nack -> {
                Queue queue = queues.find(nack.queue());
                settle(
                        queue,
                        queue != null && queue.nack(nack.id(), turn),
                        nack.id(),
                        nack.queue(),
                        nack.reply(),
                        turn);
            }
            case Command.PageLoaded loaded -> {
                facilities.pager().arrived(turn);
                Queue queue = queues.find(loaded.queue());
                if (queue != null) {
                    queue.load(loaded.fairnessKey(), loaded.ticket(), loaded.page(), turn);
                    dispatcher.stir(queue);
                }
            }
            case Command.SetAside aside -> {
                Queue queue = queues.find(aside.queue());
                if (queue != null && queue.setAside(aside.id(), aside.reason(), turn)) {
                    dispatcher.stir(queue);
                }
            }
            case Command.DiskSpace space -> diskIsLow = space.low();
        }
    }

    private void create(Command.CreateQueue create, Turn turn) {
        QueueName name = create.name();
        if (queues.find(name) != null) {
            turn.refuse(
                    create.reply(),
                    Refusal.alreadyExists(
                            "Queue " + name + " already exists; choose another name or delete it first."));
            return;
        }
        boolean wantsDeadLetter = !name.isDeadLetter() && queues.find(name.deadLetter()) == null;
        if (queues.size() + (wantsDeadLetter ? 2 : 1) > limits.queues()) {
            turn.refuse(
                    create.reply(),
                    Refusal.exhausted("Expected at most " + limits.queues() + " queues but there are already "
                            + queues.size() + "; delete some that are not needed."));
            return;
        }
        open(name, create.config(), false, turn);
        if (wantsDeadLetter) {
            open(name.deadLetter(), QueueConfig.DEFAULT, true, turn);
        }
        turn.answer(create.reply(), name);
    }

    private void open(QueueName name, QueueConfig config, boolean automatic, Turn turn) {
        QueueCreated definition = new QueueCreated(queues.nextId(), name, config, automatic);
        queues.add(new Queue(definition, facilities));
        turn.record(definition);
    }

    private void delete(Command.DeleteQueue delete, Turn turn) {
        Queue queue = find(delete.name(), delete.reply(), turn);
        if (queue == null) {
            return;
        }
        close(queue, turn);
        Queue deadLetter = queues.find(delete.name().deadLetter());
        if (deadLetter != null && deadLetter.isAutomatic()) {
            close(deadLetter, turn);
        }
        turn.answer(delete.reply(), Done.DONE);
    }

    private void close(Queue queue, Turn turn) {
        queue.delete(turn);
        queues.remove(queue);
        dispatcher.forget(queue);
    }

    private void enqueue(Command.Enqueue enqueue, Turn turn) {
        if (diskIsLow) {
            turn.refuse(
                    enqueue.reply(),
                    Refusal.exhausted("Expected room on the disk for new messages but there is too little;"
                            + " free some space or consume what is stored, and try again."));
            return;
        }
        Queue queue = find(enqueue.queue(), enqueue.reply(), turn);
        if (queue == null) {
            return;
        }
        if (facilities.memory().flows() >= limits.flows()
                && !queue.hasFlow(enqueue.scheduling().fairnessKey())) {
            turn.refuse(
                    enqueue.reply(),
                    Refusal.exhausted(
                            "Expected at most " + limits.flows()
                                    + " fairness keys with messages but there are that many already; use fewer distinct keys."));
            return;
        }
        Envelope envelope = new Envelope(enqueue.id(), enqueue.scheduling(), turn.nowNanos());
        queue.enqueue(new Message(envelope, 0, Place.NOWHERE, enqueue.body()), turn);
        dispatcher.stir(queue);
        turn.answer(enqueue.reply(), enqueue.id());
    }

    private void attach(Command.Attach attach, Turn turn) {
        Queue queue = find(attach.queue(), attach.reply(), turn);
        if (queue == null) {
            return;
        }
        queue.consumers().attach(new Consumer(attach.consumer(), attach.sink()));
        queue.consumers().grant(attach.consumer(), attach.credit());
        dispatcher.stir(queue);
        turn.answer(attach.reply(), Done.DONE);
    }

    private void settle(
            @Nullable Queue queue, boolean held, MessageId id, QueueName name, Reply<Done> reply, Turn turn) {
        if (queue == null || !held) {
            turn.refuse(
                    reply,
                    Refusal.notFound("Expected a lease on message " + id + " in queue " + name
                            + " but there is none: it was acked, its lease expired, or it was never delivered."));
            return;
        }
        dispatcher.stir(queue);
        turn.answer(reply, Done.DONE);
    }

    private @Nullable Queue find(QueueName name, Reply<?> reply, Turn turn) {
        Queue queue = queues.find(name);
        if (queue == null) {
            turn.refuse(reply, Refusal.notFound("Queue " + name + " does not exist; create it first."));
        }
        return queue;
    }
}
