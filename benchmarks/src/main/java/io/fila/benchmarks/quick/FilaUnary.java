package io.fila.benchmarks.quick;

import com.google.protobuf.UnsafeByteOperations;
import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.util.function.IntConsumer;

/** Fila through plain calls, one for each message. It only produces. */
final class FilaUnary extends FilaContender {
    private final Channel channel;

    FilaUnary(FilaFrames sameBroker, FilaProcess process, String durability) {
        super(process, durability, sameBroker.client());
        channel = sameBroker.channel();
    }

    @Override
    public String name() {
        return "Fila, plain calls";
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        FilaServiceGrpc.FilaServiceStub calls = FilaServiceGrpc.newStub(channel);
        StreamObserver<EnqueueResponse> answers = counting(confirmed);
        return new Sender() {
            @Override
            public void send(byte[] payload) {
                calls.enqueue(
                        EnqueueRequest.newBuilder()
                                .setQueue(queue)
                                .setPayload(UnsafeByteOperations.unsafeWrap(payload))
                                .build(),
                        answers);
            }

            @Override
            public void flush() {
                // Every call is on its way already.
            }

            @Override
            public void close() {
                // The workload has waited for every answer.
            }
        };
    }

    private static StreamObserver<EnqueueResponse> counting(IntConsumer confirmed) {
        return new StreamObserver<>() {
            @Override
            public void onNext(EnqueueResponse response) {
                confirmed.accept(1);
            }

            @Override
            public void onError(Throwable refused) {
                throw new IllegalStateException("Expected every call to be answered but one was not", refused);
            }

            @Override
            public void onCompleted() {
                // The answer was counted.
            }
        };
    }

    @Override
    public Closing consumer(String queue, Receiver receiver, IntConsumer settled) {
        throw new UnsupportedOperationException("Plain calls are measured on their way in only.");
    }
}
