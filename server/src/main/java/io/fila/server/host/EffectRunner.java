package io.fila.server.host;

import io.fila.core.command.Command;
import io.fila.core.journal.Archive;
import io.fila.core.journal.Effect;
import io.fila.core.journal.Page;
import io.fila.core.journal.SchedulePage;
import io.fila.core.runtime.Effects;
import io.fila.core.runtime.Inbox;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the broker's effects: reads on the reader threads, asks scripts on theirs, writes reports to the log. */
final class EffectRunner implements Effects {
    private static final Logger log = LoggerFactory.getLogger(EffectRunner.class);

    private final Archive archive;
    private final ScriptEffects scripts;
    private final Executor readers;
    private final Inbox inbox;
    private final Consumer<Throwable> onFailure;
    private final AtomicInteger pages = new AtomicInteger();

    EffectRunner(Archive archive, ScriptEffects scripts, Executor readers, Inbox inbox, Consumer<Throwable> onFailure) {
        this.archive = archive;
        this.scripts = scripts;
        this.readers = readers;
        this.inbox = inbox;
        this.onFailure = onFailure;
    }

    @Override
    public void run(Effect effect) {
        switch (effect) {
            case Effect.LoadPage load -> {
                pages.incrementAndGet();
                submit(() -> read(load));
            }
            case Effect.LoadSchedule load -> submit(() -> read(load));
            case Effect.AskOnFailure ask -> scripts.run(ask);
            case Effect.AskOnEnqueue ask -> scripts.run(ask);
            case Effect.Report report -> log.error("{}", report.sentence());
        }
    }

    /** Whether consumers have worked off what was in memory, and wait for what is on disk. Any thread. */
    boolean isReadingPages() {
        return pages.get() > 0;
    }

    private void submit(Runnable reading) {
        try {
            readers.execute(reading);
        } catch (RejectedExecutionException closing) {
            log.debug("A page was not read because the broker is closing.");
        }
    }

    /** A flow waits for its page and is served no more without it, so a page that can't be read is the end. */
    private void read(Effect.LoadPage load) {
        try {
            Page page = archive.page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit());
            inbox.put(new Command.PageLoaded(load.queue(), load.fairnessKey(), load.lane(), load.ticket(), page));
        } catch (RuntimeException failure) {
            onFailure.accept(failure);
        } finally {
            pages.decrementAndGet();
        }
    }

    private void read(Effect.LoadSchedule load) {
        try {
            SchedulePage page = archive.schedule(load.queue(), load.after(), load.limit());
            inbox.put(new Command.ScheduleLoaded(load.queue(), load.ticket(), page));
        } catch (RuntimeException failure) {
            onFailure.accept(failure);
        }
    }
}
