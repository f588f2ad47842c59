package io.fila.server.grpc.message;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.hook.NackReason;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.enqueue.EnqueueOptionRules;
import io.fila.server.enqueue.MessageLimits;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Carries out acks, nacks and extensions, from plain calls and streams. Thread-safe; never blocks. */
public final class SettlementCalls {
    /** How long a lease may be made to last from now; more is refused with INVALID_ARGUMENT. */
    private static final Duration LONGEST_EXTENSION = QueueConfig.MAX_VISIBILITY_TIMEOUT;

    private final CommandGateway gateway;

    SettlementCalls(CommandGateway gateway) {
        this.gateway = gateway;
    }

    /** Ends a lease because the work is done. A lease id of 0 means whatever lease there is, here and below. */
    void ack(QueueName queue, MessageId id, long leaseId, Reply<Done> reply) {
        gateway.enter(new Command.Ack(queue, id, leaseId, reply), reply);
    }

    /** Ends a lease because the work failed. */
    void nack(
            QueueName queue,
            MessageId id,
            long leaseId,
            String error,
            long retryAfterMillis,
            String holdThrottleKey,
            Reply<Done> reply) {
        Refusal objection = EnqueueOptionRules.tooLong("retry_after_ms", retryAfterMillis);
        if (objection == null) {
            objection = MessageLimits.objection("throttle key", holdThrottleKey);
        }
        if (objection == null && !holdThrottleKey.isEmpty() && retryAfterMillis == 0) {
            objection = Refusal.invalid("Expected retry_after_ms with hold_throttle_key, which is held for that long,"
                    + " but it is 0; say for how long.");
        }
        if (objection != null) {
            reply.refuse(objection);
            return;
        }
        NackReason reason =
                new NackReason(kept(error), TimeUnit.MILLISECONDS.toNanos(retryAfterMillis), holdThrottleKey);
        gateway.enter(new Command.Nack(queue, id, leaseId, reason, reply), reply);
    }

    /** Lets a lease last so long from now, or the queue's visibility timeout if that is 0. */
    void extend(QueueName queue, MessageId id, long leaseId, long extendMillis, Reply<Long> reply) {
        if (extendMillis < 0 || extendMillis > LONGEST_EXTENSION.toMillis()) {
            reply.refuse(Refusal.invalid("Expected extend_ms of at most seven days but found "
                    + Long.toUnsignedString(extendMillis) + " ms; extend again in time."));
            return;
        }
        gateway.enter(
                new Command.Extend(queue, id, leaseId, TimeUnit.MILLISECONDS.toNanos(extendMillis), reply), reply);
    }

    /** As much of an error as is kept with a message. */
    static String kept(String error) {
        return error.length() <= Limits.ERROR_CHARS ? error : error.substring(0, Limits.ERROR_CHARS);
    }

    /** How many settlements a stream may have under way now. */
    int room() {
        return gateway.isCrowded() ? Inflow.ITEMS_IN_A_CROWD : Inflow.ITEMS;
    }

    /** What is wrong with a text that should be a message id. */
    static Refusal noMessageId(String text) {
        return Refusal.invalid(
                text.isEmpty()
                        ? "Expected a message id but it is empty; send the id of the delivery."
                        : "Expected a message id such as 01939b3e-7c1a-7def-8123-456789abcdef but found other text;"
                                + " send the id of the delivery.");
    }

    /** The id of the message a call is about, or null if the call has been refused. */
    public static @Nullable MessageId named(String queue, String messageId, UnaryCall<?> call) {
        Refusal objection = QueueName.objection(queue);
        if (objection != null) {
            call.refuse(objection);
            return null;
        }
        MessageId id = MessageId.parse(messageId).orElse(null);
        if (id == null) {
            call.refuse(noMessageId(messageId));
        }
        return id;
    }
}
