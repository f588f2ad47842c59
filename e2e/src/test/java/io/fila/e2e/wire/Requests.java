package io.fila.e2e.wire;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import java.util.List;
import java.util.stream.IntStream;

/** Requests that tests make often, and what they read from the answers. */
public final class Requests {
    private Requests() {}

    public static EnqueueRequest.Builder message(String queue, String payload) {
        return EnqueueRequest.newBuilder().setQueue(queue).setPayload(ByteString.copyFromUtf8(payload));
    }

    /** Messages with the prefix and a number each as their payload. */
    public static List<EnqueueRequest> messages(String queue, String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> message(queue, prefix + " " + n).build())
                .toList();
    }

    public static CreateQueueRequest queue(String name, QueueConfig.Builder config) {
        return CreateQueueRequest.newBuilder().setName(name).setConfig(config).build();
    }

    public static String payload(Message message) {
        return message.getPayload().toStringUtf8();
    }

    public static List<String> payloads(List<Message> messages) {
        return messages.stream().map(Requests::payload).toList();
    }
}
