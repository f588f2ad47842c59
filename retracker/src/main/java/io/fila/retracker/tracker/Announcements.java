package io.fila.retracker.tracker;

import java.util.concurrent.CompletableFuture;

/** Those who hear every announce that the tracker took. */
@FunctionalInterface
public interface Announcements {
    /** Nobody hears. */
    Announcements UNHEARD = (announcement, nowMillis) -> Verdict.WELCOME;

    /**
     * Hears an announce. The answer to an initial one waits for the verdict, so that it can be turned away, and that to one that
     * leaves waits for a moment, so that it is gone when it comes back at once; any other is answered whatever the verdict, and
     * this should not make it wait. Called by the threads of the ports: it does not block.
     */
    CompletableFuture<Verdict> hear(Announcement announcement, long nowMillis);
}
