package io.fila.retracker.forwarder;

import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.Receipt;
import io.fila.client.error.ProducerFull;
import io.fila.client.error.QueueFull;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs as messages of a broker. The forwarder is the fairness key, so one of which there are many jobs does not hold up the
 * others, and the throttle key, so an operator can say how often a second it is asked; the dedup key is alive while the job
 * waits, is scheduled or under way, and free when it is settled.
 */
final class BrokerJobQueue implements JobQueue {
    private static final Logger log = LoggerFactory.getLogger(BrokerJobQueue.class);

    /** The most unconfirmed cancellations. Beyond that, the worker that gets the job drops it. */
    private static final int MOST_CANCELLING = 10_000;

    private final FilaClient fila;
    private final Producer producer;
    private final Backlog backlog;

    /** True from the first job that could not be stored until one is: in between there is nothing new to report. */
    private final AtomicBoolean troubled = new AtomicBoolean();

    private final Semaphore cancelling = new Semaphore(MOST_CANCELLING);

    BrokerJobQueue(FilaClient fila, Producer producer, Backlog backlog) {
        this.fila = fila;
        this.producer = producer;
        this.backlog = backlog;
    }

    @Override
    public CompletableFuture<Offer> offer(AnnounceJob job, Lane lane) {
        if (lane == Lane.URGENT) {
            return send(job, lane);
        }
        if (backlog.isFull()) {
            return CompletableFuture.completedFuture(Offer.FULL);
        }
        Runnable takeBack = backlog.offering();
        return send(job, lane).whenComplete((became, failure) -> {
            if (became != Offer.STORED) {
                takeBack.run();
            }
        });
    }

    private CompletableFuture<Offer> send(AnnounceJob job, Lane lane) {
        Outgoing message = Outgoing.of(job.encode())
                .withFairnessKey(job.forwarder())
                .withThrottleKey(job.forwarder())
                .withDedupKey(job.dedupKey());
        return producer.sendAsync(JobQueues.name(lane), message).handle(this::offer);
    }

    private Offer offer(@Nullable Receipt receipt, @Nullable Throwable failure) {
        if (receipt != null) {
            return receipt.duplicate() ? Offer.DUPLICATE : receipt.dropped() ? Offer.FULL : stored();
        }
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (!(cause instanceof QueueFull) && !(cause instanceof ProducerFull) && troubled.compareAndSet(false, true)) {
            log.warn("A job could not be stored; others are not mentioned until one is.", cause);
        }
        return Offer.FULL;
    }

    private Offer stored() {
        troubled.set(false);
        return Offer.STORED;
    }

    /** While the broker is away a job cannot be cancelled; the worker that gets it drops it. */
    @Override
    public CompletableFuture<Boolean> cancel(AnnounceJob job) {
        if (!cancelling.tryAcquire()) {
            return CompletableFuture.completedFuture(false);
        }
        return fila.cancelAsync(JobQueues.name(Lane.NORMAL), job.dedupKey()).handle((cancelled, failure) -> {
            cancelling.release();
            return failure == null && cancelled;
        });
    }

    @Override
    public double fillPercent() {
        return backlog.fillPercent();
    }

    @Override
    public long waiting(String forwarder) {
        return backlog.waiting(forwarder);
    }
}
