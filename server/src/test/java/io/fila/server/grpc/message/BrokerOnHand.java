package io.fila.server.grpc.message;

import com.google.protobuf.ByteString;
import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.broker.Broker;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.journal.Effect;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.BrokerLoop;
import io.fila.core.runtime.Inbox;
import io.fila.proto.v1.Message;
import io.fila.server.access.Caller;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A broker without threads: it turns, and its readers read, when the test says so. */
final class BrokerOnHand {
    /** The streams themselves are on trial, with all the credit they grant. */
    private static final BrokerSettings WITHOUT_WINDOWS = new BrokerSettings(
            BrokerSettings.DEFAULT_QUANTUM, BrokerSettings.DEFAULT_SPARSE_ALLOWANCE, Limits.defaults());

    static final QueueName QUEUE = new QueueName("orders");

    final Inbox inbox = new Inbox(10_000);
    final FaultyArchive archive;
    final ConsumerStreams streams;

    private final Queue<Runnable> reads = new ArrayDeque<>();
    private final BrokerLoop loop;
    private long lastId;

    BrokerOnHand() {
        MemoryJournal journal = new MemoryJournal();
        archive = new FaultyArchive(journal);
        loop = new BrokerLoop(
                Broker.recover(WITHOUT_WINDOWS, journal, 1),
                inbox,
                journal,
                effect -> reads.add(() -> run(effect)),
                notice -> {},
                () -> 1,
                1000);
        streams = new ConsumerStreams(inbox, () -> 1, archive, reads::add, 100, new StreamMemory(1 << 20));
        var _ = ask((Reply<QueueName> reply) -> new Command.CreateQueue(QUEUE, QueueConfig.DEFAULT, reply));
    }

    /** Opens a stream and lets the broker attach it. */
    ConsumerStream consume(FakeCall call) {
        return consume(call, Allowance.WITHOUT_END);
    }

    ConsumerStream consume(FakeCall call, long maxMessages) {
        ConsumerStream stream = open(call, maxMessages);
        turn();
        return stream;
    }

    ConsumerStream open(FakeCall call, long maxMessages) {
        Allowance allowance = Allowance.fixed(SingleFrames.WINDOW, SingleFrames.RENEWAL, maxMessages);
        return streams.open(
                call, Caller.ANYBODY, QUEUE, allowance, FrameLimit.USUAL, new SingleFrames(call, allowance));
    }

    MessageId enqueue(String payload) {
        MessageId id = new MessageId(1, ++lastId);
        byte[] body = Message.newBuilder()
                .setPayload(ByteString.copyFromUtf8(payload))
                .build()
                .toByteArray();
        Accepted accepted = ask(reply -> new Command.Enqueue(QUEUE, id, Scheduling.DEFAULT, new Body(body), reply));
        return Objects.requireNonNull(accepted.id());
    }

    void deleteQueue() {
        var _ = ask((Reply<Done> reply) -> new Command.DeleteQueue(QUEUE, reply));
    }

    QueueStats stats() {
        return ask(reply -> new Command.GetStats(QUEUE, reply));
    }

    /** Lets the broker take whatever has come. */
    void turn() {
        while (inbox.size() > 0) {
            var _ = loop.runOnce();
        }
    }

    /** Lets readers and broker work until neither has anything left to do. */
    void settle() {
        turn();
        Runnable read;
        while ((read = reads.poll()) != null) {
            read.run();
            turn();
        }
    }

    int readsWaiting() {
        return reads.size();
    }

    private void run(Effect effect) {
        if (effect instanceof Effect.LoadPage load) {
            Page page = archive.page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit());
            inbox.put(new Command.PageLoaded(load.queue(), load.fairnessKey(), load.lane(), load.ticket(), page));
        }
    }

    private interface Question<T> {
        Command ask(Reply<T> reply);
    }

    private <T> T ask(Question<T> question) {
        AtomicReference<@Nullable T> answer = new AtomicReference<>();
        inbox.put(question.ask(new Reply<>() {
            @Override
            public void accept(T value) {
                answer.set(value);
            }

            @Override
            public void refuse(Refusal refusal) {
                throw new AssertionError(refusal.sentence());
            }
        }));
        turn();
        T value = answer.get();
        if (value == null) {
            throw new AssertionError("The broker did not answer.");
        }
        return value;
    }
}
