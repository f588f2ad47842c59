package io.fila.simulator.cluster;

import io.fila.core.journal.MemoryJournal;
import io.fila.core.replication.Fate;
import io.fila.core.replication.Leadership;
import io.fila.core.replication.ReplicatedLog;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.term.Entry;
import io.fila.core.runtime.term.EntryApplier;
import io.fila.core.runtime.term.ProposalOrder;
import io.fila.core.runtime.term.TermClock;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.time.EventQueue;
import io.fila.simulator.time.NodeClock;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node of the simulated log: as much of Raft as there is to go wrong. Entries, what became of them and copies travel over
 * {@link Wires}; only a vote is taken at one moment. What is accepted is on the node's disk.
 */
public final class LogNode implements ReplicatedLog {
    /** Entries in one message. */
    private static final int BATCH = 8;

    /** How often a leader looks whether a follower lacks something, and how often it tells the time if none does. */
    private static final long RETRY_NANOS = 50_000_000L;

    private static final long TIME_NANOS = 5_000_000_000L;

    /** How often a leader that hears of no majority looks again before it may give up. */
    private static final int PATIENCE = 6;

    private final int number;
    private final EventQueue events;
    private final Chance chance;
    private final Wires wires;
    private final Ledger ledger;
    private final NodeClock clock;
    private final ReplicaWitness witness;
    private final MemoryReplica replica;
    private final List<LogNode> nodes;
    private final Leadership leadership;

    // On disk.
    private final NodeLog log = new NodeLog();
    private long term;

    // In memory.
    private final TreeMap<Long, Consumer<Fate>> pending = new TreeMap<>();
    private long[] next = {};
    private long[] matched = {};
    private long[] heardAt = {};
    private boolean isUp = true;
    private boolean leads;
    private int unheard;
    private long life;
    private long noticedAt;
    private long entersAt;
    private long commit = -1;
    private long applied = -1;
    private boolean knowsTime;
    private long toldTimeAt;
    private long tickAt = Long.MAX_VALUE;
    private TermClock termClock;
    private @Nullable Clock leadingClock;
    private EntryApplier applier;
    private ProposalOrder order;

    /** @param nodes all of them, this one too when they are complete */
    LogNode(
            int number,
            EventQueue events,
            Chance chance,
            Wires wires,
            Ledger ledger,
            TurnBook book,
            ReplicaWitness witness,
            List<LogNode> nodes,
            Leadership leadership) {
        this.number = number;
        this.events = events;
        this.chance = chance;
        this.wires = wires;
        this.ledger = ledger;
        this.clock = new NodeClock(events);
        this.witness = witness;
        this.replica = new MemoryReplica(book);
        this.nodes = nodes;
        this.leadership = leadership;
        this.termClock = new TermClock(clock, clock::ticks);
        this.applier = new EntryApplier(replica, termClock);
        this.order = new ProposalOrder(this::name);
    }

    private UUID name() {
        return new UUID(chance.nextLong(), chance.nextLong());
    }

    public int number() {
        return number;
    }

    public boolean isUp() {
        return isUp;
    }

    /** Its two clocks, to be set wrong. */
    public NodeClock clock() {
        return clock;
    }

    /** What it has applied; to be read, as the threads behind the broker do. */
    public MemoryJournal content() {
        return replica.content();
    }

    /** Whether it has applied everything that was ever committed. */
    public boolean knowsAll() {
        return applied == ledger.committed();
    }

    /** Whether entries told it the time since it started, or another node to which they did: its wall clock doesn't matter then. */
    public boolean knowsTime() {
        return knowsTime;
    }

    public Clock beginClock() {
        List<TermClock.Told> others = reached().stream()
                .filter(node -> node != this)
                .map(node -> node.termClock.tell())
                .toList();
        knowsTime = termClock.tell().isKnown() || others.stream().anyMatch(TermClock.Told::isKnown);
        Clock begun = termClock.begin(others);
        leadingClock = begun;
        return begun;
    }

    public boolean leads(long asked) {
        return isUp && leads && term == asked;
    }

    /** Whether it leads and could reach a majority. */
    boolean reigns() {
        return isUp && leads && 2 * reached().size() > nodes.size();
    }

