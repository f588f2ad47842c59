package io.fila.e2e.wire;

import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** An EnqueueStream call: batches go in, results by sequence number come out. One thread. */
public final class BatchProducer implements AutoCloseable {
    private final StreamObserver<EnqueueBatch> batches;
    private final Answers<EnqueueResult> answers = new Answers<>();
    private long sent;

    private BatchProducer(Channel channel) {
        batches = FilaServiceGrpc.newStub(channel).enqueueStream(answers.of(EnqueueResults::getResultsList));
    }

    public static BatchProducer open(PlainClient client) {
        return new BatchProducer(client.channel());
    }

    /** Sends a batch and waits for its results, in the order of its messages. */
    public List<EnqueueResult> send(List<EnqueueRequest> messages) throws InterruptedException {
        batches.onNext(EnqueueBatch.newBuilder()
                .setFirstSequence(sent)
                .addAllMessages(messages)
                .build());
        sent += messages.size();
        SortedMap<Long, EnqueueResult> bySequence = new TreeMap<>();
        while (bySequence.size() < messages.size()) {
            EnqueueResult result = answers.next();
            bySequence.put(result.getSequence(), result);
        }
        return List.copyOf(bySequence.values());
    }

    /** Says that nothing more comes, and waits for the end. */
    @Override
    public void close() {
        batches.onCompleted();
        answers.awaitEnd();
    }
}
