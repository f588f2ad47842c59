package io.fila.client.fake;

import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.AckResponse;
import io.fila.proto.v1.CancelRequest;
import io.fila.proto.v1.CancelResponse;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.ExtendLeaseRequest;
import io.fila.proto.v1.ExtendLeaseResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.NackResponse;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/** Producers and consumers of the fake. */
final class FakeService extends FilaServiceGrpc.FilaServiceImplBase {
    private final FakeBroker broker;

    FakeService(FakeBroker broker) {
        this.broker = broker;
    }

    @Override
    public void enqueue(EnqueueRequest request, StreamObserver<EnqueueResponse> reply) {
        broker.answer(reply, () -> broker.store(request));
    }

    @Override
    public StreamObserver<EnqueueBatch> enqueueStream(StreamObserver<EnqueueResults> answers) {
        FakeProducer producer = new FakeProducer(broker, answers);
        broker.locked(answers, () -> {
            EarlyHeaders.send();
            broker.producers.add(producer);
        });
        return producer;
    }

    @Override
    public void consume(ConsumeRequest request, StreamObserver<ConsumeResponse> stream) {
        broker.locked(stream, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            ServerCallStreamObserver<ConsumeResponse> call = (ServerCallStreamObserver<ConsumeResponse>) stream;
            FakeConsumer consumer = new FakePlainConsumer(call, request.getMaxMessages());
            EarlyHeaders.send();
            queue.consumers.add(consumer);
            call.setOnReadyHandler(() -> broker.locked(stream, queue::deliver));
            call.setOnCancelHandler(() -> broker.locked(stream, () -> queue.consumers.remove(consumer)));
            queue.deliver();
        });
    }

    @Override
    public StreamObserver<ConsumeCommand> consumeStream(StreamObserver<ConsumeBatch> stream) {
        return new FakeStreamConsumer(broker, (ServerCallStreamObserver<ConsumeBatch>) stream);
    }

    @Override
    public void cancel(CancelRequest request, StreamObserver<CancelResponse> reply) {
        broker.answer(
                reply,
                () -> CancelResponse.newBuilder()
                        .setCancelled(broker.queue(request.getQueue())
                                .pending
                                .removeIf(message ->
                                        message.getMetadata().getDedupKey().equals(request.getDedupKey())))
                        .build());
    }

    @Override
    public void ack(AckRequest request, StreamObserver<AckResponse> reply) {
        broker.answer(reply, () -> {
            broker.release(request.getQueue(), request.getMessageId(), request.getLeaseId());
            return AckResponse.getDefaultInstance();
        });
    }

    @Override
    public void nack(NackRequest request, StreamObserver<NackResponse> reply) {
        broker.answer(reply, () -> {
            broker.nack(request);
            return NackResponse.getDefaultInstance();
        });
    }

    @Override
    public void extendLease(ExtendLeaseRequest request, StreamObserver<ExtendLeaseResponse> reply) {
        broker.answer(
                reply,
                () -> ExtendLeaseResponse.newBuilder()
                        .setExpiresAt(broker.extend(
                                request.getQueue(),
                                request.getMessageId(),
                                request.getLeaseId(),
                                request.getExtendMs()))
                        .build());
    }
}
