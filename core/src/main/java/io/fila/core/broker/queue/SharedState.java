package io.fila.core.broker.queue;

import io.fila.core.BrokerSettings;
import io.fila.core.fairness.Lane;
import io.fila.core.lease.Lease;
import io.fila.core.lease.LeaseIds;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.ready.Resources;
import io.fila.core.throttle.Throttles;
import io.fila.core.timer.Timers;
import io.fila.core.turn.Pager;

/** What all queues share: timers, throttles, the memory for ready messages, the pager and the dispatcher. */
public record SharedState(
        BrokerSettings settings,
        Timers<Lease> leases,
        Timers<ScheduleTimer> reminders,
        Timers<Lane> expiries,
        Timers<DedupKeys> clearings,
        Timers<WindowTimer> windowTimer,
        LeaseIds leaseIds,
        Throttles<Lane> throttles,
        MemoryBudget memory,
        Pager pager,
        Dispatcher dispatcher) {

    public static SharedState of(BrokerSettings settings) {
        return new SharedState(
                settings,
                new Timers<>(),
                new Timers<>(),
                new Timers<>(),
                new Timers<>(),
                new Timers<>(),
                new LeaseIds(),
                new Throttles<>(),
                new MemoryBudget(settings.limits()),
                new Pager(settings.limits().pagesInFlight()),
                new Dispatcher(settings.limits().deliveriesPerTurn()));
    }

    /** As much of it as ready messages need. */
    Resources resources() {
        return new Resources(settings, memory, throttles, pager, expiries);
    }

    public long nextDueNanos() {
        long ofMessages = Math.min(leases.nextDueNanos(), Math.min(reminders.nextDueNanos(), expiries.nextDueNanos()));
        long ofConsumers = Math.min(windowTimer.nextDueNanos(), throttles.nextDueNanos());
        return Math.min(ofMessages, Math.min(clearings.nextDueNanos(), ofConsumers));
    }
}
