package io.fila.retracker.forwarder;

import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.Receipt;
import io.fila.client.error.ProducerFull;
import io.fila.client.error.QueueFull;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs as messages of a broker. The forwarder is the fairness key, so one of which there are many jobs does not hold up the
 * others; the dedup key is alive while the job waits, is scheduled or under way, and free when it is settled.
 */
final class BrokerJobQueue implements JobQueue {
    private static final Logger log = LoggerFactory.getLogger(BrokerJobQueue.class);

    private final Producer producer;
    private final DoubleSupplier fillPercent;

    BrokerJobQueue(Producer producer, DoubleSupplier fillPercent) {
        this.producer = producer;
        this.fillPercent = fillPercent;
    }

    @Override
    public CompletableFuture<Offer> offer(AnnounceJob job, Lane lane) {
        Outgoing message =
                Outgoing.of(job.encode()).withFairnessKey(job.forwarder()).withDedupKey(job.dedupKey());
        return producer.sendAsync(JobQueues.name(lane), message).handle(BrokerJobQueue::offer);
    }

    private static Offer offer(@Nullable Receipt receipt, @Nullable Throwable failure) {
        if (receipt != null) {
            return receipt.duplicate() ? Offer.DUPLICATE : receipt.dropped() ? Offer.FULL : Offer.STORED;
        }
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (!(cause instanceof QueueFull) && !(cause instanceof ProducerFull)) {
            log.warn("A job could not be stored.", cause);
        }
        return Offer.FULL;
    }

    @Override
    public double fillPercent() {
        return fillPercent.getAsDouble();
    }
}
