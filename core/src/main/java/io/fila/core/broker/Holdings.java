package io.fila.core.broker;

import io.fila.core.broker.queue.SharedState;

/**
 * What a broker holds in memory for its queues. Without queues it holds what a new broker does, or something leaked.
 *
 * @param heads ready messages in memory
 * @param flows fairness keys that it counts
 * @param bodyBytesFree memory left for bodies
 * @param timers set timers of any kind but those of throttles
 * @param pages requested from disk, or waiting to be
 * @param waiting lanes that wait for tokens
 */
public record Holdings(int heads, int flows, int dedupKeys, long bodyBytesFree, int timers, int pages, int waiting) {
    static Holdings of(SharedState shared) {
        int waiting = 0;
        for (var throttle : shared.throttles().all()) {
            waiting += throttle.waiting();
        }
        int ofMessages = shared.leases().size()
                + shared.reminders().size()
                + shared.expiries().size();
        return new Holdings(
                shared.memory().heads(),
                shared.memory().flows(),
                shared.memory().dedupKeys(),
                shared.memory().bodyBytesFree(),
                ofMessages + shared.clearings().size() + shared.windowTimer().size(),
                shared.pager().pages(),
                waiting);
    }
}
