package io.fila.simulator.process;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Effect;
import io.fila.core.message.Body;
import io.fila.core.queue.QueueName;
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
import org.jspecify.annotations.Nullable;

/** The broker's process in virtual time: it drives the real loop turn by turn, and can die at any point of one. */
public final class BrokerProcess {
    private static final long LONGEST_SLEEP_NANOS = 60_000_000_000L;
    private static final long SHORTEST_SLEEP_NANOS = 1_000L;

    private final BrokerSettings settings;
    private Delays delays;
    private int inboxCapacity;
    private final EventQueue events;
    private final WallClock clock;
    private final FaultyJournal journal;
    private final Chance chance;
    private final Trace trace;
    private final Witness witness;
    private final FakeHooks hooks;
    private final Backroom backroom;
    private final Outbox outbox = new Outbox();

    /** What waits in the inbox, with who waits for it. */
    private final ArrayDeque<Sent> arrived = new ArrayDeque<>();

    private final List<Effect> effects = new ArrayList<>();
    private final Set<PageLoad> pagesUnderWay = new LinkedHashSet<>();

    /** Commands that a later turn answers. */
    private final Set<Sent> unanswered = new LinkedHashSet<>();

    private final Set<Connection> connections = new LinkedHashSet<>();

    private final Recording recording = new Recording();
    private @Nullable Broker broker;
    private Inbox inbox = new Inbox(0);
    private @Nullable BrokerLoop loop;
    private @Nullable CrashPoint armed;
    private boolean stopping;
    private long generation;
    private long nextConsumer = 1;
    private long busyUntilNanos;
    private long nextTurnAtNanos = Long.MAX_VALUE;
    private long turns;

    public BrokerProcess(
            BrokerSettings settings,
            Delays delays,
            int inboxCapacity,
            EventQueue events,
            WallClock clock,
            FaultyJournal journal,
            FakeHooks hooks,
            Chance chance,
            Trace trace,
            Witness witness) {
        this.settings = settings;
        this.delays = delays;
        this.inboxCapacity = inboxCapacity;
        this.events = events;
        this.clock = clock;
        this.journal = journal;
        this.hooks = hooks;
        this.backroom = new Backroom(events, journal, hooks, delays, chance.fork());
        this.chance = chance;
        this.trace = trace;
        this.witness = witness;
    }

    public boolean isUp() {
        return broker != null && !stopping;
    }

    /** Running, or crashing. */
    public boolean isRunning() {
        return broker != null;
    }

    /** The living broker; only while it is running. */
    public Broker broker() {
        Broker alive = broker;
        if (alive == null) {
            throw new IllegalStateException("Expected a running process but it is down.");
        }
        return alive;
    }

    /** Commands that wait for a turn. */
    public int waiting() {
        return arrived.size();
    }

    public long turns() {
        return turns;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Brings the process up with what the journal knows. */
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
        busyUntilNanos = events.nowNanos();
        witness.started(recovered, clockNanos);
        planTurn(events.nowNanos());
    }