    // ---- a node's life ----

    /** Dies: what it has not brought to its disk is gone. */
    public void crash() {
        isUp = false;
        leads = false;
        life++;
        pending.clear();
        tickAt = Long.MAX_VALUE;
        replica.crash();
    }

    /** Comes up again with what is on its disk. */
    public void start() {
        if (isUp) {
            return;
        }
        isUp = true;
        termClock = new TermClock(clock, clock::ticks);
        applier = new EntryApplier(replica, termClock);
        order = new ProposalOrder(this::name);
        applied = replica.persisted().index();
        commit = applied;
        knowsTime = false;
        applier.goOnFrom(replica.persisted());
    }

    /** Brings what it has applied to its disk, and may forget the log up to there. */
    public void persist(boolean purges) {
        if (!isUp) {
            return;
        }
        long through = replica.persist().index();
        if (purges) {
            log.forgetThrough(through);
        }
    }

    private LogPace pace() {
        return wires.pace();
    }

    /** A broker hears of the lead late, but of one thing after the other. */
    private void notice(Runnable what) {
        noticedAt = Math.max(noticedAt, events.nowNanos() + chance.between(0, pace().noticeNanos()));
        long begun = life;
        events.at(noticedAt, () -> {
            if (life == begun) {
                what.run();
            }
        });
    }

    private void later(long longestNanos, Runnable what) {
        long begun = life;
        events.after(chance.between(0, longestNanos), () -> {
            if (life == begun) {
                what.run();
            }
        });
    }

    // ---- the log ----

    Logged at(long index) {
        return log.at(index);
    }

    private void put(Logged logged) {
        log.add(logged);
        ledger.accepted(this, log.last(), logged.term());
    }

    @Override
    public void propose(long proposedIn, long timeNanos, ByteBuffer turn, Consumer<Fate> outcome) {
        int parts = Math.ceilDiv(turn.remaining(), pace().partBytes());
        for (int part = 0; part < parts; part++) {
            int begin = part * pace().partBytes();
            int length = Math.min(pace().partBytes(), turn.remaining() - begin);
            Entry entry = new Entry(proposedIn, timeNanos, part, parts, turn.slice(turn.position() + begin, length));
            ProposalOrder.Ticket ticket = order.next(proposedIn);
            Consumer<Fate> heard = part == parts - 1 ? outcome : fate -> {};
            if (chance.percent(pace().lostPercent())) {
                tell(heard, Fate.UNKNOWN);
            } else {
                onItsWay(() -> enter(ticket, entry, heard));
            }
        }
    }

    /** Proposals come in order, but for those that go astray. */
    private void onItsWay(Runnable what) {
        long at = events.nowNanos() + chance.between(0, pace().entersNanos());
        if (!chance.percent(pace().lostPercent())) {
            at = Math.max(at, entersAt);
            entersAt = at;
        }
        long begun = life;
        events.at(at, () -> {
            if (life == begun) {
                what.run();
            }
        });
    }

    private void enter(ProposalOrder.Ticket ticket, Entry entry, Consumer<Fate> outcome) {
        if (!leads || !order.admits(ticket.proposer(), ticket.number())) {
            tell(outcome, chance.oneIn(2) ? Fate.LOST : Fate.UNKNOWN);
            return;
        }
        put(new Logged(term, entry));
        if (chance.percent(pace().lostPercent())) {
            // Whoever proposed it has stopped waiting, but there it is.
            tell(outcome, Fate.UNKNOWN);
        } else {
            pending.put(log.last(), outcome);
        }
        replicate();
    }

    private void tell(Consumer<Fate> outcome, Fate fate) {
        later(pace().wakeUpNanos(), () -> outcome.accept(fate));
    }

    @Override
    public void confirm(long asked, Consumer<Fate> outcome) {
        confirm(asked, () -> {}, outcome);
    }

    /**
     * The same, told twice.
     *
     * @param atThatMoment told when it is so; the outcome takes longer
     */
    public void confirm(long asked, Runnable atThatMoment, Consumer<Fate> outcome) {
        later(pace().entersNanos(), () -> {
            boolean holds = leads(asked)
                    && 2 * reached().stream().filter(node -> node.term == term).count() > nodes.size();
            if (holds) {
                atThatMoment.run();
            }
            tell(outcome, holds ? Fate.COMMITTED : Fate.UNKNOWN);
        });
    }

