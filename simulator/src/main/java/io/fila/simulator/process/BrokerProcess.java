package io.fila.simulator.process;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Effect;
import io.fila.core.message.Body;
import io.fila.core.queue.QueueName;
import io.fila.core.record.Snapshot;
import io.fila.core.runtime.BrokerLoop;
import io.fila.core.runtime.Inbox;
import io.fila.core.tape.Recording;
import io.fila.core.tape.Step;
import io.fila.core.turn.Turn;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.CommitFailedException;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.time.EventQueue;
import io.fila.simulator.time.WallClock;
import io.fila.simulator.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The broker's process in virtual time: it drives the real loop turn by turn, and can die at any point of one. */
public final class BrokerProcess implements Service, Edge {
    private static final long LONGEST_SLEEP_NANOS = 60_000_000_000L;
    private static final long SHORTEST_SLEEP_NANOS = 1_000L;

    private final BrokerSettings settings;
    private Delays delays;
    private int inboxCapacity;
    private final EventQueue events;
    private final WallClock clock;
    private final FaultyJournal journal;
    private final int turnsUnderWay;
    private final Chance chance;

    /** Of what has to do with several turns under way, so that lives without them are what they are. */
    private final Chance pace;

    private final Trace trace;
    private final Witness witness;
    private final FakeHooks hooks;
    private final Backroom backroom;
    private final Outbox outbox = new Outbox(true);

    /** What waits in the inbox, with who waits for it. */
    private final ArrayDeque<Sent> arrived = new ArrayDeque<>();

    /** Turns that have not left yet, in order. */
    private final ArrayDeque<Decided> underWay = new ArrayDeque<>();

    private final PagesUnderWay pagesUnderWay = new PagesUnderWay();

    /** Commands that a later turn answers. */
    private final Set<Sent> unanswered = new LinkedHashSet<>();

    private final Set<Connection> connections = new LinkedHashSet<>();

    private final Recording recording = new Recording();
    private @Nullable Broker broker;
    private Inbox inbox = new Inbox(0);
    private @Nullable BrokerLoop loop;
    private MortalJournal mortal;
    private @Nullable CrashPoint armed;
    private boolean stopping;
    private long generation;
    private long nextConsumer = 1;

    /** When the turn appended last reaches the disk, if nothing happens. */
    private long reachesAtNanos;

    private boolean awaitsRoom;
    private long nextTurnAtNanos = Long.MAX_VALUE;
    private long turns;

    /** @param turnsUnderWay how many may be on their way to the disk */
    public BrokerProcess(
            BrokerSettings settings,
            Delays delays,
            int inboxCapacity,
            EventQueue events,
            WallClock clock,
            FaultyJournal journal,
            int turnsUnderWay,
            FakeHooks hooks,
            Chance chance,
            Chance pace,
            Trace trace,
            Witness witness) {
        this.settings = settings;
        this.delays = delays;
        this.inboxCapacity = inboxCapacity;
        this.events = events;
        this.clock = clock;
        this.journal = journal;
        this.hooks = hooks;
        this.backroom = new Backroom(events, () -> journal, hooks, delays, chance.fork());
        this.chance = chance;
        this.pace = pace;
        this.turnsUnderWay = turnsUnderWay;
        this.mortal = new MortalJournal(journal, turnsUnderWay, () -> armed, () -> {});
        this.trace = trace;
        this.witness = witness;
    }

    @Override
    public boolean isUp() {
        return broker != null && !stopping;
    }

    /** Running, or crashing. */
    public boolean isRunning() {
        return broker != null;
    }

    @Override
    public Broker broker() {
        Broker alive = broker;
        if (alive == null) {
            throw new IllegalStateException("Expected a running process but it is down.");
        }
        return alive;
    }

    @Override
    public int waiting() {
        return arrived.size() + underWay.size();
    }

