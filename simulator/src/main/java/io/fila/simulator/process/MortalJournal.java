package io.fila.simulator.process;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.simulator.journal.FaultyJournal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The journal as the loop sees it: if the process is to die before a turn is appended, that fails. When it is asked what is durable,
 * everything that it told of before has been released.
 */
final class MortalJournal implements Journal {
    private final FaultyJournal journal;
    private final int turnsUnderWay;
    private final Supplier<@Nullable CrashPoint> armed;
    private final Runnable released;
    private long position;

    MortalJournal(FaultyJournal journal, int turnsUnderWay, Supplier<@Nullable CrashPoint> armed, Runnable released) {
        this.journal = journal;
        this.turnsUnderWay = turnsUnderWay;
        this.armed = armed;
        this.released = released;
    }

    @Override
    public void recover(Consumer<Record> records) {
        journal.recover(records);
    }

    @Override
    public long append(List<Record> records) {
        if (armed.get() == CrashPoint.BEFORE_COMMIT) {
            journal.loseNextCommit();
        }
        position = journal.append(records);
        return position;
    }

    @Override
    public long confirm() {
        position = journal.confirm();
        return position;
    }

    /** Of the turn that got one last. */
    long position() {
        return position;
    }

    @Override
    public long durable(boolean idle) {
        released.run();
        return journal.durable(idle);
    }

    @Override
    public int worthwhile() {
        return journal.underWay() < turnsUnderWay ? 1 : Integer.MAX_VALUE;
    }
}