    @Override
    public int members() {
        return nodes.size();
    }

    @Override
    public void stepDown(long asked) {
        if (leads(asked)) {
            giveUp();
        }
    }

    // ---- who leads ----

    /** The nodes that are up and that it could talk to, itself included. */
    private List<LogNode> reached() {
        return nodes.stream()
                .filter(node -> node.isUp && (node == this || wires.connect(number, node.number)))
                .toList();
    }

    /** Stands for election. */
    public void stand() {
        if (!isUp) {
            return;
        }
        List<LogNode> voters = reached();
        long votes = voters.stream().filter(this::isUpToDateFor).count();
        long newTerm = 1 + voters.stream().mapToLong(node -> node.term).max().orElse(0);
        voters.forEach(node -> node.hear(newTerm));
        if (2 * votes > nodes.size()) {
            lead();
        }
    }

    private boolean isUpToDateFor(LogNode voter) {
        long own = log.lastTerm();
        long others = voter.log.lastTerm();
        return own > others || (own == others && log.last() >= voter.log.last());
    }

    /** The node that should stand if nobody leads. */
    static Comparator<LogNode> byLog() {
        return Comparator.<LogNode>comparingLong(node -> node.log.lastTerm())
                .thenComparingLong(node -> node.log.last());
    }

    private void lead() {
        leads = true;
        leadingClock = null;
        unheard = 0;
        next = new long[nodes.size()];
        matched = new long[nodes.size()];
        heardAt = new long[nodes.size()];
        Arrays.fill(next, log.last() + 1);
        Arrays.fill(matched, -1);
        Arrays.fill(heardAt, events.nowNanos());
        toldTimeAt = events.nowNanos();
        put(new Logged(term, null));
        replicate();
    }

    private void hear(long newTerm) {
        if (newTerm > term) {
            giveUp();
            term = newTerm;
        }
    }

    /** Leads no more. The broker on it may hear of that late. */
    private void giveUp() {
        if (!leads) {
            return;
        }
        leads = false;
        pending.values().forEach(outcome -> tell(outcome, Fate.UNKNOWN));
        pending.clear();
        notice(leadership::ends);
    }

    // ---- replication ----

    private void replicate() {
        nodes.stream().filter(node -> node != this).forEach(this::replicateTo);
        planTick(RETRY_NANOS);
        advance();
    }

    private void replicateTo(LogNode follower) {
        long from = next[follower.number];
        if (from < log.first()) {
            MemoryReplica.Checkpoint copy = replica.checkpoint();
            long by = term;
            wires.send(number, follower.number, () -> follower.receiveCopy(this, by, copy));
            return;
        }
        long through = Math.min(log.last(), from + BATCH - 1);
        Append append = new Append(term, from - 1, log.termAt(from - 1), log.between(from, through), commit);
        next[follower.number] = through + 1;
        wires.send(number, follower.number, () -> follower.receive(this, append));
    }

    /** Entries on their way to a follower. */
    private record Append(long term, long before, long termBefore, List<Logged> entries, long commit) {}

    private void receive(LogNode leader, Append append) {
        if (!isUp) {
            return;
        }
        if (append.term() < term) {
            answer(leader, append.term(), -1, false);
            return;
        }
        hear(append.term());
        if (!log.has(append.before(), append.termBefore())) {
            answer(leader, append.term(), Math.min(append.before() - 1, log.last()), false);
            return;
        }
        long index = append.before();
        for (Logged logged : append.entries()) {
            index++;
            if (index < log.first()) {
                continue;
            }
            if (index <= log.last() && log.termAt(index) != logged.term()) {
                if (index <= commit) {
                    throw new IllegalStateException("Expected node " + number + " to keep entry " + index
                            + ", which was committed, but another was sent for it.");
                }
                log.dropFrom(index);
            }
            if (index > log.last()) {
                log.add(logged);
            }
            if (logged.term() == append.term()) {
                ledger.accepted(this, index, logged.term());
            }
        }
        answer(leader, append.term(), index, true);
        learn(Math.min(append.commit(), index));
    }

