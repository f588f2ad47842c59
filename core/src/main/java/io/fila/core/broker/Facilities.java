package io.fila.core.broker;

import io.fila.core.memory.MemoryBudget;
import io.fila.core.timer.Timers;

/** What all queues share: the timers, the memory for pending messages, the way to the disk. */
record Facilities(BrokerSettings settings, Timers<Alarm> timers, MemoryBudget memory, Pager pager) {
    static Facilities of(BrokerSettings settings) {
        return new Facilities(
                settings,
                new Timers<>(),
                new MemoryBudget(settings.limits()),
                new Pager(settings.limits().pagesInFlight()));
    }
}
