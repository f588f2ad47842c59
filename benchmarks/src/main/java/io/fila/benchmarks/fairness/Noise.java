package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Busy tenants that keep a backlog standing: for each of their messages that is handled they send another one, so that a
 * producer never runs further ahead than that.
 */
final class Noise implements Closing {
    /** Messages sent and not yet confirmed. */
    private static final int UNCONFIRMED = 5000;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Broker.Sender sender;
    private final IntFunction<Tenant> tenants;
    private final IntUnaryOperator successor;
    private final int payloadBytes;
    private final Semaphore room = new Semaphore(UNCONFIRMED);
    private final BlockingQueue<Integer> handled = new LinkedBlockingQueue<>();
    private final Thread thread = Thread.ofPlatform().name("noise").daemon().unstarted(this::keepUp);

    /**
     * @param tenants the tenant of a number, as it is now
     * @param successor the tenant that sends when a message of this one was handled
     */
    Noise(Broker broker, String queue, IntFunction<Tenant> tenants, IntUnaryOperator successor, int payloadBytes)
            throws Exception {
        this.tenants = tenants;
        this.successor = successor;
        this.payloadBytes = payloadBytes;
        sender = broker.sender(queue, room::release);
    }

    /** Tenants that each keep what they have waiting. */
    static Noise steady(Broker broker, String queue, IntFunction<Tenant> tenants) throws Exception {
        return new Noise(broker, queue, tenants, IntUnaryOperator.identity(), Stamp.BYTES);
    }

    static Tenant busy(int index) {
        return Tenant.of("busy-" + index);
    }

    /** Sends a backlog, one message of each tenant after the other, and returns when it is confirmed. */
    void fill(long messages, int tenantCount) throws InterruptedException {
        for (long sent = 0; sent < messages; sent++) {
            send((int) (sent % tenantCount));
        }
        take(UNCONFIRMED);
        room.release(UNCONFIRMED);
        thread.start();
    }

    /** Told of each of its messages that a consumer has. */
    void handled(int tenant) {
        handled.add(tenant);
    }

    private void keepUp() {
        try {
            while (true) {
                send(successor.applyAsInt(handled.take()));
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(int tenant) throws InterruptedException {
        take(1);
        sender.send(tenants.apply(tenant), new Stamp(false, tenant, 0).payload(payloadBytes));
    }

    private void take(int permits) throws InterruptedException {
        if (!room.tryAcquire(permits, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("Expected the broker to take messages but it has not for " + PATIENCE);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        sender.close();
    }
}
