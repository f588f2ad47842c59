package io.fila.client;

import io.fila.client.error.CallTimedOut;
import io.fila.client.error.Unavailable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Renews the lease of a delivery in good time while its handler works, but not for ever. */
final class LeaseKeeper {
    /** Renewals in the time of one lease: two may be lost before it runs out. */
    private static final int RENEWALS = 3;

    private final Delivery delivery;
    private final Alarm alarm;
    private final Duration pause;
    private final long endNanos;

    private LeaseKeeper(Delivery delivery, Alarm alarm, Duration pause, long endNanos) {
        this.delivery = delivery;
        this.alarm = alarm;
        this.pause = pause;
        this.endNanos = endNanos;
    }

    /** Keeps it until it is settled, its lease is lost, or so much time has passed. */
    static void keep(Delivery delivery, Alarm alarm, Duration longest) {
        delivery.lease()
                .ifPresent(lease -> new LeaseKeeper(
                                delivery, alarm, lease.dividedBy(RENEWALS), System.nanoTime() + longest.toNanos())
                        .rest());
    }

    private void rest() {
        var unused = alarm.after(pause, this::renew);
    }

    private void renew() {
        if (delivery.settled() || System.nanoTime() - endNanos > 0) {
            return;
        }
        CompletableFuture<?> unused = delivery.renew().whenComplete((expiresAt, failure) -> {
            if (failure == null || failure instanceof Unavailable || failure instanceof CallTimedOut) {
                rest();
            }
        });
    }
}
