package io.fila.simulator.world;

import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.hook.NackReason;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.cluster.LogCluster;
import io.fila.simulator.cluster.LogPace;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.law.Law;
import io.fila.simulator.law.Laws;
import io.fila.simulator.law.NothingConfirmedIsLost;
import io.fila.simulator.law.Referee;
import io.fila.simulator.law.ReplicasAreEqual;
import io.fila.simulator.law.TimeGoesOn;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.BrokerProcess;
import io.fila.simulator.process.ClusterService;
import io.fila.simulator.process.Sent;
import io.fila.simulator.process.Service;
import io.fila.simulator.time.EventQueue;
import io.fila.simulator.time.WallClock;
import io.fila.simulator.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stage of one life: time, a broker, and the way for commands to reach it. */
public final class World {
    private static final long ID_HIGH = 7;

    /** Makes another seed of a seed. */
    private static final long PACE = 0x5DEECE66DL;

    /** Makes yet another seed of a seed. */
    private static final long CLUSTER = 0x2545F4914F6CDD1DL;

    /** How long nobody leads, at most, before somebody stands: as many pauses between two acts of a client. */
    private static final int ELECTION_PAUSES = 10;

    /** How much the ticks of two nodes differ at most, as a share of what passes. */
    private static final double MOST_DRIFT = 0.02;

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
    private final Service service;
    private final @Nullable BrokerProcess process;
    private final @Nullable ClusterService cluster;
    private long nextId = 1;
    private boolean closing;

    /**
     * A world that is about to begin.
     *
     * @param nodes on how many machines the broker runs
     * @param judged whether the laws are asked; the model goes along in any case, because actors look at it
     */
    public World(long seed, int nodes, Trace trace, boolean judged) {
        this.chance = new Chance(seed);
        Chance pace = new Chance(seed ^ PACE);
        this.profile = Profile.draw(chance);
        this.trace = trace;
        this.hooks = new FakeHooks(profile.workload().keys(), profile.workload().limits(), events::nowNanos);
        this.model = new Model(profile.settings().limits());
        List<Law> laws = judged
                ? Laws.all(model, journal, hooks, profile.settings(), profile.auditEveryTurns())
                : new ArrayList<>();
        this.referee = new Referee(model, laws);
        if (nodes > 1) {
            process = null;
            cluster = cluster(nodes, new Chance(seed ^ CLUSTER), laws, judged);
            service = cluster;
        } else {
            process = process(pace);
            cluster = null;
            service = process;
        }
        trace.line(profile.toString());
    }

    private BrokerProcess process(Chance pace) {
        return new BrokerProcess(
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
    }

    private ClusterService cluster(int nodes, Chance odds, List<Law> laws, boolean judged) {
        ReplicasAreEqual equality = new ReplicasAreEqual(profile.auditEveryTurns());
        NothingConfirmedIsLost safety = new NothingConfirmedIsLost(model);
        LogPace logPace = LogPace.draw(odds);
        trace.line(logPace.toString());
        LogCluster log = new LogCluster(
                nodes,
                logPace,
                ELECTION_PAUSES * profile.workload().pauseNanos(),
                events,
                odds,
                judged ? equality : (node, index, content) -> {},
                index -> {
                    if (judged) {
                        equality.committed(index, journal.disk());
                    }
                });
        ClusterService made = new ClusterService(
                profile.settings(),
                profile.delays(),
                profile.inboxCapacity(),
                events,
                log,
                journal,
                hooks,
                odds.fork(),
                trace,
                referee,
                judged ? safety : node -> {});
        if (judged) {
            laws.addAll(
                    List.of(equality, safety, new TimeGoesOn(model, events::nowNanos, made::knowsTime, MOST_DRIFT)));
        }
        return made;
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

    public Service service() {
        return service;
    }

    public boolean isCluster() {
        return cluster != null;
    }

    /** The process of a broker on a single machine. */
    public BrokerProcess process() {
        return Objects.requireNonNull(process, "a broker on one machine");
    }

    /** The nodes of a broker on several. */
    public ClusterService cluster() {
        return Objects.requireNonNull(cluster, "a broker on several machines");
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
        service.send(chance.between(0, profile.delays().wireNanos()), sent);
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
