package io.fila.scripting;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import org.jspecify.annotations.Nullable;

/** Hears how scripts are doing. Called on any thread; must not block. */
public interface ScriptListener {
    /**
     * A script failed, and its message got the fallback.
     *
     * @param message the message it failed for; null if that has no id yet because it is on its way in
     * @param bypassed true if this failure is the one after which the queue's scripts are bypassed for a while
     */
    void scriptFailed(QueueName queue, HookName hook, @Nullable MessageId message, String sentence, boolean bypassed);

    /** A script call took this long, successful or not. */
    default void scriptRan(QueueName queue, long nanos) {}
}
