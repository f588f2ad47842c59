package io.fila.client;

import io.fila.client.error.CallTimedOut;
import io.fila.client.error.Unavailable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Renews the leases of the deliveries in hand in good time, but none for ever. Safe for use by many threads. */
final class LeaseKeeper {
    /** Renewals in the time of one lease: two may be lost before it runs out. */
    private static final int RENEWALS = 3;

    private final Alarm alarm;
    private final Duration longest;
    private final Map<Delivery, Hold> holds = new ConcurrentHashMap<>();
    private final AtomicBoolean watching = new AtomicBoolean();

    /** How often a lease is renewed, when next, and until when. */
    private record Hold(Duration pause, long dueNanos, long endNanos) {
        Hold next(long nowNanos) {
            return new Hold(pause, nowNanos + pause.toNanos(), endNanos);
        }
    }

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
            holds.put(delivery, new Hold(pause, nowNanos + pause.toNanos(), nowNanos + longest.toNanos()));
            watch(pause);
        }
    }

    void release(Delivery delivery) {
        holds.remove(delivery);
    }

    private void watch(Duration pause) {
        if (watching.compareAndSet(false, true)) {
            var unused = alarm.after(pause, this::renewAll);
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
        watching.set(false);
        long nextNanos = Long.MAX_VALUE;
        for (Hold hold : holds.values()) {
            nextNanos = Math.min(nextNanos, Math.max(0, hold.dueNanos() - nowNanos));
        }
        if (nextNanos != Long.MAX_VALUE) {
            watch(Duration.ofNanos(nextNanos));
        }
    }

    private void renew(Delivery delivery) {
        CompletableFuture<?> unused = delivery.renew().whenComplete((expiresAt, failure) -> {
            if (failure != null && !(failure instanceof Unavailable || failure instanceof CallTimedOut)) {
                holds.remove(delivery);
            }
        });
    }
}
