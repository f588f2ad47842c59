package io.fila.core.runtime;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.core.turn.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The broker thread: take commands, decide, append, release, and sleep until there is work. While a turn is on its way to the disk
 * or to other machines, further ones may be decided; the {@link Journal} says from how many waiting commands on that pays, so what
 * is under way is the batching window of what comes next. Each turn is released after its own append is durable, in order.
 *
 * <p>If anything in the loop throws, memory may differ from what is on disk. The loop ends, without releasing what was under way,
 * and its owner must stop the process and recover.
 */
public final class BrokerLoop {
    private static final long LONGEST_SLEEP_NANOS = 60_000_000_000L;

    private final Broker broker;
    private final Inbox inbox;
    private final Journal journal;
    private final Effects effects;
    private final Consumer<Record> noticeboard;
    private final Clock clock;
    private final int commandsPerTurn;
    private final List<Command> batch = new ArrayList<>();

    /** Turns that were decided and are not known to be durable, in order. The journal bounds those with records. */
    private final Deque<UnderWay> underWay = new ArrayDeque<>();

    private volatile boolean stopping;
    private volatile @Nullable Sleep sleep;
    private long turns;

    /** Whether the turn decided last wants another one at once. */
    private boolean workLeft;

    /** The position of the last turn that has one. */
    private long appended;

    /** Everything up to this position is durable. */
    private long durable;

    /** @param position the turn may be released when everything up to here is durable */
    private record UnderWay(Turn turn, long position) {}

    /**
     * The loop while it sleeps: nothing is left to do before a moment unless a command comes.
     *
     * @param turns how many there have been; the same number again means that nothing happened in between
     */
    public record Sleep(long turns, long untilNanos) {}

    /**
     * A loop that is not running yet.
     *
     * @param noticeboard hears of changed queues and settings after they are durable and before anyone is answered; the caller
     *     must pass on the broker's first {@link Broker#notices}
     */
    public BrokerLoop(
            Broker broker,
            Inbox inbox,
            Journal journal,
            Effects effects,
            Consumer<Record> noticeboard,
            Clock clock,
            int commandsPerTurn) {
        this.broker = broker;
        this.inbox = inbox;
        this.journal = journal;
        this.effects = effects;
        this.noticeboard = noticeboard;
        this.clock = clock;
        this.commandsPerTurn = commandsPerTurn;
        journal.onProgress(inbox::wake);
    }

    /** Runs until {@link #stop}; then decides the commands left in the inbox, releases everything and returns. */
    public void run() {
        while (!stopping || inbox.size() > 0) {
            turns++;
            Turn turn = runOnce();
            awaitRoom(turn);
            if (underWay.isEmpty() && !stopping && !turn.workLeft() && inbox.size() == 0) {
                sleepUntil(turn.wakeAtNanos());
            }
        }
        while (!underWay.isEmpty()) {
            inbox.await(LONGEST_SLEEP_NANOS, Integer.MAX_VALUE);
            release();
        }
    }

    private void sleepUntil(long wakeAtNanos) {
        sleep = new Sleep(turns, wakeAtNanos);
        inbox.await(Math.min(LONGEST_SLEEP_NANOS, wakeAtNanos - clock.nowNanos()), 1);
        sleep = null;
    }

    /** While turns are under way, waits until another one pays, or none is under way any more. */
    private void awaitRoom(Turn last) {
        while (!underWay.isEmpty()) {
            int worthwhile = journal.worthwhile();
            boolean hasRoom = worthwhile < Integer.MAX_VALUE;
            long sleepNanos = hasRoom ? last.wakeAtNanos() - clock.nowNanos() : LONGEST_SLEEP_NANOS;
            if (hasRoom && (sleepNanos <= 0 || last.workLeft() || inbox.size() >= worthwhile)) {
                return;
            }
            inbox.await(Math.min(LONGEST_SLEEP_NANOS, sleepNanos), worthwhile);
            release();
        }
    }

    /** One turn of the loop, and the release of those that are durable; also what a test calls that wants no thread. */
    public Turn runOnce() {
        batch.clear();
        inbox.drainTo(batch, commandsPerTurn);
        Turn turn = broker.turn(clock.nowNanos(), batch);
        if (!turn.records().isEmpty()) {
            appended = journal.append(turn.records());
        } else if (turn.isHeard()) {
            appended = journal.confirm();
        }
        workLeft = turn.workLeft();
        if (hasToLeave(turn)) {
            underWay.add(new UnderWay(turn, appended));
        }
        release();
        return turn;
    }

    /** An idle turn leaves nothing to release. */
    private static boolean hasToLeave(Turn turn) {
        return turn.isHeard() || !turn.records().isEmpty() || !turn.effects().isEmpty();
    }

    /** Releases the turns that are durable. The loop does so by itself; a test that wants no thread may call it between turns. */
    public void release() {
        UnderWay first;
        while ((first = underWay.peek()) != null && isDurable(first)) {
            underWay.remove();
            Turn turn = first.turn();
            turn.notices().forEach(noticeboard);
            turn.release();
            turn.effects().forEach(effects::run);
        }
    }

    private boolean isDurable(UnderWay turn) {
        if (turn.position() > durable) {
            durable = journal.durable(!workLeft && inbox.size() < journal.worthwhile());
        }
        return turn.position() <= durable;
    }

    /** The loop's sleep, or null while it is awake. Any thread. */
    public @Nullable Sleep sleep() {
        return sleep;
    }

    /** Makes the loop look at its clock again, which moved otherwise than by waiting. Any thread. */
    public void wake() {
        inbox.wake();
    }

    /** Asks the loop to end after what has already come. Any thread. */
    public void stop() {
        stopping = true;
        inbox.wake();
    }
}