    @Override
    public long turns() {
        return turns;
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    /** Brings the process up with what the journal knows. */
    @Override
    public void start() {
        if (broker != null) {
            return;
        }
        generation++;
        long clockNanos = clock.nowNanos();
        trace.line("start " + generation + " clock " + clockNanos);
        Broker recovered = Broker.recover(settings, journal, clockNanos);
        recovered.record(recording);
        broker = recovered;
        open(recovered);
        hooks.forgetAll();
        recovered.notices().forEach(hooks::notice);
        reachesAtNanos = events.nowNanos();
        witness.started(recovered, clockNanos);
        planTurn(events.nowNanos());
    }

    /** A loop for the broker that nobody runs but this process; what has come already waits in its inbox. */
    private void open(Broker alive) {
        inbox = new Inbox(inboxCapacity);
        arrived.forEach(sent -> inbox.put(sent.command()));
        mortal = new MortalJournal(journal, turnsUnderWay, () -> armed, this::letOutReleased);
        loop = new BrokerLoop(
                alive,
                inbox,
                mortal,
                effect -> {},
                hooks::notice,
                clock,
                settings.limits().commandsPerTurn());
    }

    /** Dies at this point of the next turn. */
    public void crashAt(CrashPoint point) {
        armed = point;
        planTurn(events.nowNanos());
    }

    /** Dies between turns. */
    public void crash() {
        if (broker != null) {
            die("crash", 0);
        }
    }

    /** Takes no more commands, decides on those that have come, and ends. */
    public void stop() {
        stopping = broker != null;
        planTurn(events.nowNanos());
    }

    /**
     * Sends a command; it is lost if the process that it was sent to is gone when it arrives, and turned away at the edge
     * if the inbox is full and somebody waits for an answer.
     */
    @Override
    public void send(long latencyNanos, Sent sent) {
        long sentTo = generation;
        events.after(latencyNanos, () -> {
            if (!isUp() || generation != sentTo) {
                return;
            }
            if (!takeIn(sent)) {
                sent.turnAway();
                return;
            }
            planTurn(events.nowNanos() + delays.wakeUp(chance));
        });
    }

    /** As the edges do it: a command that can be refused is refused when there is no room. */
    private boolean takeIn(Sent sent) {
        boolean taken = !sent.wantsAnswer() || inbox.offer(sent.command());
        if (!sent.wantsAnswer()) {
            inbox.put(sent.command());
        }
        if (taken) {
            arrived.add(sent);
        }
        return taken;
    }

    @Override
    public Connection connect(QueueName queue, int credit, Receiver receiver) {
        Connection connection = new Connection(
                this, new ConsumerId(nextConsumer++), queue, receiver, chance.between(0, delays.wireNanos()));
        connections.add(connection);
        connection.attach(credit);
        return connection;
    }

    /**
     * Turns nobody away any more and commits at once: on a disk so slow that every ack comes after its lease has ended,
     * nothing would ever be done.
     */
    @Override
    public void speedUp() {
        inboxCapacity = Integer.MAX_VALUE;
        journal.reach(Long.MAX_VALUE);
        release();
        if (broker != null) {
            open(broker);
        }
        delays = delays.withFastDisk();
    }

    @Override
    public void disconnectAll() {
        List.copyOf(connections).forEach(Connection::close);
    }

    @Override
    public @Nullable Body readBody(Delivery delivery) throws DamagedException {
        Body body = journal.body(delivery.queueId(), delivery.envelope().id());
        witness.bodyRead(delivery, body);
        return body;
    }

    @Override
    public void forget(Connection connection) {
        connections.remove(connection);
    }

    private void planTurn(long atNanos) {
        if (atNanos >= nextTurnAtNanos) {
            return;
        }
        nextTurnAtNanos = atNanos;
        events.at(atNanos, () -> {
            if (nextTurnAtNanos == atNanos) {
                nextTurnAtNanos = Long.MAX_VALUE;
                takeTurn();
            }
        });
    }

    private void takeTurn() {
        Broker alive = broker;
        BrokerLoop real = loop;
        if (alive == null || real == null) {
            return;
        }
        if (mortal.worthwhile() == Integer.MAX_VALUE) {
            awaitsRoom = true;
            return;
        }
        turns++;
        long clockNanos = clock.nowNanos();
        CrashPoint point = armed;
        int waiting = inbox.size();
        Turn turn = runOnce(real);
        List<Sent> batch = taken(waiting - inbox.size());
        batch.forEach(pagesUnderWay::cameBack);
        armed = null;
        List<Step> steps = recording.take();
        if (turn == null) {
            die("crash before " + batch.size() + " commands were durable", 0);
            return;
        }
        turn.effects().forEach(pagesUnderWay::asked);
        underWay.add(new Decided(
                turn,
                mortal.position(),
                knowledge(alive),
                steps,
                clockNanos,
                batch,
                pagesUnderWay.all(),
                alive.windows()));
        letOutReleased();
        witnessLeaks();
        if (point != null && comeTo(point)) {
            return;
        }
        reachDisk();
        afterTurn(turn);
    }

    /** What the broker knows now, asked for later only if it cannot go on meanwhile. */
    private Supplier<Snapshot> knowledge(Broker alive) {
        if (turnsUnderWay == 1) {
            return new Once<>(alive::snapshot);
        }
        Snapshot now = alive.snapshot();
        return () -> now;
    }

    /** Goes on to the point of the turn at which the process dies; false if that is later. */
    private boolean comeTo(CrashPoint point) {
        switch (point) {
            case BEFORE_COMMIT -> {
                return false;
            }
            case COMMIT_LOST -> {
                if (journal.loseLast()) {
                    return false;
                }
                die("crash after a turn without records", 0);
            }
            case COMMIT_KEPT, BEFORE_RELEASE ->
                die("crash after the commit, before the release", journal.reachableUnderWay());
            case AFTER_RELEASE -> {
                journal.reach(Long.MAX_VALUE);
                release();
                if (broker != null) {
                    die("crash after the release", 0);
                }
            }
        }
        return true;
    }

    /** The turn that was decided last is on its way; turns reach the disk in order. */
    private void reachDisk() {
        long position = mortal.position();
        long sentBy = generation;
        reachesAtNanos = Math.max(reachesAtNanos, events.nowNanos() + delays.commit(chance));
        events.at(reachesAtNanos, () -> {
            if (broker != null && generation == sentBy) {
                journal.reach(position);
                wakeLoop(sentBy);
            }
        });
    }

    /** Where several turns may be under way, the loop may only find out after some of them are durable. */
    private void wakeLoop(long sentBy) {
        if (turnsUnderWay == 1) {
            release();
            return;
        }
        events.after(delays.wakeUp(pace), () -> {
            if (broker != null && generation == sentBy) {
                release();
            }
        });
    }

    private void release() {
        BrokerLoop real = loop;
        if (real == null) {
            return;
        }
        try {
            real.release();
        } catch (CommitFailedException lost) {
            die("crash because a turn on its way was lost", 0);
            return;
        }
        letOutReleased();
        witnessLeaks();
        if (stopping && arrived.isEmpty() && underWay.isEmpty()) {
            die("stopped", 0);
        } else if (awaitsRoom) {
            awaitsRoom = false;
            planTurn(events.nowNanos());
        }
    }

    /** Those whose commands the loop has taken out of the inbox; how many it takes is the inbox's affair. */
    private List<Sent> taken(int count) {
        List<Sent> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(arrived.remove());
        }
        return batch;
    }

