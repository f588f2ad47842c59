package io.fila.core.broker;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.broker.queue.DedupKeys;
import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.broker.queue.ScheduleTimer;
import io.fila.core.broker.queue.SharedState;
import io.fila.core.broker.queue.WindowTimer;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Journal;
import io.fila.core.lease.Lease;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.Record;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Tape;
import io.fila.core.throttle.Throttle;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The broker as a function of its state, commands and the time. Each {@link #turn} fires timers, decides commands and dispatches
 * messages. The caller must commit the returned turn and then release it. Not thread-safe.
 */
public final class Broker {
    private final Limits limits;
    private final SharedState shared;
    private final Queues queues;
    private final RuntimeConfig config;
    private final ApiKeys keys = new ApiKeys();
    private final Admission admission;
    private final Settlements settlements;
    private final Operations operations;
    private final Cancellation cancellation;
    private final Explainer explainer;
    private final Gauges gauges;
    private final Sharing sharing;
    private @Nullable Tape tape;
    private long nowNanos;
    private boolean started;

    private Broker(BrokerSettings settings, long nowNanos) {
        this.limits = settings.limits();
        this.shared = SharedState.of(settings);
        this.queues = new Queues(shared, settings.firstQueueId());
        this.config = new RuntimeConfig(shared.throttles());
        this.admission = new Admission(shared);
        this.settlements = new Settlements(queues, shared);
        this.operations = new Operations(queues);
        this.cancellation = new Cancellation(queues);
        this.explainer = new Explainer(queues, shared);
        this.gauges = new Gauges(queues, shared);
        this.sharing = new Sharing(config, keys, shared.throttles());
        this.nowNanos = nowNanos;
    }

    /** Recovers a broker from its journal. */
    public static Broker recover(BrokerSettings settings, Journal journal, long nowNanos) {
        Broker broker = new Broker(settings, nowNanos);
        Recovery recovery = new Recovery(broker.queues, broker.config, broker.keys, broker.shared, nowNanos);
        journal.recover(recovery::apply);
        return broker;
    }

    /** Sets the listener that hears each step from the next turn on; there is at most one. */
    public void record(Tape listener) {
        tape = listener;
    }

    /** One pass: timers, commands, dispatch. Time never runs backwards here, whatever the clock does. */
    public Turn turn(long clockNanos, List<? extends Command> commands) {
        nowNanos = Math.max(nowNanos, clockNanos);
        if (tape != null) {
            tape.began(nowNanos, commands.size());
        }
        Turn turn = new Turn(nowNanos, tape);
        start(turn);
        fireTimers(turn);
        for (Command command : commands) {
            if (tape != null) {
                tape.decides(command);
            }
            decide(command, turn);
        }
        if (tape != null) {
            tape.dispatches();
        }
        shared.dispatcher().dispatch(turn);
        sharing.tellWatcher(turn);
        turn.seal(shared.nextDueNanos());
        if (tape != null) {
            tape.ended();
        }
        return turn;
    }

    /** What the edges must know before the first turn: all queues, settings and keys. */
    public List<Record> notices() {
        List<Record> all = new ArrayList<>();
        config.startingWith("").forEach(setting -> all.add(new ConfigChanged(setting.key(), setting.value())));
        keys.all().forEach(key -> all.add(new KeyChanged(key.id(), key)));
        queues.sortedByName().forEach(queue -> all.add(queue.definition()));
        return all;
    }

    /** Everything that must survive a restart; for tests and simulation. */
    public Snapshot snapshot() {
        TreeMap<QueueName, Snapshot.OfQueue> ofQueues = new TreeMap<>();
        queues.sortedByName()
                .forEach(queue -> ofQueues.put(queue.name(), queue.figures().snapshot()));
        TreeMap<String, Snapshot.OfBucket> buckets = new TreeMap<>();
        for (Throttle<Lane> throttle : shared.throttles().all()) {
            throttle.bucket().refill(nowNanos);
            buckets.put(
                    throttle.key(),
                    new Snapshot.OfBucket(
                            throttle.bucket().rate(), throttle.bucket().level(), throttle.heldUntilNanos()));
        }
        return new Snapshot(ofQueues, config.startingWith(""), buckets, keys.all());
    }

    /** What it holds in memory; for tests and simulation. */
    public Holdings holdings() {
        return Holdings.of(shared);
    }

    /** How many messages each consumer may hold now; for tests and simulation. */
    public Map<ConsumerId, Integer> windows() {
        Map<ConsumerId, Integer> all = new LinkedHashMap<>();
        queues.sortedByName()
                .forEach(queue ->
                        queue.dispatch().forEachConsumer(consumer -> all.put(consumer.id(), consumer.window())));
        return all;
    }

    private void start(Turn turn) {
        if (!started) {
            started = true;
            queues.sortedByName().forEach(queue -> queue.start(turn));
        }
    }

    private void fireTimers(Turn turn) {
        int limit = limits.timersPerTurn();
        for (int fired = 0; fired < limit; fired++) {
            Lease lease = shared.leases().pollDue(nowNanos);
            if (lease == null) {
                break;
            }
            Queue.of(lease).expire(lease, turn);
        }
        for (int left = limit; left > 0; left--) {
            ScheduleTimer timer = shared.reminders().pollDue(nowNanos);
            if (timer == null) {
                break;
            }
            left -= timer.queue().takeDue(left, turn);
        }
        for (int left = limit; left > 0; left--) {
            Lane lane = shared.expiries().pollDue(nowNanos);
            if (lane == null) {
                break;
            }
            left -= Queue.of(lane).sweep(lane, left, turn);
        }
        for (int looked = 0; looked < limit; looked++) {
            WindowTimer windowTimer = shared.windowTimer().pollDue(nowNanos);
            if (windowTimer == null) {
                break;
            }
            windowTimer.dispatch().lookAfterFullConsumers(turn);
        }
        DedupKeys.clearDue(shared.clearings(), limit, turn);
        shared.throttles()
                .wakeDue(
                        nowNanos,
                        limit,
                        (lane, throttle) -> Queue.of(lane).wake(lane, throttle, turn),
                        throttle -> turn.record(BucketChanged.gone(throttle.key())),
                        turn::note);
    }

    private void decide(Command command, Turn turn) {
        switch (command) {
            case Command.CreateQueue create -> create(create, turn);
            case Command.DeleteQueue delete -> delete(delete, turn);
            case Command.ListQueues list ->
                turn.answer(
                        list.reply(),
                        queues.sortedByName().stream()
                                .map(queue -> queue.figures().summary())
                                .toList());
            case Command.Observe observe -> turn.answer(observe.reply(), gauges.of(observe.focus(), nowNanos));
            case Command.GetStats get -> getStats(get, turn);
            case Command.Explain explain -> explainer.explain(explain, turn);
            case Command.Enqueue enqueue -> enqueue(enqueue, turn);
            case Command.EnqueueDeadLetter offer -> enqueue(offer, turn);
            case Command.Attach attach -> attach(attach, turn);
            case Command.Grant grant -> {
                Queue queue = queues.find(grant.queue());
                if (queue != null) {
                    queue.dispatch().grant(grant.consumer(), grant.credit(), turn);
                }
            }
            case Command.Detach detach -> {
                Queue queue = queues.find(detach.queue());
                if (queue != null) {
                    queue.dispatch().detach(detach.consumer(), turn);
                }
                turn.answer(detach.reply(), Done.DONE);
            }
            case Command.Ack ack -> settlements.ack(ack, turn);
            case Command.Nack nack -> settlements.nack(nack, turn);
            case Command.Extend extend -> settlements.extend(extend, turn);
            case Command.FailureDecided decided -> settlements.decided(decided, turn);
            case Command.UpdateQueue update -> operations.update(update, turn);
            case Command.Pause pause -> operations.pause(pause, turn);
            case Command.SetWeight set -> operations.weigh(set, turn);
            case Command.Purge purge -> operations.purge(purge, turn);
            case Command.Move move -> operations.move(move, turn);
            case Command.Cancel cancel -> cancellation.cancel(cancel, turn);
            case Command.Redrive redrive -> redrive(redrive, turn);
            case Command.RedriveDecided decided -> {
                Queue queue = queues.find(decided.deadLetters());
                if (queue == null) {
                    turn.answer(decided.reply(), 0);
                } else {
                    queue.redrive().move(decided.redriven(), decided.reply(), turn);
                }
            }
            case Command.SetConfig set -> setConfig(set, turn);
            case Command.GetConfig get -> getConfig(get, turn);
            case Command.ListConfig list -> turn.answer(list.reply(), config.startingWith(list.prefix()));
            case Command.OfShards ofShards -> sharing.decide(ofShards, turn);
            case Command.OfKeys ofKeys -> keys.decide(ofKeys, turn);
            case Command.PageLoaded loaded -> {
                shared.pager().arrived(turn);
                cancellation.loaded(loaded.page().messages());
                Queue queue = queues.find(loaded.queue());
                if (queue != null) {
                    queue.load(loaded.fairnessKey(), loaded.lane(), loaded.ticket(), loaded.page(), turn);
                }
            }
            case Command.ScheduleLoaded loaded -> {
                shared.pager().arrived(turn);
                cancellation.loaded(loaded.page().messages().values());
                Queue queue = queues.find(loaded.queue());
                if (queue != null) {
                    queue.loadSchedule(loaded.ticket(), loaded.page(), turn);
                }
            }
            case Command.SetAside aside -> settlements.setAside(aside, turn);
            case Command.DiskSpace space -> admission.diskIsLow(space.low());
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
        boolean wantsDeadLetters = !name.isDeadLetter() && queues.find(name.deadLetter()) == null;
        if (queues.size() + (wantsDeadLetters ? 2 : 1) > limits.queues()) {
            turn.refuse(
                    create.reply(),
                    Refusal.exhausted("Expected at most " + limits.queues() + " queues but there are already "
                            + queues.size() + "; delete some that are not needed."));
            return;
        }
        queues.open(name, create.config(), false, turn);
        if (wantsDeadLetters) {
            queues.open(name.deadLetter(), QueueConfig.DEFAULT, true, turn);
        }
        turn.answer(create.reply(), name);
    }

    private void delete(Command.DeleteQueue delete, Turn turn) {
        Queue queue = queues.find(delete.name(), delete.reply(), turn);
        if (queue == null) {
            return;
        }
        queues.close(queue, turn);
        Queue deadLetters = queues.find(delete.name().deadLetter());
        if (deadLetters != null && deadLetters.definition().automatic()) {
            queues.close(deadLetters, turn);
        }
        turn.answer(delete.reply(), Done.DONE);
    }

    private void getStats(Command.GetStats get, Turn turn) {
        Queue queue = queues.find(get.name(), get.reply(), turn);
        if (queue != null) {
            turn.answer(get.reply(), queue.figures().stats(nowNanos));
        }
    }

    private void enqueue(Command.Enqueue enqueue, Turn turn) {
        Refusal objection = admission.objection();
        if (objection != null) {
            turn.refuse(enqueue.reply(), objection);
            return;
        }
        Queue queue = queues.find(enqueue.queue(), enqueue.reply(), turn);
        if (queue != null) {
            admission.take(enqueue, queue, turn);
        }
    }

    private void enqueue(Command.EnqueueDeadLetter offer, Turn turn) {
        Refusal objection = admission.objection();
        if (objection != null) {
            turn.refuse(offer.reply(), objection);
            return;
        }
        Queue queue = queues.find(offer.queue(), offer.reply(), turn);
        if (queue != null) {
            admission.bury(offer, queue, queues, turn);
        }
    }

    private void attach(Command.Attach attach, Turn turn) {
        Queue queue = queues.find(attach.queue(), attach.reply(), turn);
        if (queue != null) {
            queue.dispatch().attach(attach.consumer(), attach.sink(), attach.grantsCredit(), attach.credit(), turn);
            turn.answer(attach.reply(), Done.DONE);
        }
    }

    private void redrive(Command.Redrive redrive, Turn turn) {
        if (!redrive.deadLetters().isDeadLetter()) {
            turn.refuse(
                    redrive.reply(),
                    Refusal.invalid("Expected the name of a dead letter queue, ending in .dlq, but it is "
                            + redrive.deadLetters() + "; name the dead letter queue to redrive."));
            return;
        }
        Queue queue = queues.find(redrive.deadLetters(), redrive.reply(), turn);
        if (queue != null) {
            queue.redrive().start(redrive.limit(), redrive.reply(), turn);
        }
    }

    private void setConfig(Command.SetConfig set, Turn turn) {
        Refusal objection = config.objection(set.key(), set.value());
        if (objection != null) {
            turn.refuse(set.reply(), objection);
            return;
        }
        config.set(
                set.key(), set.value(), turn, (lane, throttle) -> Queue.of(lane).wake(lane, throttle, turn));
        turn.answer(set.reply(), Done.DONE);
    }

    private void getConfig(Command.GetConfig get, Turn turn) {
        String value = get.key().startsWith(RuntimeConfig.OWN) ? null : config.find(get.key());
        if (get.key().isEmpty()) {
            turn.refuse(get.reply(), Refusal.invalid("Expected a key but it is empty; name a setting."));
        } else if (value == null) {
            turn.refuse(get.reply(), Refusal.notFound("Setting \"" + get.key() + "\" is not set."));
        } else {
            turn.answer(get.reply(), value);
        }
    }
}
