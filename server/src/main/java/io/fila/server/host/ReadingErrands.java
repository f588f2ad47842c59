package io.fila.server.host;

import io.fila.core.command.Command;
import io.fila.core.journal.AgendaPage;
import io.fila.core.journal.Archive;
import io.fila.core.journal.Errand;
import io.fila.core.journal.Page;
import io.fila.core.runtime.Errands;
import io.fila.core.runtime.Inbox;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the broker's errands: reads on the reader threads, asks scripts on theirs, writes reports to the log. */
final class ReadingErrands implements Errands {
    private static final Logger log = LoggerFactory.getLogger(ReadingErrands.class);

    private final Archive archive;
    private final ScriptErrands scripts;
    private final Executor readers;
    private final Inbox inbox;
    private final Consumer<Throwable> onFailure;

    ReadingErrands(
            Archive archive, ScriptErrands scripts, Executor readers, Inbox inbox, Consumer<Throwable> onFailure) {
        this.archive = archive;
        this.scripts = scripts;
        this.readers = readers;
        this.inbox = inbox;
        this.onFailure = onFailure;
    }

    @Override
    public void run(Errand errand) {
        switch (errand) {
            case Errand.LoadPage load -> submit(() -> read(load));
            case Errand.LoadAgenda load -> submit(() -> read(load));
            case Errand.AskOnFailure ask -> scripts.run(ask);
            case Errand.AskOnEnqueue ask -> scripts.run(ask);
            case Errand.Report report -> log.error("{}", report.sentence());
        }
    }

    private void submit(Runnable reading) {
        try {
            readers.execute(reading);
        } catch (RejectedExecutionException closing) {
            log.debug("A page was not read because the broker is closing.");
        }
    }

    /** A flow waits for its page and is served no more without it, so a page that can't be read is the end. */
    private void read(Errand.LoadPage load) {
        try {
            Page page = archive.page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit());
            inbox.put(new Command.PageLoaded(load.queue(), load.fairnessKey(), load.lane(), load.ticket(), page));
        } catch (RuntimeException failure) {
            onFailure.accept(failure);
        }
    }

    private void read(Errand.LoadAgenda load) {
        try {
            AgendaPage page = archive.agenda(load.queue(), load.after(), load.limit());
            inbox.put(new Command.AgendaLoaded(load.queue(), load.ticket(), page));
        } catch (RuntimeException failure) {
            onFailure.accept(failure);
        }
    }
}
