package io.fila.client;

import io.fila.client.error.FilaException;
import io.fila.client.error.LeaseLost;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A handler at work on the messages of one queue, one at a time, on a thread of its own. */
public final class Subscription implements AutoCloseable {
    private final Deliveries deliveries;
    private final Handler handler;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final Thread thread;

    private Subscription(String queue, Deliveries deliveries, Handler handler) {
        this.deliveries = deliveries;
        this.handler = handler;
        thread = new Thread(this::run, "fila-consume-" + queue);
    }

    static Subscription start(String queue, Deliveries deliveries, Handler handler) {
        Subscription subscription = new Subscription(queue, deliveries, handler);
        subscription.thread.start();
        return subscription;
    }

    /** Completes when the subscription is over, with a {@link FilaException} if it was not closed on this side. */
    public CompletableFuture<@Nullable Void> ended() {
        return ended.copy();
    }

    /** Takes no more messages and returns when the one in hand is done; at once if the handler itself calls it. */
    @Override
    public void close() {
        deliveries.close();
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            for (Delivery delivery : deliveries) {
                handle(delivery);
            }
            ended.complete(null);
        } catch (Throwable failure) {
            deliveries.close();
            ended.completeExceptionally(failure);
        }
    }

    private void handle(Delivery delivery) {
        @Nullable Exception failure = null;
        try {
            handler.handle(delivery);
        } catch (Exception e) {
            failure = e;
        }
        if (delivery.settled()) {
            return;
        }
        try {
            if (failure == null) {
                delivery.ack();
            } else {
                delivery.nack(failure.toString());
            }
        } catch (LeaseLost expired) {
            // The lease ran out while the handler worked: the message is the next consumer's already.
            return;
        }
    }
}