    /** A loop for the broker that nobody runs but this process; what has come already waits in its inbox. */
    private void open(Broker alive) {
        inbox = new Inbox(inboxCapacity);
        arrived.forEach(sent -> inbox.put(sent.command()));
        loop = new BrokerLoop(
                alive,
                inbox,
                new MortalJournal(journal, () -> armed),
                effects::add,
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
            die("crash");
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
    public void speedUp() {
        inboxCapacity = Integer.MAX_VALUE;
        if (broker != null) {
            open(broker);
        }
        delays = delays.withFastDisk();
    }

    /** Disconnects every client. */
    public void disconnectAll() {
        List.copyOf(connections).forEach(Connection::close);
    }

    @Nullable Body readBody(Delivery delivery) throws DamagedException {
        Body body = journal.body(delivery.queueId(), delivery.envelope().id());
        witness.bodyRead(delivery, body);
        return body;
    }

    void forget(Connection connection) {
        connections.remove(connection);
    }

    private void planTurn(long atNanos) {
        long at = Math.max(atNanos, busyUntilNanos);
        if (at >= nextTurnAtNanos) {
            return;
        }
        nextTurnAtNanos = at;
        events.at(at, () -> {
            if (nextTurnAtNanos == at) {
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
        turns++;
        long clockNanos = clock.nowNanos();
        CrashPoint point = armed;
        outbox.clear();
        effects.clear();
        int waiting = inbox.size();
        Turn turn = runOnce(real);
        List<Sent> batch = taken(waiting - inbox.size());
        batch.forEach(this::noteReturn);
        armed = null;
        List<Step> steps = recording.take();
        if (turn == null || point == CrashPoint.BEFORE_COMMIT || point == CrashPoint.COMMIT_LOST) {
            die("crash before " + batch.size() + " commands were durable");
            return;
        }
        effects.forEach(this::noteEffect);
        Observation seen = new Observation(
                new Once<>(alive::snapshot),
                turn,
                steps,
                clockNanos,
                batch,
                outbox.handovers(),
                outbox.flushed(),
                outbox.ended(),
                List.copyOf(pagesUnderWay),
                alive.windows());
        writeDown(seen);
        witness.turned(seen);
        if (point == CrashPoint.COMMIT_KEPT || point == CrashPoint.BEFORE_RELEASE) {
            die("crash after the commit, before the release");
            return;
        }
        letOut(seen);
        if (point == CrashPoint.AFTER_RELEASE) {
            die("crash after the release");
            return;
        }
        long sentBy = generation;
        for (Effect effect : effects) {
            backroom.run(effect, busyUntilNanos, result -> comeBack(result, sentBy));
        }
        afterTurn(turn);
    }

    /** Those whose commands the loop has taken out of the inbox; how many it takes is the inbox's affair. */
    private List<Sent> taken(int count) {
        List<Sent> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(arrived.remove());
        }
        return batch;
    }

    /** One turn of the real loop; null if its commit failed. Its output is held until it is known to leave. */
    private static @Nullable Turn runOnce(BrokerLoop real) {
        try {
            return real.runOnce();
        } catch (CommitFailedException lost) {
            return null;
        }
    }

    /** Answers leave when the commit is done; on each connection deliveries keep their order. */
    private void letOut(Observation seen) {
        busyUntilNanos = events.nowNanos() + delays.commit(chance);
        seen.decided().stream().filter(Sent::wantsAnswer).forEach(unanswered::add);
        for (Sent sent : List.copyOf(unanswered)) {
            if (sent.answer() != null) {
                unanswered.remove(sent);
                events.at(busyUntilNanos + chance.between(0, delays.wireNanos()), sent::letOut);
            }
        }
        for (Handover handover : seen.handovers()) {
            long reachesAt = busyUntilNanos + handover.connection().latencyNanos();
            events.at(reachesAt, () -> handover.connection().arrive(handover.delivery()));
        }
        for (Connection connection : seen.ended()) {
            events.at(busyUntilNanos + connection.latencyNanos(), connection::lose);
        }
    }

    private void noteEffect(Effect effect) {
        PageLoad load = PageLoad.of(effect);
        if (load != null) {
            pagesUnderWay.add(load);
        }
    }

    private void noteReturn(Sent sent) {
        switch (sent.command()) {
            case Command.PageLoaded loaded -> pagesUnderWay.removeIf(page -> page.ticket() == loaded.ticket());
            case Command.ScheduleLoaded loaded -> pagesUnderWay.removeIf(page -> page.ticket() == loaded.ticket());
            default -> {}
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
        if (stopping && arrived.isEmpty()) {
            die("stopped");
        } else if (turn.workLeft() || !arrived.isEmpty()) {
            planTurn(busyUntilNanos);
        } else if (turn.wakeAtNanos() == Long.MAX_VALUE) {
            planTurn(busyUntilNanos + LONGEST_SLEEP_NANOS);
        } else {
            long sleepNanos =
                    Math.clamp(turn.wakeAtNanos() - clock.nowNanos(), SHORTEST_SLEEP_NANOS, LONGEST_SLEEP_NANOS);
            planTurn(busyUntilNanos + sleepNanos);
        }
    }

    private void die(String how) {
        trace.line(how);
        broker = null;
        armed = null;
        stopping = false;
        loop = null;
        arrived.clear();
        pagesUnderWay.clear();
        unanswered.clear();
        nextTurnAtNanos = Long.MAX_VALUE;
        List.copyOf(connections).forEach(Connection::lose);
    }

    private void writeDown(Observation seen) {
        Turn turn = seen.turn();
        boolean quiet = seen.decided().isEmpty() && turn.records().isEmpty();
        if (quiet) {
            return;
        }
        trace.line("turn " + turns + " at " + turn.nowNanos() + (turn.workLeft() ? " with work left" : ""));
        seen.decided()
                .forEach(sent ->
                        trace.line("  " + sent.describe() + (sent.answer() == null ? "" : " -> " + sent.answer())));
        seen.handovers().forEach(handover -> trace.line("  " + handover));
        turn.records().forEach(change -> trace.line("  " + change));
        effects.forEach(effect -> trace.line("  " + Backroom.describe(effect)));
    }
}
