package io.fila.client.fake;

import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;

/** A producer's stream, whose answers the broker may hold back. */
final class FakeProducer implements StreamObserver<EnqueueBatch> {
    private final FakeBroker broker;
    private final StreamObserver<EnqueueResults> answers;
    private EnqueueResults.Builder heldBack = EnqueueResults.newBuilder();
    private boolean over;

    FakeProducer(FakeBroker broker, StreamObserver<EnqueueResults> answers) {
        this.broker = broker;
        this.answers = answers;
    }

    @Override
    public void onNext(EnqueueBatch batch) {
        broker.locked(answers, () -> {
            broker.batches.add(batch.getMessagesCount());
            long sequence = batch.getFirstSequence();
            for (EnqueueRequest message : batch.getMessagesList()) {
                heldBack.addResults(result(message).setSequence(sequence++));
            }
            answer();
        });
    }

    @Override
    public void onError(Throwable gone) {
        broker.locked(answers, () -> broker.producers.remove(this));
    }

    @Override
    public void onCompleted() {
        broker.locked(answers, () -> {
            broker.producers.remove(this);
            answers.onCompleted();
        });
    }

    /** Sends what may be sent. Guarded by the broker's lock. */
    void answer() {
        if (!broker.holdsAnswers() && heldBack.getResultsCount() > 0 && !over) {
            answers.onNext(heldBack.build());
            heldBack = EnqueueResults.newBuilder();
        }
    }

    void end(Status status) {
        over = true;
        answers.onError(status.asRuntimeException());
    }

    private EnqueueResult.Builder result(EnqueueRequest message) {
        try {
            EnqueueResponse response = broker.store(message);
            return EnqueueResult.newBuilder()
                    .setMessageId(response.getMessageId())
                    .setDuplicate(response.getDuplicate())
                    .setDropped(response.getDropped());
        } catch (StatusRuntimeException e) {
            return EnqueueResult.newBuilder().setRefusal(Refused.item(e));
        }
    }
}
