package io.fila.retracker.tracker;

import java.util.concurrent.CompletableFuture;

/** Whether a client is answered, or told to come back. */
public sealed interface Verdict {
    /** What most announces get. */
    CompletableFuture<Verdict> WELCOME = CompletableFuture.completedFuture(new Accepted(Integer.MAX_VALUE));

    /**
     * It is answered.
     *
     * @param againSeconds when there may be more to tell, if that is before it would come by itself
     */
    record Accepted(int againSeconds) implements Verdict {}

    /** The tracker is too busy to accept it. */
    record Refused(String sentence, int againSeconds) implements Verdict {}
}
