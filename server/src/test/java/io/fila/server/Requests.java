package io.fila.server;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.EnqueueRequest;

/** Requests as tests send them. */
public final class Requests {
    private Requests() {}

    public static EnqueueRequest enqueue(String queue, String payload) {
        return EnqueueRequest.newBuilder()
                .setQueue(queue)
                .setPayload(ByteString.copyFromUtf8(payload))
                .build();
    }

    public static EnqueueRequest enqueue(String queue, String payload, String fairnessKey, int weight) {
        return enqueue(queue, payload).toBuilder()
                .setFairnessKey(fairnessKey)
                .setWeight(weight)
                .build();
    }
}
