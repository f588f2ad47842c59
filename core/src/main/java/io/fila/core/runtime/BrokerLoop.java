package io.fila.core.runtime;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The broker thread: take commands, decide, commit, release, and sleep until there is work. Commands collect during a commit, so
 * each commit is the batching window of the next.
 *
 * <p>If anything in the loop throws, memory may differ from what is on disk. The loop ends, and its owner must stop the process
 * and recover.
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
    private volatile boolean stopping;
    private volatile @Nullable Sleep sleep;
    private long turns;

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
    }

    /** Runs until {@link #stop}; then decides the commands left in the inbox and returns. */
    public void run() {
        while (!stopping || inbox.size() > 0) {
            turns++;
            Turn turn = runOnce();
            if (!stopping && !turn.workLeft() && inbox.size() == 0) {
                sleepUntil(turn.wakeAtNanos());
            }
        }
    }

    private void sleepUntil(long wakeAtNanos) {
        sleep = new Sleep(turns, wakeAtNanos);
        inbox.await(Math.min(LONGEST_SLEEP_NANOS, wakeAtNanos - clock.nowNanos()));
        sleep = null;
    }

    /** One turn of the loop; also what a test calls that wants no thread. */
    public Turn runOnce() {
        batch.clear();
        inbox.drainTo(batch, commandsPerTurn);
        Turn turn = broker.turn(clock.nowNanos(), batch);
        if (!turn.records().isEmpty()) {
            journal.commit(turn.records());
        } else if (turn.isHeard()) {
            journal.confirm();
        }
        turn.notices().forEach(noticeboard);
        turn.release();
        turn.effects().forEach(effects::run);
        return turn;
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
