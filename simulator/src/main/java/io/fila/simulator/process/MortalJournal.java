package io.fila.simulator.process;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.simulator.journal.FaultyJournal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The journal as the loop sees it: if the process is to die before a commit is done, it fails. */
final class MortalJournal implements Journal {
    private final FaultyJournal journal;
    private final Supplier<@Nullable CrashPoint> armed;

    MortalJournal(FaultyJournal journal, Supplier<@Nullable CrashPoint> armed) {
        this.journal = journal;
        this.armed = armed;
    }

    @Override
    public void recover(Consumer<Record> records) {
        journal.recover(records);
    }

    @Override
    public void commit(List<Record> records) {
        CrashPoint point = armed.get();
        if (point == CrashPoint.BEFORE_COMMIT || point == CrashPoint.COMMIT_LOST) {
            journal.loseNextCommit();
        }
        journal.commit(records);
    }
}
