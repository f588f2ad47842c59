package io.fila.e2e.wire;

import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.Settlement;
import io.fila.proto.v1.SettlementResult;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ConsumeStream call: credit, acks, nacks and extensions go in; messages and what became of those come out. One thread. */
public final class BatchConsumer implements AutoCloseable {
    private final StreamObserver<ConsumeCommand> commands;
    private final Answers<Message> messages = new Answers<>();
    private final Answers<SettlementResult> settled = new Answers<>();

    private BatchConsumer(Channel channel) {
        StreamObserver<ConsumeBatch> toMessages = messages.of(ConsumeBatch::getMessagesList);
        StreamObserver<ConsumeBatch> toSettled = settled.of(ConsumeBatch::getSettledList);
        commands = FilaServiceGrpc.newStub(channel).consumeStream(new StreamObserver<>() {
            @Override
            public void onNext(ConsumeBatch batch) {
                toMessages.onNext(batch);
                toSettled.onNext(batch);
            }

            @Override
            public void onError(Throwable failure) {
                toMessages.onError(failure);
                toSettled.onError(failure);
            }

            @Override
            public void onCompleted() {
                toMessages.onCompleted();
                toSettled.onCompleted();
            }
        });
    }

    /** Opens a stream on a queue with some credit to begin with. */
    public static BatchConsumer open(PlainClient client, String queue, int credit) {
        BatchConsumer consumer = new BatchConsumer(client.channel());
        consumer.commands.onNext(
                ConsumeCommand.newBuilder().setQueue(queue).setCredit(credit).build());
        return consumer;
    }

    public void grant(int credit) {
        commands.onNext(ConsumeCommand.newBuilder().setCredit(credit).build());
    }

    public Message next() throws InterruptedException {
        return messages.next();
    }

    public List<Message> next(int count) throws InterruptedException {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(next());
        }
        return all;
    }

    /** Waits for a message so long; null if none came. */
    public @Nullable Message poll(Duration timeout) throws InterruptedException {
        return messages.poll(timeout);
    }

    /** Acks messages under their leases in one command, and waits for what became of each. */
    public List<SettlementResult> ack(List<Message> done) throws InterruptedException {
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        for (Message message : done) {
            command.addAcks(
                    Settlement.newBuilder().setMessageId(message.getId()).setLeaseId(message.getLeaseId()));
        }
        return send(command.build(), done.size());
    }

    public SettlementResult nack(Message failed, String error) throws InterruptedException {
        Failure failure = Failure.newBuilder()
                .setMessageId(failed.getId())
                .setLeaseId(failed.getLeaseId())
                .setError(error)
                .build();
        return send(ConsumeCommand.newBuilder().addNacks(failure).build(), 1).getFirst();
    }

    public SettlementResult extend(Message held, Duration time) throws InterruptedException {
        Extension extension = Extension.newBuilder()
                .setMessageId(held.getId())
                .setLeaseId(held.getLeaseId())
                .setExtendMs(time.toMillis())
                .build();
        return send(ConsumeCommand.newBuilder().addExtensions(extension).build(), 1)
                .getFirst();
    }

    private List<SettlementResult> send(ConsumeCommand command, int answers) throws InterruptedException {
        commands.onNext(command);
        List<SettlementResult> all = new ArrayList<>();
        for (int i = 0; i < answers; i++) {
            all.add(settled.next());
        }
        return all;
    }

    /** Says that nothing more comes, and waits for the broker to finish what it was told. */
    @Override
    public void close() {
        commands.onCompleted();
        settled.awaitEnd();
    }
}
