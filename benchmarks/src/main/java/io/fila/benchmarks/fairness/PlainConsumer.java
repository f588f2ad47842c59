package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A consumer that reads all it is sent, and handles and acks one message after the other. */
final class PlainConsumer implements Closing, StreamObserver<ConsumeResponse> {
    private final ManagedChannel channel;
    private final String queue;
    private final Contender.Receiver receiver;
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final Thread worker;

    PlainConsumer(ManagedChannel channel, String queue, Contender.Receiver receiver) {
        this.channel = channel;
        this.queue = queue;
        this.receiver = receiver;
        FilaServiceGrpc.newStub(channel)
                .consume(ConsumeRequest.newBuilder().setQueue(queue).build(), this);
        worker = Thread.ofPlatform().name("plain-consumer").daemon().start(this::work);
    }

    @Override
    public void onNext(ConsumeResponse response) {
        if (response.hasMessage()) {
            received.add(response.getMessage());
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (Status.fromThrowable(failure).getCode() != Status.Code.UNAVAILABLE) {
            System.err.println("A plain consumer's stream ended: " + failure.getMessage());
        }
    }

    @Override
    public void onCompleted() {}

    private void work() {
        FilaServiceGrpc.FilaServiceBlockingStub calls = FilaServiceGrpc.newBlockingStub(channel);
        try {
            while (true) {
                Message message = received.take();
                receiver.receive(message.getPayload().toByteArray());
                var _ = calls.ack(AckRequest.newBuilder()
                        .setQueue(queue)
                        .setMessageId(message.getId())
                        .setLeaseId(message.getLeaseId())
                        .build());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (StatusRuntimeException failure) {
            if (!channel.isShutdown()) {
                throw failure;
            }
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        worker.interrupt();
    }
}
