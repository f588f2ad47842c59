package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows messages from place to place along the tape. What they carry follows from the commands alone. */
public final class Moves {
    private static final String EXPIRED = "the lease expired";

    private final Model model;

    public Moves(Model model) {
        this.model = model;
    }

    /**
     * Takes a move in.
     *
     * @param by the command whose effect it is; none if a timer has gone off or the scheduler has chosen
     */
    public KnownMessage take(Step.Moved move, @Nullable Command by) {
        KnownMessage known = model.message(move.id());
        KnownMessage message = known == null ? create(Objects.requireNonNull(by)) : known;
        boolean isRetry = move.cause() == Cause.NACKED || move.cause() == Cause.LEASE_EXPIRED;
        if (isRetry && move.to() instanceof Place.Ready) {
            // Its own lease is what its key is in use by.
            message.attempts++;
            Place left = message.place;
            enter(message, move.to());
            leave(message, left, move);
        } else {
            leave(message, message.place, move);
            change(message, move, by);
            enter(message, move.to());
        }
        return message;
    }

    /** Leases the message to a consumer and takes its tokens. */
    public void lease(Step.Moved move, KnownMessage message, @Nullable KnownConsumer consumer) {
        for (String key : message.throttles()) {
            KnownBucket bucket = model.config().bucket(key);
            if (bucket != null) {
                bucket.take(model.nowNanos());
            }
        }
        take(move, null);
        hand(message, consumer);
    }

    private void leave(KnownMessage message, Place place, Step.Moved move) {
        switch (place) {
            case Place.Ready _ -> message.flow().remove(message);
            case Place.Scheduled _ -> message.queue().scheduled.remove(message);
            case Place.Leased _ when move.cause() != Cause.EXTENDED -> endLease(message);
            default -> {}
        }
    }

    private void enter(KnownMessage message, Place place) {
        message.place = place;
        switch (place) {
            case Place.Ready _ -> join(message);
            case Place.Scheduled _ -> message.queue().scheduled.add(message);
            case Place.Leased lease -> beginLease(message, lease);
            case Place.Nowhere _ -> model.stored().remove(message);
            case Place.Quarantined _ -> {}
        }
    }

    /** Begins a lease, or extends it. */
    private void beginLease(KnownMessage message, Place.Leased lease) {
        model.leases.remove(message);
        message.leaseId = lease.leaseId();
        message.dueNanos = lease.deadlineNanos();
        model.leases.add(message);
    }

    private static void hand(KnownMessage message, @Nullable KnownConsumer consumer) {
        message.flow().leased++;
        message.queue().leased++;
        message.holder = consumer;
        if (consumer != null) {
            consumer.credit--;
            consumer.held++;
        }
    }

    /** The message is not with a consumer any more. */
    private void endLease(KnownMessage message) {
        model.leases.remove(message);
        message.inQuestion = false;
        if (message.holder != null) {
            message.holder.held--;
        }
        message.holder = null;
        message.flow().leased--;
        message.queue().leased--;
    }

    /** Puts the message at the back of its flow, which has the weight of its newest message, or of the first that it gets. */
    private void join(KnownMessage message) {
        boolean isDead = message.envelope().isDeadLetter();
        if ((message.attempts == 0 && !isDead) || !message.flow().isInUse()) {
            message.flow().weigh(isDead ? 1 : message.envelope().scheduling().weight());
        }
        message.flow().add(message);
    }

