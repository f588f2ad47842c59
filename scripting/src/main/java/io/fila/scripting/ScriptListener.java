package io.fila.scripting;

import io.fila.core.queue.QueueName;

/** Told what goes wrong with scripts. Any thread; must not block. */
public interface ScriptListener {
    /**
     * A script failed and its message was treated by default.
     *
     * @param bypassed true if this failure is the one after which the queue's scripts are bypassed for a while
     */
    void scriptFailed(QueueName queue, HookName hook, String sentence, boolean bypassed);
}
