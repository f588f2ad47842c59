package io.fila.client.fake;

import com.google.protobuf.Timestamp;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.AckResponse;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageMetadata;
import io.fila.proto.v1.MessageTimestamps;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.NackResponse;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.regex.Pattern;

/** Producers and consumers of the fake. */
final class FakeService extends FilaServiceGrpc.FilaServiceImplBase {
    private static final Pattern CANONICAL_UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final FakeBroker broker;

    FakeService(FakeBroker broker) {
        this.broker = broker;
    }

    @Override
    public void enqueue(EnqueueRequest request, StreamObserver<EnqueueResponse> reply) {
        broker.answer(reply, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            String id = broker.nextId();
            queue.pending.add(Message.newBuilder()
                    .setId(id)
                    .putAllHeaders(request.getHeadersMap())
                    .setPayload(request.getPayload())
                    .setMetadata(MessageMetadata.newBuilder()
                            .setFairnessKey(request.getFairnessKey().isEmpty() ? "default" : request.getFairnessKey())
                            .setWeight(request.getWeight() == 0 ? 1 : request.getWeight())
                            .addAllThrottleKeys(request.getThrottleKeysList())
                            .setQueueId(request.getQueue()))
                    .setTimestamps(MessageTimestamps.newBuilder()
                            .setEnqueuedAt(Timestamp.newBuilder().setSeconds(1_767_225_600))
                            .setLeasedAt(Timestamp.newBuilder().setSeconds(1_767_225_601)))
                    .build());
            queue.deliver();
            return EnqueueResponse.newBuilder().setMessageId(id).build();
        });
    }

    @Override
    public void consume(ConsumeRequest request, StreamObserver<ConsumeResponse> stream) {
        broker.locked(stream, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            ServerCallStreamObserver<ConsumeResponse> call = (ServerCallStreamObserver<ConsumeResponse>) stream;
            FakeConsumer consumer = new FakeConsumer(call, request.getMaxMessages());
            EarlyHeaders.send();
            queue.consumers.add(consumer);
            call.setOnReadyHandler(() -> broker.locked(stream, queue::deliver));
            call.setOnCancelHandler(() -> broker.locked(stream, () -> queue.consumers.remove(consumer)));
            queue.deliver();
        });
    }

    @Override
    public void ack(AckRequest request, StreamObserver<AckResponse> reply) {
        broker.answer(reply, () -> {
            release(request.getQueue(), request.getMessageId());
            return AckResponse.getDefaultInstance();
        });
    }

    @Override
    public void nack(NackRequest request, StreamObserver<NackResponse> reply) {
        broker.answer(reply, () -> {
            Message failed = release(request.getQueue(), request.getMessageId());
            FakeQueue queue = broker.queue(request.getQueue());
            broker.nackErrors.add(request.getError());
            MessageMetadata.Builder metadata = failed.getMetadata().toBuilder();
            queue.pending.addFirst(failed.toBuilder()
                    .setMetadata(metadata.setAttemptCount(metadata.getAttemptCount() + 1))
                    .build());
            queue.deliver();
            return NackResponse.getDefaultInstance();
        });
    }

    private Message release(String queueName, String id) {
        if (queueName.isEmpty()) {
            throw Refused.invalid("queue must not be empty");
        }
        if (!CANONICAL_UUID.matcher(id).matches()) {
            throw Refused.invalid("message_id \"" + id + "\" is not a UUID");
        }
        FakeQueue queue = broker.queues.get(queueName);
        Message message = queue == null ? null : queue.leased.remove(id);
        if (message == null) {
            throw Refused.notFound("message " + id + " has no lease in queue \"" + queueName + "\"");
        }
        return message;
    }
}
