package io.fila.client.fake;

import com.google.protobuf.Timestamp;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.Settlement;
import io.fila.proto.v1.SettlementKind;
import io.fila.proto.v1.SettlementResult;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A consumer that sends credit, acks and nacks on its stream; the first command names its queue. */
final class FakeStreamConsumer implements FakeConsumer, StreamObserver<ConsumeCommand> {
    private final FakeBroker broker;
    private final ServerCallStreamObserver<ConsumeBatch> stream;
    private @Nullable String queue;
    private long credit;
    private boolean over;

    FakeStreamConsumer(FakeBroker broker, ServerCallStreamObserver<ConsumeBatch> stream) {
        this.broker = broker;
        this.stream = stream;
    }

    @Override
    public void onNext(ConsumeCommand command) {
        broker.locked(stream, () -> {
            if (over) {
                return;
            }
            if (queue == null) {
                broker.queue(command.getQueue()).consumers.add(this);
                queue = command.getQueue();
                // Sends the headers, as a real broker does.
                stream.onNext(ConsumeBatch.getDefaultInstance());
            }
            settle(queue, command);
            credit += Integer.toUnsignedLong(command.getCredit());
            broker.queue(queue).deliver();
        });
    }

    @Override
    public void onError(Throwable gone) {
        broker.locked(stream, this::unregister);
    }

    @Override
    public void onCompleted() {
        broker.locked(stream, () -> {
            unregister();
            if (!over) {
                over = true;
                stream.onCompleted();
            }
        });
    }

    @Override
    public boolean over() {
        return over || stream.isCancelled();
    }

    @Override
    public boolean ready() {
        return !over() && credit > 0;
    }

    @Override
    public void deliver(Message message) {
        credit--;
        stream.onNext(ConsumeBatch.newBuilder().addMessages(message).build());
    }

    @Override
    public void keepAlive() {
        stream.onNext(ConsumeBatch.getDefaultInstance());
    }

    @Override
    public void end(Status status) {
        over = true;
        if (!stream.isCancelled()) {
            stream.onError(status.asRuntimeException());
        }
    }

    private void unregister() {
        if (queue != null && broker.queues.containsKey(queue)) {
            broker.queue(queue).consumers.remove(this);
        }
    }

    private void settle(String name, ConsumeCommand command) {
        ConsumeBatch.Builder results = ConsumeBatch.newBuilder();
        for (Settlement ack : command.getAcksList()) {
            results.addSettled(result(SettlementKind.SETTLEMENT_KIND_ACK, ack.getMessageId(), ack.getLeaseId(), () -> {
                broker.release(name, ack.getMessageId(), ack.getLeaseId());
                return null;
            }));
        }
        for (Failure nack : command.getNacksList()) {
            results.addSettled(result(
                    SettlementKind.SETTLEMENT_KIND_NACK, nack.getMessageId(), nack.getLeaseId(), () -> {
                        broker.nack(NackRequest.newBuilder()
                                .setQueue(name)
                                .setMessageId(nack.getMessageId())
                                .setLeaseId(nack.getLeaseId())
                                .setError(nack.getError())
                                .setRetryAfterMs(nack.getRetryAfterMs())
                                .setHoldThrottleKey(nack.getHoldThrottleKey())
                                .build());
                        return null;
                    }));
        }
        for (Extension extension : command.getExtensionsList()) {
            results.addSettled(result(
                    SettlementKind.SETTLEMENT_KIND_EXTENSION,
                    extension.getMessageId(),
                    extension.getLeaseId(),
                    () -> broker.extend(
                            name, extension.getMessageId(), extension.getLeaseId(), extension.getExtendMs())));
        }
        if (results.getSettledCount() > 0) {
            broker.settlements.add(results.getSettledCount());
            stream.onNext(results.build());
        }
    }

    private static SettlementResult result(
            SettlementKind kind, String id, long leaseId, Supplier<@Nullable Timestamp> work) {
        SettlementResult.Builder result =
                SettlementResult.newBuilder().setKind(kind).setMessageId(id).setLeaseId(leaseId);
        try {
            Timestamp expiresAt = work.get();
            if (expiresAt != null) {
                result.setExpiresAt(expiresAt);
            }
        } catch (StatusRuntimeException e) {
            result.setRefusal(Refused.item(e));
        }
        return result.build();
    }
}
