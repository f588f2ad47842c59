package io.fila.simulator.world;

import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.hook.NackReason;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.law.Laws;
import io.fila.simulator.law.Referee;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.BrokerProcess;
import io.fila.simulator.process.Sent;
import io.fila.simulator.time.EventQueue;
import io.fila.simulator.time.WallClock;
import io.fila.simulator.trace.Trace;
import java.util.List;

/** The stage of one life: time, a broker, and the way for commands to reach it. */
public final class World {
    private static final long ID_HIGH = 7;

    /** Makes another seed of a seed. */
    private static final long PACE = 0x5DEECE66DL;

    /** Every other life has several turns on their way to the disk, at most so many. */
    private static final int MOST_TURNS_UNDER_WAY = 6;

    private final Chance chance;
    private final Profile profile;
    private final Trace trace;
    private final EventQueue events = new EventQueue();
    private final WallClock clock = new WallClock(events);
    private final FaultyJournal journal = new FaultyJournal();
    private final FakeHooks hooks;
    private final Model model;
    private final Referee referee;
    private final BrokerProcess process;
    private long nextId = 1;
    private boolean closing;

    /**
     * A world that is about to begin.
     *
     * @param judged whether the laws are asked; the model goes along in any case, because actors look at it
     */
    public World(long seed, Trace trace, boolean judged) {
        this.chance = new Chance(seed);
        Chance pace = new Chance(seed ^ PACE);
        this.profile = Profile.draw(chance);
        this.trace = trace;
        this.hooks = new FakeHooks(profile.workload().keys(), profile.workload().limits(), events::nowNanos);
        this.model = new Model(profile.settings().limits());
        this.referee = new Referee(
                model,
                judged ? Laws.all(model, journal, hooks, profile.settings(), profile.auditEveryTurns()) : List.of());
        this.process = new BrokerProcess(
                profile.settings(),
                profile.delays(),
                profile.inboxCapacity(),
                events,
                clock,
                journal,
                turnsUnderWay(pace),
                hooks,
                chance.fork(),
                pace,
                trace,
                referee);
        trace.line(profile.toString());
    }

    private static int turnsUnderWay(Chance pace) {
        return pace.oneIn(2) ? 1 : pace.between(2, MOST_TURNS_UNDER_WAY);
    }

    public Chance chance() {
        return chance;
    }

    public Profile profile() {
        return profile;
    }

    public Workload workload() {
        return profile.workload();
    }

    public Faults faults() {
        return profile.faults();
    }

    public Trace trace() {
        return trace;
    }

    public EventQueue events() {
        return events;
    }

    public WallClock clock() {
        return clock;
    }

    public FaultyJournal journal() {
        return journal;
    }

    public FakeHooks hooks() {
        return hooks;
    }

    public Model model() {
        return model;
    }

    public Referee referee() {
        return referee;
    }

    public BrokerProcess process() {
        return process;
    }

    /** True once clients and faults have had their time. */
    public boolean isClosing() {
        return closing;
    }

    public void close() {
        closing = true;
    }

    /** Ids grow, as those made from the time do. */
    public MessageId newId() {
        return new MessageId(ID_HIGH, nextId++);
    }

    public void send(Sent sent) {
        process.send(chance.between(0, profile.delays().wireNanos()), sent);
    }

    /** Settles a delivery, by its lease or by whatever lease there is. */
    public void ack(Delivery delivery) {
        ack(delivery.queue(), delivery.envelope().id(), leaseId(delivery));
    }

    public void ack(QueueName queue, MessageId id, long leaseId) {
        send(Sent.<Done>asking(reply -> new Command.Ack(queue, id, leaseId, reply), answer -> {}));
    }

    public void nack(Delivery delivery) {
        nack(delivery, NackReason.of("simulated failure"));
    }

    public void nack(Delivery delivery, NackReason reason) {
        nack(delivery.queue(), delivery.envelope().id(), leaseId(delivery), reason);
    }

    public void nack(QueueName queue, MessageId id, long leaseId, NackReason reason) {
        send(Sent.<Done>asking(reply -> new Command.Nack(queue, id, leaseId, reason, reply), answer -> {}));
    }

    private long leaseId(Delivery delivery) {
        return chance.oneIn(2) ? delivery.leaseId() : 0;
    }
}
