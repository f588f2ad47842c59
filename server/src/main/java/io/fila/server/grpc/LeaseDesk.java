package io.fila.server.grpc;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.wire.EncodedSettlement;
import org.jspecify.annotations.Nullable;

/** What consumers say about messages they hold, whichever call it came by. Any thread; nothing here waits. */
final class LeaseDesk {
    /** Characters of a nack's error that are passed on; the rest of a longer text is cut off. */
    private static final int ERROR_CHARS = 16 * 1024;

    private final Door door;

    LeaseDesk(Door door) {
        this.door = door;
    }

    void ack(QueueName queue, MessageId id, Reply<Done> reply) {
        door.enter(new Command.Ack(queue, id, reply), reply);
    }

    void nack(QueueName queue, MessageId id, String error, Reply<Done> reply) {
        String kept = error.length() <= ERROR_CHARS ? error : error.substring(0, ERROR_CHARS);
        door.enter(new Command.Nack(queue, id, kept, reply), reply);
    }

    /** Carries out what a stream said. What is refused here is not followed by a flush. */
    void settle(QueueName queue, EncodedSettlement settlement, Reply<Done> reply) {
        MessageId id = settlement.id();
        if (id == null) {
            reply.refuse(noMessageId(settlement.otherText()));
            return;
        }
        switch (settlement.kind()) {
            case ACK -> ack(queue, id, reply);
            case NACK -> nack(queue, id, settlement.error(), reply);
            case EXTEND ->
                reply.refuse(
                        Refusal.failedPrecondition("Expected a broker that extends leases but this one does not yet."));
        }
    }

    /** Whether whoever can wait should. */
    boolean isCrowded() {
        return door.isCrowded();
    }

    /** What is wrong with a text that should be a message id. */
    static Refusal noMessageId(String text) {
        return Refusal.invalid(
                text.isEmpty()
                        ? "Expected a message id but it is empty; send the id of the delivery."
                        : "Expected a message id such as 01939b3e-7c1a-7def-8123-456789abcdef but found other text;"
                                + " send the id of the delivery.");
    }

    /** The id of the message a client says it holds, or null if the call has been refused. */
    static @Nullable MessageId leased(String queue, String messageId, UnaryCall<?> call) {
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
