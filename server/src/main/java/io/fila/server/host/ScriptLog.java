package io.fila.server.host;

import io.fila.core.queue.QueueName;
import io.fila.scripting.HookName;
import io.fila.scripting.ScriptListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what goes wrong with scripts to the log. */
final class ScriptLog implements ScriptListener {
    private static final Logger log = LoggerFactory.getLogger(ScriptLog.class);

    @Override
    public void scriptFailed(QueueName queue, HookName hook, String sentence, boolean bypassed) {
        if (bypassed) {
            log.error(
                    "The scripts of queue {} are bypassed for a while because {} failed too often in a row: {}",
                    queue,
                    hook.function(),
                    sentence);
        } else {
            log.warn("The script {} of queue {} failed: {}", hook.function(), queue, sentence);
        }
    }
}
