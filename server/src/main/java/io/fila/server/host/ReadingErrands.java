package io.fila.server.host;

import io.fila.core.command.Command;
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

/** Runs the broker's errands: reads pages on the reader threads, writes reports to the log. */
final class ReadingErrands implements Errands {
    private static final Logger log = LoggerFactory.getLogger(ReadingErrands.class);

    private final Archive archive;
    private final Executor readers;
    private final Inbox inbox;
    private final Consumer<Throwable> onFailure;

    ReadingErrands(Archive archive, Executor readers, Inbox inbox, Consumer<Throwable> onFailure) {
        this.archive = archive;
        this.readers = readers;
        this.inbox = inbox;
        this.onFailure = onFailure;
    }

    @Override
    public void run(Errand errand) {
        switch (errand) {
            case Errand.LoadPage load -> submit(load);
            case Errand.Report report -> log.error("{}", report.sentence());
        }
    }

    private void submit(Errand.LoadPage load) {
        try {
            readers.execute(() -> read(load));
        } catch (RejectedExecutionException closing) {
            log.debug("A page is not read because the broker is closing.");
        }
    }

    /** A flow waits for its page and is served no more without it, so a page that can't be read is the end. */
    private void read(Errand.LoadPage load) {
        try {
            Page page = archive.page(load.queue(), load.fairnessKey(), load.afterPosition(), load.limit());
            inbox.put(new Command.PageLoaded(load.queue(), load.fairnessKey(), load.ticket(), page));
        } catch (RuntimeException failure) {
            onFailure.accept(failure);
        }
    }
}
