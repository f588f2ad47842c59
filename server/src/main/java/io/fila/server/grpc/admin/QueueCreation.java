package io.fila.server.grpc.admin;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.CreateQueueRequest;

/** The command that a request to create a queue is, if it has been found sound. */
public final class QueueCreation {
    private QueueCreation() {}

    /** A request that was parsed before, and is therefore one. */
    public static Command.CreateQueue command(byte[] encoded, Reply<QueueName> reply) {
        try {
            CreateQueueRequest request = CreateQueueRequest.parseFrom(encoded);
            return new Command.CreateQueue(
                    new QueueName(request.getName()), QueueConfigs.read(request.getConfig()), reply);
        } catch (InvalidProtocolBufferException impossible) {
            throw new IllegalStateException("Expected a request to create a queue.", impossible);
        }
    }
}
