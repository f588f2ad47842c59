package io.fila.client;

import io.fila.client.connection.Alarm;
import io.fila.client.error.LeaseLost;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Extends the leases of deliveries in progress, each for a limited time. Thread-safe. */
final class LeaseKeeper {
    /** Extensions per length of a lease: two may be lost before it expires. */
    private static final int RENEWALS = 3;

    private final Alarm alarm;
    private final Duration longest;
    private final Map<Delivery, Hold> holds = new ConcurrentHashMap<>();

    /** What the alarm is set to; null if it is not set. One that was set to later and rings all the same means nothing. */
    private final AtomicReference<@Nullable Ring> next = new AtomicReference<>();

    /** How often a lease is renewed, when next, and until when. */
    private record Hold(Duration pause, long dueNanos, long endNanos) {
        Hold next(long nowNanos) {
            return new Hold(pause, nowNanos + pause.toNanos(), endNanos);
        }
    }

    /** A time at which the alarm rings. */
    private record Ring(long atNanos) {}

    /** @param longest how long one delivery is held at most */
    LeaseKeeper(Alarm alarm, Duration longest) {
        this.alarm = alarm;
        this.longest = longest;
    }

    /** Keeps a delivery until it is released, or cannot be kept any longer. */
    void keep(Delivery delivery) {
        Duration pause = delivery.lease().dividedBy(RENEWALS);
        if (!pause.isZero() && !pause.isNegative()) {
            long nowNanos = System.nanoTime();
            // The lease runs since the delivery came, and it may have waited here for most of it.
            long dueNanos = delivery.arrivedNanos() + pause.toNanos();
            holds.put(delivery, new Hold(pause, dueNanos, nowNanos + longest.toNanos()));
            watch(dueNanos, nowNanos);
        }
    }

    void release(Delivery delivery) {
        holds.remove(delivery);
    }

    /** Has the alarm ring no later than that. */
    private void watch(long dueNanos, long nowNanos) {
        Ring set = next.get();
        while (set == null || dueNanos - set.atNanos() < 0) {
            Ring sooner = new Ring(dueNanos);
            if (next.compareAndSet(set, sooner)) {
                var unused = alarm.after(Duration.ofNanos(dueNanos - nowNanos), () -> ring(sooner));
                return;
            }
            set = next.get();
        }
    }

    private void ring(Ring rung) {
        if (next.compareAndSet(rung, null)) {
            renewAll();
        }
    }

    private void renewAll() {
        long nowNanos = System.nanoTime();
        holds.forEach((delivery, hold) -> {
            if (nowNanos - hold.endNanos() > 0 || delivery.settled()) {
                holds.remove(delivery);
            } else if (nowNanos - hold.dueNanos() >= 0) {
                holds.computeIfPresent(delivery, (same, old) -> old.next(nowNanos));
                renew(delivery);
            }
        });
        Hold soonest = null;
        for (Hold hold : holds.values()) {
            if (soonest == null || hold.dueNanos() - soonest.dueNanos() < 0) {
                soonest = hold;
            }
        }
        if (soonest != null) {
            watch(soonest.dueNanos(), nowNanos);
        }
    }

    /** Whatever else went wrong may go well the next time. */
    private void renew(Delivery delivery) {
        CompletableFuture<?> unused = delivery.renew().whenComplete((expiresAt, failure) -> {
            if (failure instanceof LeaseLost) {
                holds.remove(delivery);
            }
        });
    }
}
