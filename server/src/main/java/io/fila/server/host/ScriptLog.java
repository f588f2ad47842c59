package io.fila.server.host;

import io.fila.core.queue.QueueName;
import io.fila.scripting.HookName;
import io.fila.scripting.ScriptListener;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what goes wrong with scripts to the log, but not a line for each message: a producer of bad ones could fill the disk. */
final class ScriptLog implements ScriptListener {
    private static final Logger log = LoggerFactory.getLogger(ScriptLog.class);

    private final LineLimit<QueueName> lines;

    ScriptLog(LongSupplier nanoTime) {
        this.lines = new LineLimit<>(nanoTime);
    }

    @Override
    public void scriptFailed(QueueName queue, HookName hook, String sentence, boolean bypassed) {
        if (bypassed) {
            log.error(
                    "The scripts of queue {} are bypassed for a while because they fail too often: {}",
                    queue,
                    sentence);
            return;
        }
        long keptBack = lines.admit(queue);
        if (keptBack == 0) {
            log.warn("The script {} of queue {} failed: {}", hook.function(), queue, sentence);
        } else if (keptBack > 0) {
            log.warn("Scripts of queue {} failed {} times more, at last: {}", queue, keptBack + 1, sentence);
        }
    }
}
