package io.fila.client;

import io.fila.client.connection.Connection;
import io.fila.client.connection.Subject;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Receives messages with the plain {@code Consume}, for brokers without {@code ConsumeStream}; the transport's flow control
 * stands in for credit.
 */
final class PlainSubscription implements Subscription {
    private static final int ALL_MESSAGES = Integer.MAX_VALUE;

    private final Connection connection;
    private final String queue;
    private final int maxMessages;
    private final Receiver receiver;
    private @Nullable ClientCall<ConsumeRequest, ConsumeResponse> call;

    /** @param maxMessages the broker leases no more than this; 0 means no limit */
    PlainSubscription(Connection connection, String queue, int maxMessages, Receiver receiver) {
        this.connection = connection;
        this.queue = queue;
        this.maxMessages = maxMessages;
        this.receiver = receiver;
    }

    @Override
    public void open(int credit) {
        call = connection.stream(FilaServiceGrpc.getConsumeMethod(), new Subject.Queue(queue), new Arrivals());
        call.request(credit);
        call.sendMessage(ConsumeRequest.newBuilder()
                .setQueue(queue)
                .setMaxMessages(maxMessages)
                .build());
        call.halfClose();
    }

    @Override
    public boolean settles() {
        return false;
    }

    @Override
    public void send(ConsumeCommand command) {
        if (call != null && command.getCredit() > 0) {
            call.request(command.getCredit());
        }
    }

    /** Takes what the transport holds before it leaves: it is leased, and nobody else would give it back. */
    @Override
    public void end() {
        if (call != null) {
            call.request(ALL_MESSAGES);
        }
        abort();
    }

    @Override
    public void abort() {
        if (call != null) {
            call.cancel("Closed by the consumer", null);
        }
    }

    private final class Arrivals extends ClientCall.Listener<ConsumeResponse> {
        @Override
        public void onHeaders(Metadata headers) {
            receiver.opened(PlainSubscription.this);
        }

        @Override
        public void onMessage(ConsumeResponse response) {
            if (response.hasMessage()) {
                receiver.received(
                        PlainSubscription.this,
                        ConsumeBatch.newBuilder()
                                .addMessages(response.getMessage())
                                .build());
            } else if (call != null) {
                // A keep-alive uses no credit.
                call.request(1);
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            receiver.lost(PlainSubscription.this, status, trailers);
        }
    }
}