    /** One turn of the real loop; null if it, or one before it, could not be appended. */
    private static @Nullable Turn runOnce(BrokerLoop real) {
        try {
            return real.runOnce();
        } catch (CommitFailedException lost) {
            return null;
        }
    }

    /** Turns that the loop has released: of those with one position only the first was heard. */
    private void letOutReleased() {
        Decided first;
        while ((first = underWay.peek()) != null && first.position() <= journal.told()) {
            underWay.remove();
            letOut(observe(first));
            long sentBy = generation;
            for (Effect effect : first.turn().effects()) {
                backroom.run(effect, events.nowNanos(), result -> comeBack(result, sentBy));
            }
        }
    }

    private Observation observe(Decided released) {
        Observation seen = released.released(outbox);
        outbox.clear();
        writeDown(seen);
        witness.turned(seen);
        return seen;
    }

    /** Whatever left belongs to turns that were let out; nothing may be left over, and no later turn may have answered. */
    private void witnessLeaks() {
        outbox.handovers().forEach(handover -> witness.leaked(handover.toString()));
        for (Decided turn : underWay) {
            for (Sent sent : turn.commands()) {
                Answer answer = sent.answer();
                if (answer != null) {
                    witness.leaked(answer + " to " + sent.describe());
                }
            }
        }
    }

