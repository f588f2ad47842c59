package io.fila.core.journal;

import io.fila.core.queue.QueueId;

/** Work the broker sends out after a commit, to be done on another thread; the result comes back as a command. */
public sealed interface Errand {
    /** Read a page of a flow's heads, and answer with {@code PageLoaded}. */
    record LoadPage(QueueId queue, String fairnessKey, long afterPosition, int limit, long ticket) implements Errand {}

    /** Tell the operator something that needs a look. */
    record Report(String sentence) implements Errand {}
}