    /** What changes with the move besides the place. */
    private void change(KnownMessage message, Step.Moved move, @Nullable Command by) {
        KnownQueue queue = message.queue();
        switch (move.cause()) {
            case ACKED -> free(message, queue.config().lifetimes().dedupWindow().toNanos());
            case NACKED, LEASE_EXPIRED -> message.attempts++;
            case DEAD_LETTERED -> {
                if (move.from() instanceof Place.Leased) {
                    bury(message, by);
                }
            }
            case REDRIVEN -> {
                KnownQueue source = model.existing(queue.name().source());
                Scheduling again = by instanceof Command.RedriveDecided decided
                        ? scheduling(decided, message.id())
                        : message.envelope().scheduling();
                rebirth(message, again, source, model.nowNanos());
                source.fallbacks += again.isFallback() ? 1 : 0;
            }
            case MOVED -> {
                KnownQueue target = model.existing(((Command.Move) Objects.requireNonNull(by)).target());
                long readyAt = move.to() instanceof Place.Scheduled at ? at.dueNanos() : model.nowNanos();
                rebirth(message, message.envelope().scheduling(), target, readyAt);
            }
            case CANCELLED, PURGED, QUARANTINED -> free(message, 0);
            case EXPIRED -> {
                queue.expired++;
                free(message, 0);
            }
            case CROWDED_OUT -> {
                queue.dropped++;
                free(message, 0);
            }
            case ACCEPTED, CAME_DUE, LEASED, EXTENDED -> {}
        }
    }

    /** Its dedup key is free, now or after a while. */
    private void free(KnownMessage message, long windowNanos) {
        message.queue().dedup.release(message.envelope().dedupKey(), message.id(), model.nowNanos(), windowNanos);
    }

    private void bury(KnownMessage message, @Nullable Command by) {
        String reason = switch (by) {
            case Command.Nack nack -> nack.reason().error();
            case Command.FailureDecided decided -> decided.failure().error();
            case null, default -> EXPIRED;
        };
        message.attempts++;
        free(message, 0);
        DeadLetter death = new DeadLetter(reason, message.queue().name().value(), model.nowNanos());
        message.envelope(message.envelope().buried(death));
        KnownQueue deadLetters = model.knownQueues().deadLettersOf(message.queue(), model.nowNanos());
        message.flow = deadLetters.flow(Scheduling.DEFAULT_KEY);
    }

    private void rebirth(KnownMessage message, Scheduling again, KnownQueue target, long readyAtNanos) {
        free(message, 0);
        message.envelope(message.envelope().reborn(again, target.expiryNanos(readyAtNanos, 0)));
        message.attempts = 0;
        message.flow = target.flow(again.fairnessKey());
    }

    private static Scheduling scheduling(Command.RedriveDecided decided, MessageId id) {
        return decided.redriven().stream()
                .filter(one -> one.id().equals(id))
                .map(Command.Redriven::scheduling)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private KnownMessage create(Command by) {
        KnownMessage message = switch (by) {
            case Command.Enqueue enqueue -> create(enqueue);
            case Command.EnqueueDeadLetter offer -> create(offer);
            default -> throw new IllegalStateException("Expected no new message by " + by + ".");
        };
        model.add(message);
        return message;
    }

    private KnownMessage create(Command.Enqueue enqueue) {
        KnownQueue queue = model.existing(enqueue.queue());
        queue.fallbacks += enqueue.scheduling().isFallback() ? 1 : 0;
        long readyAt = enqueue.options().readyAtNanos(model.nowNanos());
        long expiresAt = queue.expiryNanos(readyAt, enqueue.options().ttlNanos());
        String dedupKey = enqueue.options().dedupKey();
        queue.dedup.take(dedupKey, enqueue.id());
        return new KnownMessage(
                new Envelope(enqueue.id(), enqueue.scheduling(), model.nowNanos(), expiresAt, dedupKey, null),
                enqueue.body(),
                queue.flow(enqueue.scheduling().fairnessKey()));
    }

    private KnownMessage create(Command.EnqueueDeadLetter offer) {
        KnownQueue queue = model.existing(offer.queue());
        queue.fallbacks++;
        DeadLetter death = new DeadLetter(offer.reason(), queue.name().value(), model.nowNanos());
        return new KnownMessage(
                new Envelope(offer.id(), offer.asked(), model.nowNanos()).buried(death),
                offer.body(),
                model.knownQueues().deadLettersOf(queue, model.nowNanos()).flow(Scheduling.DEFAULT_KEY));
    }
}
