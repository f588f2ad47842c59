package io.fila.client.fake;

import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.Message;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;

/** A consumer of the plain kind, which may want only so many messages. */
final class FakePlainConsumer implements FakeConsumer {
    private final ServerCallStreamObserver<ConsumeResponse> stream;
    private final int maxMessages;
    private int delivered;

    FakePlainConsumer(ServerCallStreamObserver<ConsumeResponse> stream, int maxMessages) {
        this.stream = stream;
        this.maxMessages = maxMessages;
    }

    @Override
    public boolean over() {
        return stream.isCancelled() || (maxMessages > 0 && delivered == maxMessages);
    }

    @Override
    public boolean ready() {
        return !over() && stream.isReady();
    }

    @Override
    public void deliver(Message message) {
        stream.onNext(ConsumeResponse.newBuilder().setMessage(message).build());
        delivered++;
        if (delivered == maxMessages) {
            stream.onCompleted();
        }
    }

    @Override
    public void keepAlive() {
        stream.onNext(ConsumeResponse.getDefaultInstance());
    }

    @Override
    public void end(Status status) {
        if (!stream.isCancelled()) {
            stream.onError(status.asRuntimeException());
        }
    }
}
