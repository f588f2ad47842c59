package io.fila.client.produce;

import io.fila.client.ProducerOptions;
import io.fila.client.connection.Connection;
import io.fila.client.connection.Subject;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages on one {@code EnqueueStream}, one frame per batch. A message that could be too large for it has a call of its
 * own.
 */
final class StreamSendPath implements SendPath {
    /** Answers come only to what was sent, and that is bounded. */
    private static final int ALL_ANSWERS = Integer.MAX_VALUE;

    private final Connection connection;
    private final Sender sender;
    private final SendPath calls;
    private @Nullable ClientCall<EnqueueBatch, EnqueueResults> call;
    private volatile boolean accepted;

    StreamSendPath(Connection connection, Sender sender) {
        this.connection = connection;
        this.sender = sender;
        calls = new UnarySendPath(connection, sender);
    }

    @Override
    public void open() {
        call = connection.stream(FilaServiceGrpc.getEnqueueStreamMethod(), new Subject.Broker(), new Answers());
        call.request(ALL_ANSWERS);
    }

    @Override
    public boolean accepted() {
        return accepted;
    }

    @Override
    public void send(List<PendingSend> frame) {
        if (call == null) {
            return;
        }
        if (frame.get(0).bytes > ProducerOptions.MAX_BATCH_BYTES) {
            frame.forEach(send -> send.hasOwnCall = true);
            calls.send(frame);
            return;
        }
        EnqueueBatch.Builder batch = EnqueueBatch.newBuilder().setFirstSequence(frame.get(0).sequence);
        for (PendingSend send : frame) {
            batch.addMessages(send.request);
        }
        call.sendMessage(batch.build());
    }

    @Override
    public void end() {
        if (call != null) {
            call.halfClose();
        }
    }

    private final class Answers extends ClientCall.Listener<EnqueueResults> {
        @Override
        public void onHeaders(Metadata headers) {
            accepted = true;
        }

        @Override
        public void onMessage(EnqueueResults results) {
            sender.hear(() -> results.getResultsList().forEach(this::answer));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            sender.lost(StreamSendPath.this, status, trailers);
        }

        private void answer(EnqueueResult result) {
            if (result.hasRefusal()) {
                sender.refused(result.getSequence(), result.getRefusal());
            } else {
                sender.delivered(result.getSequence(), Receipts.of(result));
            }
        }
    }
}