    /** Answers leave when the turn is durable; on each connection deliveries keep their order. */
    private void letOut(Observation seen) {
        long leavesAt = events.nowNanos();
        seen.decided().stream().filter(Sent::wantsAnswer).forEach(unanswered::add);
        for (Sent sent : List.copyOf(unanswered)) {
            if (sent.answer() != null) {
                unanswered.remove(sent);
                events.at(leavesAt + chance.between(0, delays.wireNanos()), sent::letOut);
            }
        }
        for (Handover handover : seen.handovers()) {
            long reachesAt = leavesAt + handover.connection().latencyNanos();
            events.at(reachesAt, () -> handover.connection().arrive(handover.delivery()));
        }
        for (Connection connection : seen.ended()) {
            events.at(leavesAt + connection.latencyNanos(), connection::lose);
        }
    }

    /** Delivers the result of an effect, if it is still the same process. The inbox always has room for it. */
    private void comeBack(Sent result, long sentBy) {
        if (broker != null && generation == sentBy) {
            inbox.put(result.command());
            arrived.add(result);
            planTurn(events.nowNanos() + delays.wakeUp(chance));
        }
    }

    private void afterTurn(Turn turn) {
        long now = events.nowNanos();
        if (stopping && arrived.isEmpty()) {
            release();
        } else if (turn.workLeft() || !arrived.isEmpty()) {
            planTurn(now);
        } else if (turn.wakeAtNanos() == Long.MAX_VALUE) {
            planTurn(now + LONGEST_SLEEP_NANOS);
        } else {
            long sleepNanos =
                    Math.clamp(turn.wakeAtNanos() - clock.nowNanos(), SHORTEST_SLEEP_NANOS, LONGEST_SLEEP_NANOS);
            planTurn(now + sleepNanos);
        }
    }

    /**
     * The process is gone, and with it what was on its way to the disk; but the disk has the first of them, so many or more.
     *
     * @param kept at least so many of those that the disk can take
     */
    private void die(String how, int kept) {
        trace.line(how);
        int most = journal.reachableUnderWay();
        int least = Math.min(most, Math.max(kept, journal.reachedUnderWay()));
        keepUnderWay(pace.between(least, most));
        journal.forgetUnderWay();
        broker = null;
        armed = null;
        stopping = false;
        awaitsRoom = false;
        loop = null;
        arrived.clear();
        underWay.clear();
        outbox.clear();
        pagesUnderWay.clear();
        unanswered.clear();
        nextTurnAtNanos = Long.MAX_VALUE;
        List.copyOf(connections).forEach(Connection::lose);
    }

    /** What they decided was durable, although nobody will hear of it. */
    private void keepUnderWay(int count) {
        letOutReleased();
        for (int i = 0; i < count; i++) {
            journal.reach(journal.told() + 1);
            long _ = journal.durable(true);
            Decided first;
            while ((first = underWay.peek()) != null && first.position() <= journal.told()) {
                underWay.remove();
                first.turn().notices().forEach(hooks::notice);
                first.turn().release();
                Observation _ = observe(first);
            }
        }
    }

    private void writeDown(Observation seen) {
        writeDown(seen, trace);
    }

    /** What happened in a turn, for people and for comparison with another run. */
    static void writeDown(Observation seen, Trace trace) {
        Turn turn = seen.turn();
        boolean quiet = seen.decided().isEmpty() && turn.records().isEmpty();
        if (quiet) {
            return;
        }
        trace.line("turn at " + turn.nowNanos() + (turn.workLeft() ? " with work left" : ""));
        seen.decided()
                .forEach(sent ->
                        trace.line("  " + sent.describe() + (sent.answer() == null ? "" : " -> " + sent.answer())));
        seen.handovers().forEach(handover -> trace.line("  " + handover));
        turn.records().forEach(change -> trace.line("  " + change));
        turn.effects().forEach(effect -> trace.line("  " + Backroom.describe(effect)));
    }
}
