package io.fila.simulator.process;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.queue.QueueName;
import io.fila.core.replication.Leadership;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.cluster.LogCluster;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.cluster.TurnBook;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.time.EventQueue;
import io.fila.simulator.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A broker on several nodes: on each that believes to lead stands one of its own, and clients find most of the time the right one. */
public final class ClusterService implements Service {
    /** Clients that go to any node that says that it leads. */
    private static final int ASTRAY_ONE_IN = 6;

    private final BrokerSettings settings;
    private Delays delays;
    private int inboxCapacity;
    private final EventQueue events;
    private final FaultyJournal ledger;
    private final FakeHooks hooks;
    private final Chance chance;
    private final Trace trace;
    private final Witness witness;
    private final LeaderWitness leaders;
    private final LogCluster log;

    /** The brokers there are, the newest last. */
    private final List<Tenure> living = new ArrayList<>();

    /** The one that began last, of the highest term; what it does counts, also after its end. */
    private @Nullable Tenure current;

    private boolean faultsAreOver;
    private long nextConsumer = 1;
    private long turns;

    /** Sees who leads. */
    public interface LeaderWitness {
        /** A broker begins on what its node has. */
        void leads(LogNode node);
    }

    /** @param ledger gets every turn that is committed, at that moment */
    public ClusterService(
            BrokerSettings settings,
            Delays delays,
            int inboxCapacity,
            EventQueue events,
            LogCluster log,
            FaultyJournal ledger,
            FakeHooks hooks,
            Chance chance,
            Trace trace,
            Witness witness,
            LeaderWitness leaders) {
        this.settings = settings;
        this.delays = delays;
        this.inboxCapacity = inboxCapacity;
        this.events = events;
        this.log = log;
        this.ledger = ledger;
        this.hooks = hooks;
        this.chance = chance;
        this.trace = trace;
        this.witness = witness;
        this.leaders = leaders;
        log.nodes(node -> new Seat(node));
    }

    /** A node's place for a broker. */
    private final class Seat implements Leadership {
        private final int number;

        Seat(int number) {
            this.number = number;
        }

        @Override
        public void begins(long term) {
            vacate("begins again");
            take(log.node(number), term);
        }

        @Override
        public void ends() {
            vacate("hears that it leads no more");
        }

        private void vacate(String how) {
            List.copyOf(living).stream()
                    .filter(tenure -> tenure.node().number() == number)
                    .forEach(tenure -> tenure.end(how));
        }
    }

    private void take(LogNode node, long term) {
        Tenure tenure = new Tenure(this, node, term);
        living.add(tenure);
        living.sort(Comparator.comparingLong(Tenure::term));
        long clockNanos = tenure.clock().nowNanos();
        trace.line("node " + node.number() + " begins term " + term + " clock " + clockNanos);
        if (current == null || current.term() < term) {
            current = tenure;
            hooks.forgetAll();
            tenure.broker().notices().forEach(hooks::notice);
            leaders.leads(node);
            witness.started(tenure.broker(), clockNanos);
        }
        tenure.begin();
    }

    void ended(Tenure tenure) {
        living.remove(tenure);
    }

    @Override
    public void start() {
        log.nodes().forEach(LogNode::start);
        if (living.isEmpty()) {
            log.elect();
        }
    }

    /** Kills a node with the broker on it. */
    public void crash(LogNode node) {
        if (node.isUp()) {
            trace.line("node " + node.number() + " crashes");
            List.copyOf(living).stream().filter(tenure -> tenure.node() == node).forEach(tenure -> tenure.end("dies"));
            node.crash();
        }
    }

    public LogCluster log() {
        return log;
    }

    @Override
    public boolean isUp() {
        return !living.isEmpty();
    }

    @Override
    public Broker broker() {
        return newest().broker();
    }

    private Tenure newest() {
        if (living.isEmpty()) {
            throw new IllegalStateException("Expected a node that leads but there is none.");
        }
        return living.getLast();
    }

    @Override
    public int waiting() {
        return living.isEmpty() ? 1 : newest().waiting();
    }

    @Override
    public long turns() {
        return turns;
    }

    /** Where a client goes: to the node that leads, or to one that only believes so. */
    private Tenure route() {
        return faultsAreOver || !chance.oneIn(ASTRAY_ONE_IN) ? newest() : chance.pick(living);
    }

    @Override
    public void send(long latencyNanos, Sent sent) {
        if (isUp()) {
            route().send(latencyNanos, sent);
        }
    }

    @Override
    public Connection connect(QueueName queue, int credit, Receiver receiver) {
        Tenure tenure = route();
        Connection connection = new Connection(tenure, new ConsumerId(nextConsumer++), queue, receiver, wireNanos());
        tenure.add(connection);
        connection.attach(credit);
        return connection;
    }

    /** The wires are mended, all nodes come up, and a broker begins that turns nobody away. */
    @Override
    public void speedUp() {
        faultsAreOver = true;
        inboxCapacity = Integer.MAX_VALUE;
        delays = delays.withFastDisk();
        log.mend();
        log.elect();
    }

    @Override
    public void disconnectAll() {
        List.copyOf(living).forEach(tenure -> tenure.connections().forEach(Connection::close));
    }

    // ---- what a broker needs ----

    @Nullable Tenure current() {
        return current;
    }

    /** Whether the node on which the last broker began knew what time it was. */
    public boolean knowsTime() {
        return current != null && current.node().knowsTime();
    }

    Backroom backroom(LogNode node) {
        return new Backroom(events, node::content, hooks, delays, chance.fork());
    }

    BrokerSettings settings() {
        return settings;
    }

    int inboxCapacity() {
        return inboxCapacity;
    }

    EventQueue events() {
        return events;
    }

    TurnBook book() {
        return log.book();
    }

    FaultyJournal ledger() {
        return ledger;
    }

    FakeHooks hooks() {
        return hooks;
    }

    Trace trace() {
        return trace;
    }

    Witness witness() {
        return witness;
    }

    void countTurn() {
        turns++;
    }

    long wakeUpNanos() {
        return delays.wakeUp(chance);
    }

    long wireNanos() {
        return chance.between(0, delays.wireNanos());
    }
}
