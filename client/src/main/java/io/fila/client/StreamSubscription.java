package io.fila.client;

import io.fila.client.connection.Connection;
import io.fila.client.connection.Subject;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** Messages on a {@code ConsumeStream}, as far as the credit reaches, with the settlements on the way back. */
final class StreamSubscription implements Subscription {
    /** Credit is the bound here, not the transport's. */
    private static final int ALL_BATCHES = Integer.MAX_VALUE;

    private final Connection connection;
    private final String queue;
    private final Receiver receiver;
    private @Nullable ClientCall<ConsumeCommand, ConsumeBatch> call;

    StreamSubscription(Connection connection, String queue, Receiver receiver) {
        this.connection = connection;
        this.queue = queue;
        this.receiver = receiver;
    }

    @Override
    public void open(int credit) {
        call = connection.stream(FilaServiceGrpc.getConsumeStreamMethod(), new Subject.Queue(queue), new Arrivals());
        call.request(ALL_BATCHES);
        call.sendMessage(
                ConsumeCommand.newBuilder().setQueue(queue).setCredit(credit).build());
    }

    @Override
    public boolean settles() {
        return true;
    }

    @Override
    public void send(ConsumeCommand command) {
        if (call != null) {
            call.sendMessage(command);
        }
    }

    @Override
    public void end() {
        if (call != null) {
            call.halfClose();
        }
    }

    @Override
    public void abort() {
        if (call != null) {
            call.cancel("Closed by the consumer", null);
        }
    }

    private final class Arrivals extends ClientCall.Listener<ConsumeBatch> {
        @Override
        public void onHeaders(Metadata headers) {
            receiver.opened(StreamSubscription.this);
        }

        @Override
        public void onMessage(ConsumeBatch batch) {
            receiver.received(StreamSubscription.this, batch);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            receiver.lost(StreamSubscription.this, status, trailers);
        }
    }
}
