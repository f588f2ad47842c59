package io.fila.simulator.process;

import io.fila.core.broker.Broker;
import io.fila.core.consumer.Delivery;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Effect;
import io.fila.core.message.Body;
import io.fila.core.record.Snapshot;
import io.fila.core.replication.LostLeadException;
import io.fila.core.runtime.BrokerLoop;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.Inbox;
import io.fila.core.tape.Recording;
import io.fila.core.tape.Step;
import io.fila.core.turn.Turn;
import io.fila.simulator.cluster.LogNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A broker on a node for a term: the real loop above the simulated log. Turns are shown to the witness when they are committed, in the
 * order of the log, whether or not this broker hears of it; what leaves is what its loop releases, and nothing may leave before.
 */
final class Tenure implements Edge {
    private static final long LONGEST_SLEEP_NANOS = 60_000_000_000L;
    private static final long SHORTEST_SLEEP_NANOS = 1_000L;

    private final ClusterService cluster;
    private final LogNode node;
    private final long term;
    private final Clock clock;
    private final Broker broker;
    private final Inbox inbox;
    private final TermJournal journal;
    private final BrokerLoop loop;
    private final Backroom backroom;
    private final Recording recording = new Recording();

    /** What a turn that is committed delivers, and what the loop has really released. */
    private final Outbox shown = new Outbox(true);

    private final Outbox released = new Outbox(false);

    /** Whether a turn is being shown, and not released. */
    private boolean isShowing;

    private final ArrayDeque<Sent> arrived = new ArrayDeque<>();

    /** Turns that the witness has not seen, in order. */
    private final ArrayDeque<UnderWay> unseen = new ArrayDeque<>();

    /** Turns that the loop has not released, in order. */
    private final ArrayDeque<UnderWay> unreleased = new ArrayDeque<>();

    private final Set<Long> confirmed = new LinkedHashSet<>();
    private final PagesUnderWay pagesUnderWay = new PagesUnderWay();
    private final Set<Sent> unanswered = new LinkedHashSet<>();
    private final Set<Connection> connections = new LinkedHashSet<>();
    private boolean isAlive = true;
    private boolean awaitsRoom;
    private long committed;
    private long nextTurnAtNanos = Long.MAX_VALUE;

    /** A turn between its decision and its release. */
    private static final class UnderWay {
        private final Decided decided;
        private @Nullable Observation seen;

        UnderWay(Decided decided) {
            this.decided = decided;
        }
    }

    Tenure(ClusterService cluster, LogNode node, long term) {
        this.cluster = cluster;
        this.node = node;
        this.term = term;
        this.clock = node.beginClock();
        this.inbox = new Inbox(cluster.inboxCapacity());
        this.journal = new TermJournal(
                node, cluster.book(), term, clock::nowNanos, this::committed, this::confirmed, this::progress);
        this.broker = Broker.recover(cluster.settings(), journal, clock.nowNanos());
        this.broker.record(recording);
        this.loop = new BrokerLoop(
                broker,
                inbox,
                journal,
                effect -> {},
                change -> {},
                clock,
                cluster.settings().limits().commandsPerTurn());
        this.backroom = cluster.backroom(node);
    }

    Broker broker() {
        return broker;
    }

    Clock clock() {
        return clock;
    }

    LogNode node() {
        return node;
    }

    long term() {
        return term;
    }

    boolean isAlive() {
        return isAlive;
    }

    int waiting() {
        return arrived.size() + unreleased.size();
    }

    /** Whether nobody leads a later term, as far as anybody can see. */
    private boolean isCurrent() {
        return cluster.current() == this;
    }

    // ---- clients ----

    @Override
    public void send(long latencyNanos, Sent sent) {
        cluster.events().after(latencyNanos, () -> {
            if (!isAlive) {
                return;
            }
            boolean taken = !sent.wantsAnswer() || inbox.offer(sent.command());
            if (!taken) {
                sent.turnAway();
                return;
            }
            if (!sent.wantsAnswer()) {
                inbox.put(sent.command());
            }
            arrived.add(sent);
            planTurn(cluster.events().nowNanos() + cluster.wakeUpNanos());
        });
    }

