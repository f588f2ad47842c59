package io.fila.server.script;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work of one queue that waits for a script thread: in order, by one thread at a time, and not without end. */
final class ScriptLine {
    private static final Logger log = LoggerFactory.getLogger(ScriptLine.class);

    private final Executor threads;
    private final Runnable whenEmpty;
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /** Work that waits or is being done: whoever raises it from zero starts a thread on it. */
    private final AtomicInteger size = new AtomicInteger();

    ScriptLine(Executor threads, Runnable whenEmpty) {
        this.threads = threads;
        this.whenEmpty = whenEmpty;
    }

    boolean add(Runnable work) {
        if (size.get() >= ScriptThreads.WAITING_PER_QUEUE) {
            return false;
        }
        waiting.add(work);
        if (size.getAndIncrement() == 0) {
            threads.execute(this::run);
        }
        return true;
    }

    boolean isIdle() {
        return size.get() == 0;
    }

    private void run() {
        for (int done = 0; done < ScriptThreads.SLICE; done++) {
            Runnable work = waiting.poll();
            if (work != null) {
                runOne(work);
            }
            if (size.decrementAndGet() == 0) {
                whenEmpty.run();
                return;
            }
        }
        try {
            threads.execute(this::run);
        } catch (RejectedExecutionException closing) {
            log.debug("A script did not run because the broker is closing.");
        }
    }

    private static void runOne(Runnable work) {
        try {
            work.run();
        } catch (Throwable failure) {
            // An error too: a line that stopped here would keep its queue's work for ever.
            log.error("A script task failed outside the script.", failure);
        }
    }
}
