package io.fila.server.host;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.scripting.HookName;
import io.fila.scripting.ScriptListener;
import io.fila.server.log.LineLimit;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs script failures, but not one line per message: a producer of bad messages could fill the disk. How long they take it tells
 * whoever listens.
 */
final class ScriptLog implements ScriptListener {
    private static final Logger log = LoggerFactory.getLogger(ScriptLog.class);

    private final LineLimit<QueueName> lines;
    private final List<? extends BrokerListener> listeners;

    ScriptLog(LongSupplier nanoTime, List<? extends BrokerListener> listeners) {
        this.listeners = listeners;
        this.lines = new LineLimit<>(nanoTime);
    }

    @Override
    public void scriptRan(QueueName queue, long nanos) {
        for (BrokerListener listener : listeners) {
            listener.scriptRan(queue, nanos);
        }
    }

    @Override
    public void scriptFailed(
            QueueName queue, HookName hook, @Nullable MessageId message, String sentence, boolean bypassed) {
        if (bypassed) {
            log.error("The scripts of queue {} failed too often and are bypassed for now: {}", queue, sentence);
            return;
        }
        String line = line(queue, hook, message, sentence);
        if (!line.isEmpty()) {
            log.warn(line);
        }
    }

    /** What is said of a failure; empty if so much was said of the queue's failures just now. */
    String line(QueueName queue, HookName hook, @Nullable MessageId message, String sentence) {
        long keptBack = lines.admit(queue);
        if (keptBack == LineLimit.NONE) {
            return "";
        }
        String which = message == null ? "a message on its way in" : "message " + message;
        return keptBack == 0
                ? "The script " + hook.function() + " of queue " + queue + " failed for " + which + ": " + sentence
                : "Scripts of queue " + queue + " failed " + (keptBack + 1) + " times more, at last " + hook.function()
                        + " for " + which + ": " + sentence;
    }
}