    private void answer(LogNode leader, long asked, long index, boolean took) {
        long own = term;
        wires.send(number, leader.number, () -> leader.answered(this, asked, own, index, took));
    }

    private void answered(LogNode follower, long asked, long own, long index, boolean took) {
        if (!isUp) {
            return;
        }
        hear(own);
        if (!leads(asked)) {
            return;
        }
        int of = follower.number;
        heardAt[of] = events.nowNanos();
        if (took) {
            matched[of] = Math.max(matched[of], index);
            next[of] = Math.max(next[of], matched[of] + 1);
            advance();
        } else {
            next[of] = Math.max(matched[of] + 1, Math.min(next[of], index + 1));
        }
        if (next[of] <= log.last()) {
            replicateTo(follower);
        }
    }

    private void advance() {
        for (long index = log.last(); index > commit && log.termAt(index) == term; index--) {
            long candidate = index;
            long having = nodes.stream()
                    .filter(node -> node == this || matched[node.number] >= candidate)
                    .count();
            if (2 * having > nodes.size()) {
                learn(index);
                return;
            }
        }
    }

    private void planTick(long nanos) {
        long at = events.nowNanos() + nanos;
        if (at >= tickAt) {
            return;
        }
        tickAt = at;
        long begun = life;
        events.at(at, () -> {
            if (life == begun && tickAt == at) {
                tickAt = Long.MAX_VALUE;
                tick();
            }
        });
    }

    /** Sends again what has not arrived, tells the time, and gives up some time after nobody answers any more. */
    private void tick() {
        if (!leads) {
            return;
        }
        Clock time = leadingClock;
        if (time != null && events.nowNanos() - toldTimeAt >= TIME_NANOS) {
            toldTimeAt = events.nowNanos();
            put(new Logged(term, Entry.ofTime(term, time.nowNanos())));
        }
        boolean isBehind = false;
        for (LogNode node : nodes) {
            if (node != this && node.isUp && (matched[node.number] < log.last() || node.commit < commit)) {
                isBehind = true;
                next[node.number] = matched[node.number] + 1;
                if (matched[node.number] < 0) {
                    next[node.number] = Math.max(0, Math.min(log.last() + 1, node.log.last() + 1));
                }
                replicateTo(node);
            }
        }
        unheard = 2 * reached().size() > nodes.size() ? 0 : unheard + 1;
        if (unheard > PATIENCE && chance.oneIn(PATIENCE)) {
            giveUp();
            return;
        }
        planTick(isBehind || unheard > 0 ? RETRY_NANOS : TIME_NANOS);
    }

    // ---- applying ----

    private void learn(long through) {
        if (through > commit) {
            commit = through;
            later(pace().appliesNanos(), this::apply);
        }
    }

    private void apply() {
        while (applied < commit) {
            long index = ++applied;
            Logged logged = at(index);
            boolean counts = logged.entry() != null && apply(index, logged.term(), logged.entry());
            if (logged.entry() == null && leads(logged.term())) {
                notice(() -> leadership.begins(logged.term()));
            }
            Consumer<Fate> outcome = pending.remove(index);
            if (outcome != null) {
                tell(outcome, counts ? Fate.COMMITTED : Fate.LOST);
            }
            witness.applied(number, index, replica.content());
        }
    }

    private boolean apply(long index, long loggedIn, Entry entry) {
        if (!applier.hasBegun()) {
            applier.beginAfter(log.last());
        }
        return applier.apply(index, loggedIn, entry, term);
    }

    private void receiveCopy(LogNode leader, long by, MemoryReplica.Checkpoint copy) {
        if (!isUp) {
            return;
        }
        if (by < term) {
            answer(leader, by, -1, false);
            return;
        }
        hear(by);
        long index = copy.at().index();
        if (index > applied) {
            log.goOnAfter(index, copy.at().term());
            replica.install(copy);
            applied = index;
            commit = Math.max(commit, index);
            applier.beginAfter(index);
            applier.goOnFrom(copy.at());
            witness.applied(number, index, replica.content());
            later(pace().appliesNanos(), this::apply);
        }
        answer(leader, by, index, true);
    }
}
