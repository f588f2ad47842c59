package io.fila.benchmarks.whole;

import com.google.protobuf.UnsafeByteOperations;
import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.AckResponse;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/** Fila through plain calls, one for each message and each ack, and a plain stream of deliveries. */
final class FilaUnary extends FilaContender {
    private final FilaFrames sameBroker;
    private final Channel channel;

    FilaUnary(FilaProcess process, String durability) {
        this(new FilaFrames(process, durability), process, durability);
    }

    FilaUnary(FilaFrames sameBroker, FilaProcess process, String durability) {
        super(process, durability, sameBroker.client());
        this.sameBroker = sameBroker;
        channel = sameBroker.channel();
    }

    @Override
    public String name() {
        return "Fila, plain calls";
    }

    @Override
    public String settings() {
        return "default settings; a unary Enqueue for each message, the plain Consume stream, a unary Ack for each message";
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        FilaServiceGrpc.FilaServiceStub calls = FilaServiceGrpc.newStub(channel);
        StreamObserver<EnqueueResponse> answers = counting(() -> confirmed.accept(1), new AtomicBoolean());
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

    /** @param closed after which nobody waits for an answer: the queue may be gone by then */
    private static <T> StreamObserver<T> counting(Runnable answered, AtomicBoolean closed) {
        return new StreamObserver<>() {
            @Override
            public void onNext(T response) {
                answered.run();
            }

            @Override
            public void onError(Throwable refused) {
                if (closed.get()) {
                    return;
                }
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
        FilaServiceGrpc.FilaServiceStub calls = FilaServiceGrpc.newStub(channel);
        AtomicBoolean closed = new AtomicBoolean();
        StreamObserver<AckResponse> answers = counting(() -> settled.accept(1), closed);
        Context.CancellableContext stream = Context.current().withCancellation();
        stream.run(() -> calls.consume(
                ConsumeRequest.newBuilder().setQueue(queue).build(), new StreamObserver<ConsumeResponse>() {
                    @Override
                    public void onNext(ConsumeResponse response) {
                        receiver.receive(response.getMessage().getPayload().toByteArray());
                        AckRequest ack = AckRequest.newBuilder()
                                .setQueue(queue)
                                .setMessageId(response.getMessage().getId())
                                .build();
                        // Not in the context of the stream: an ack outlives it.
                        Context.ROOT.run(() -> calls.ack(ack, answers));
                    }

                    @Override
                    public void onError(Throwable cancelled) {
                        // It was closed.
                    }

                    @Override
                    public void onCompleted() {
                        // It was closed.
                    }
                }));
        return () -> {
            closed.set(true);
            boolean _ = stream.cancel(null);
        };
    }

    @Override
    public void close() {
        sameBroker.close();
    }
}
