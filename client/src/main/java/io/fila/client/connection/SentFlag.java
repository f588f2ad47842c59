package io.fila.client.connection;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/** Whether a call was sent: before that no broker can have heard of it. */
final class SentFlag extends ClientStreamTracer.Factory {
    private volatile boolean sent;

    boolean isSet() {
        return sent;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
            @Override
            public void streamCreated(Attributes transport, Metadata all) {
                sent = true;
            }
        };
    }
}