    void add(Connection connection) {
        connections.add(connection);
    }

    @Override
    public void forget(Connection connection) {
        connections.remove(connection);
    }

    List<Connection> connections() {
        return List.copyOf(connections);
    }

    @Override
    public Outbox outbox() {
        return isShowing ? shown : released;
    }

    /** A node that lags behind may still have a body that is gone elsewhere. */
    @Override
    public @Nullable Body readBody(Delivery delivery) throws DamagedException {
        Body body = node.content().body(delivery.queueId(), delivery.envelope().id());
        if (isCurrent() && node.knowsAll()) {
            cluster.witness().bodyRead(delivery, body);
        }
        return body;
    }

    // ---- turns ----

    void begin() {
        planTurn(cluster.events().nowNanos());
    }

    private void planTurn(long atNanos) {
        if (!isAlive || atNanos >= nextTurnAtNanos) {
            return;
        }
        nextTurnAtNanos = atNanos;
        cluster.events().at(atNanos, () -> {
            if (nextTurnAtNanos == atNanos) {
                nextTurnAtNanos = Long.MAX_VALUE;
                takeTurn();
            }
        });
    }

    private void takeTurn() {
        if (!isAlive) {
            return;
        }
        if (journal.worthwhile() == Integer.MAX_VALUE) {
            awaitsRoom = true;
            return;
        }
        cluster.countTurn();
        long clockNanos = clock.nowNanos();
        int waiting = inbox.size();
        Turn turn = runOnce();
        if (turn == null) {
            return;
        }
        List<Sent> batch = taken(waiting - inbox.size());
        batch.forEach(pagesUnderWay::cameBack);
        turn.effects().forEach(pagesUnderWay::asked);
        Snapshot now = broker.snapshot();
        List<Step> steps = recording.take();
        UnderWay decided = new UnderWay(new Decided(
                turn, journal.position(), () -> now, steps, clockNanos, batch, pagesUnderWay.all(), broker.windows()));
        letOutReleased();
        unseen.add(decided);
        unreleased.add(decided);
        witnessLeaks();
        showCommitted();
        letOutReleased();
        planNext(turn);
    }

    /** One turn of the real loop; null if the lead was lost before. */
    private @Nullable Turn runOnce() {
        try {
            return loop.runOnce();
        } catch (RuntimeException lost) {
            failed(lost);
            return null;
        }
    }

    /** As the server does it: a broker that fails while its node does not lead is no surprise. */
    private void failed(RuntimeException failure) {
        if (!(failure instanceof LostLeadException) && node.leads(term)) {
            throw failure;
        }
        letOutReleased();
        witnessLeaks();
        end("has lost the lead");
        node.stepDown(term);
    }

