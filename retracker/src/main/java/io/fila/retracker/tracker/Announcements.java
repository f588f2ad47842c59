package io.fila.retracker.tracker;

import java.util.concurrent.CompletableFuture;

/** Those who hear every announce that the tracker took. */
@FunctionalInterface
public interface Announcements {
    /** Nobody hears. */
    Announcements UNHEARD = (announcement, nowMillis) -> Verdict.WELCOME;

    /**
     * Hears an announce. The answer to an initial one waits for the verdict, so that it can be turned away; any other is
     * answered whatever the verdict, and this should not make it wait. Called by the threads of the ports: it does not block.
     */
    CompletableFuture<Verdict> hear(Announcement announcement, long nowMillis);
}
