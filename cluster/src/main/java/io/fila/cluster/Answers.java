package io.fila.cluster;

import io.fila.core.runtime.term.TermClock;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** What a node answers when others ask about a shard. Any thread. */
final class Answers {
    private final NodeAddress clientAddress;
    private final Copies copies;
    private final DiskGuard disk;
    private final Closing closing;
    private final Operations operations;
    private final Runnable onRemoved;
    private final Runnable onKeep;
    private final Supplier<TermClock.Told> time;
    private final UnaryOperator<ByteString> brokers;

    /** Who has a log. */
    interface LogHolder {
        /** -1 if there is none. */
        long lastIndex() throws IOException;

        /** Whether a copy is being fetched. */
        boolean isFetching();
    }

    /**
     * Nothing is answered yet.
     *
     * @param onRemoved told that this node is no member any more
     * @param onKeep told that an operator lets this node lead
     * @param time what this node can tell of it
     * @param brokers answers what other nodes' brokers ask
     */
    Answers(
            NodeAddress clientAddress,
            Copies copies,
            DiskGuard disk,
            Closing closing,
            Operations operations,
            Runnable onRemoved,
            Runnable onKeep,
            Supplier<TermClock.Told> time,
            UnaryOperator<ByteString> brokers) {
        this.clientAddress = clientAddress;
        this.copies = copies;
        this.disk = disk;
        this.closing = closing;
        this.operations = operations;
        this.onRemoved = onRemoved;
        this.onKeep = onKeep;
        this.time = time;
        this.brokers = brokers;
    }

    ByteString to(ByteString question, LogHolder replica) {
        try {
            return switch (Question.decode(question)) {
                case Question.Address address -> ByteString.copyFromUtf8(clientAddress.toString());
                case Question.BeginCopy begin -> copies.begin().encode();
                case Question.ReadCopy read -> copies.read(read);
                case Question.EndCopy end -> {
                    copies.end(end.copy());
                    yield ByteString.EMPTY;
                }
                case Question.Removed removed -> {
                    onRemoved.run();
                    yield ByteString.EMPTY;
                }
                case Question.Keep keep -> {
                    onKeep.run();
                    yield ByteString.EMPTY;
                }
                case Question.Time asked -> TimeTold.encode(time.get());
                case Question.Ask ask -> brokers.apply(ask.what());
                case Question.Leave leave -> RefusalCode.encode(operations.leave(leave.nodeId(), leave.really()));
                case Question.Report report ->
                    new Progress(
                                    replica.lastIndex(),
                                    replica.isFetching(),
                                    disk.freeBytes(),
                                    disk.isLow(),
                                    closing.isAnnounced())
                            .encode();
            };
        } catch (IOException failure) {
            throw new CompletionException(failure);
        }
    }
}
