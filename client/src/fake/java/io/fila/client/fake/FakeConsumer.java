package io.fila.client.fake;

import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.Message;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;

/** A consumer's stream, which may want only so many messages. Guarded by the broker's lock. */
final class FakeConsumer {
    private final ServerCallStreamObserver<ConsumeResponse> stream;
    private final int maxMessages;
    private int delivered;

    FakeConsumer(ServerCallStreamObserver<ConsumeResponse> stream, int maxMessages) {
        this.stream = stream;
        this.maxMessages = maxMessages;
    }

    boolean over() {
        return stream.isCancelled() || (maxMessages > 0 && delivered == maxMessages);
    }

    boolean ready() {
        return !over() && stream.isReady();
    }

    void deliver(Message message) {
        stream.onNext(ConsumeResponse.newBuilder().setMessage(message).build());
        delivered++;
        if (delivered == maxMessages) {
            stream.onCompleted();
        }
    }

    void keepAlive() {
        stream.onNext(ConsumeResponse.getDefaultInstance());
    }

    void end(Status status) {
        if (!stream.isCancelled()) {
            stream.onError(status.asRuntimeException());
        }
    }
}
