package io.fila.server;

import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.Settlement;
import io.fila.proto.v1.SettlementResult;
import io.grpc.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;

/** A consumer that is sent batches: it takes them apart into messages and results. */
final class BatchConsumerProbe extends StreamProbe<ConsumeCommand, ConsumeBatch> {
    private final Queue<Message> messages = new ArrayDeque<>();
    private final Queue<SettlementResult> results = new ArrayDeque<>();

    private BatchConsumerProbe(Channel channel) {
        super(channel, FilaServiceGrpc.getConsumeStreamMethod());
    }

    static BatchConsumerProbe openWithoutReading(Channel channel, String queue, int credit) {
        BatchConsumerProbe probe = new BatchConsumerProbe(channel);
        probe.send(ConsumeCommand.newBuilder().setQueue(queue).setCredit(credit).build());
        return probe;
    }

    static BatchConsumerProbe open(Channel channel, String queue, int credit) {
        BatchConsumerProbe probe = openWithoutReading(channel, queue, credit);
        probe.read(Integer.MAX_VALUE);
        probe.awaitHeaders();
        return probe;
    }

    void credit(int more) {
        send(ConsumeCommand.newBuilder().setCredit(more).build());
    }

    void ack(Collection<Message> done) {
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        for (Message message : done) {
            command.addAcks(
                    Settlement.newBuilder().setMessageId(message.getId()).setLeaseId(message.getLeaseId()));
        }
        send(command.build());
    }

    void nack(Failure failure) {
        send(ConsumeCommand.newBuilder().addNacks(failure).build());
    }

    void extend(Extension extension) {
        send(ConsumeCommand.newBuilder().addExtensions(extension).build());
    }

    List<Message> messages(int count) {
        while (messages.size() < count) {
            takeApart(next());
        }
        return take(messages, count);
    }

    List<SettlementResult> results(int count) {
        while (results.size() < count) {
            takeApart(next());
        }
        return take(results, count);
    }

    /** What has come and was not asked for. */
    int surplus() {
        while (waiting() > 0) {
            takeApart(next());
        }
        return messages.size() + results.size();
    }

    private void takeApart(ConsumeBatch batch) {
        messages.addAll(batch.getMessagesList());
        results.addAll(batch.getSettledList());
    }

    private static <T> List<T> take(Queue<T> from, int count) {
        List<T> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.add(from.remove());
        }
        return taken;
    }
}