    private List<Sent> taken(int count) {
        List<Sent> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(arrived.remove());
        }
        return batch;
    }

    private void planNext(Turn turn) {
        long now = cluster.events().nowNanos();
        if (turn.workLeft() || !arrived.isEmpty()) {
            planTurn(now);
        } else if (turn.wakeAtNanos() == Long.MAX_VALUE) {
            planTurn(now + LONGEST_SLEEP_NANOS);
        } else {
            planTurn(
                    now + Math.clamp(turn.wakeAtNanos() - clock.nowNanos(), SHORTEST_SLEEP_NANOS, LONGEST_SLEEP_NANOS));
        }
    }

    // ---- what becomes of them ----

    /** A majority has a turn, so everything before it has happened too. */
    private void committed(long position) {
        if (!isCurrent()) {
            cluster.witness().strayed("turn " + position + " of term " + term + " counts after a later term has begun");
            return;
        }
        committed = Math.max(committed, position);
        showCommitted();
    }

    private void confirmed(long position) {
        confirmed.add(position);
        showCommitted();
    }

    /** Shows the witness what has happened for good: turns that were committed, and those after them that changed nothing. */
    private void showCommitted() {
        while (confirmed.remove(committed + 1)) {
            committed++;
        }
        UnderWay first;
        while (isCurrent() && (first = unseen.peek()) != null && first.decided.position() <= committed) {
            unseen.remove();
            first.seen = show(first.decided);
        }
    }

    /** Tries what will leave the broker when it hears of it. */
    private Observation show(Decided decided) {
        decided.turn().notices().forEach(cluster.hooks()::notice);
        isShowing = true;
        decided.turn().release();
        isShowing = false;
        Observation seen = decided.released(shown);
        shown.clear();
        cluster.ledger().commit(decided.turn().records());
        BrokerProcess.writeDown(seen, cluster.trace());
        decided.commands().stream().filter(Sent::wantsAnswer).forEach(unanswered::add);
        cluster.witness().turned(seen);
        decided.commands().forEach(Sent::foresee);
        unanswered.forEach(Sent::foresee);
        return seen;
    }

    /** Something was decided about a turn under way; the loop finds out a little later. */
    private void progress() {
        cluster.events().after(cluster.wakeUpNanos(), this::release);
    }

    private void release() {
        if (!isAlive) {
            return;
        }
        try {
            loop.release();
        } catch (RuntimeException lost) {
            failed(lost);
            return;
        }
        letOutReleased();
        witnessLeaks();
        if (awaitsRoom) {
            awaitsRoom = false;
            planTurn(cluster.events().nowNanos());
        }
    }

    /** What the loop has released goes on its way. */
    private void letOutReleased() {
        UnderWay first;
        while ((first = unreleased.peek()) != null && first.decided.position() <= journal.told()) {
            unreleased.remove();
            Observation seen = first.seen;
            if (seen != null) {
                // Of any other nobody hears.
                released.take(seen);
                letOut(seen);
            }
            for (Effect effect : first.decided.turn().effects()) {
                backroom.run(effect, cluster.events().nowNanos(), this::comeBack);
            }
        }
    }

    private void comeBack(Sent result) {
        if (isAlive) {
            inbox.put(result.command());
            arrived.add(result);
            planTurn(cluster.events().nowNanos() + cluster.wakeUpNanos());
        }
    }

    private void letOut(Observation seen) {
        long leavesAt = cluster.events().nowNanos();
        for (Sent sent : List.copyOf(unanswered)) {
            if (sent.isAnswered()) {
                unanswered.remove(sent);
                cluster.witness().heard(sent);
                cluster.events().at(leavesAt + cluster.wireNanos(), sent::letOut);
            }
        }
        for (Handover handover : seen.handovers()) {
            long reachesAt = leavesAt + handover.connection().latencyNanos();
            cluster.events().at(reachesAt, () -> handover.connection().arrive(handover.delivery()));
        }
        for (Connection connection : seen.ended()) {
            cluster.events().at(leavesAt + connection.latencyNanos(), connection::lose);
        }
    }

    /** Whatever left belongs to turns that were let out; nothing may be left over, and no later turn may have answered. */
    private void witnessLeaks() {
        released.handovers().forEach(handover -> cluster.witness().leaked(handover.toString()));
        for (UnderWay turn : unseen) {
            for (Sent sent : turn.decided.commands()) {
                Answer answer = sent.answer();
                if (answer != null) {
                    cluster.witness().leaked(answer + " to " + sent.describe());
                }
            }
        }
        released.clear();
    }

    /** The broker is gone; what it proposed may count yet. */
    void end(String how) {
        if (!isAlive) {
            return;
        }
        cluster.trace().line("node " + node.number() + " " + how + ", term " + term);
        isAlive = false;
        arrived.clear();
        unreleased.clear();
        released.clear();
        connections().forEach(Connection::lose);
        cluster.ended(this);
    }
}
