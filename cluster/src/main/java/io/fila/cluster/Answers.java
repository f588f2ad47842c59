package io.fila.cluster;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** What a node answers when others ask about a shard that it has a copy of. Any thread. */
final class Answers {
    private final Shard shard;
    private final Copies copies;
    private final Shared shared;
    private final Hosting hosting;

    /** Who has a log. */
    interface LogHolder {
        /** -1 if there is none. */
        long lastIndex() throws IOException;

        /** Whether a copy is being fetched. */
        boolean isFetching();
    }

    Answers(Shard shard, Copies copies, Shared shared, Hosting hosting) {
        this.shard = shard;
        this.copies = copies;
        this.shared = shared;
        this.hosting = hosting;
    }

    ByteString to(ByteString question, LogHolder replica) {
        try {
            return switch (Question.decode(question)) {
                case Question.Address address ->
                    ByteString.copyFromUtf8(shared.clientAddress().toString());
                case Question.BeginCopy begin -> copies.begin().encode();
                case Question.ReadCopy read -> copies.read(read);
                case Question.EndCopy end -> {
                    copies.end(end.copy());
                    yield ByteString.EMPTY;
                }
                case Question.Removed removed -> {
                    hosting.nodeRemoved(removed.peer());
                    yield ByteString.EMPTY;
                }
                case Question.Keep keep -> {
                    shard.keep();
                    yield ByteString.EMPTY;
                }
                case Question.Ask ask -> shard.answer(ask.what());
                case Question.Leave leave ->
                    RefusalCode.encode(shard.operations().leave(leave.nodeId(), leave.really()));
                case Question.Parts parts -> hosting.parts().encode();
                case Question.Take take -> {
                    hosting.take(take.shard());
                    yield ByteString.EMPTY;
                }
                case Question.GiveUp giveUp -> {
                    hosting.giveUpIfNoMember(giveUp.shard());
                    yield ByteString.EMPTY;
                }
                case Question.IsMember is ->
                    ByteString.copyFrom(new byte[] {(byte) (shard.confirmsMember(is.peer()) ? 1 : 0)});
                case Question.CatchUp catchUp -> {
                    if (!shard.catchUp()) {
                        throw new IOException("the shard has no leader that says what was confirmed");
                    }
                    yield ByteString.EMPTY;
                }
                case Question.Time asked -> TimeTold.encode(shard.time());
                case Question.Report report ->
                    new Progress(
                                    replica.lastIndex(),
                                    replica.isFetching(),
                                    shared.disk().freeBytes(),
                                    shared.disk().isLow(),
                                    shared.closing().isAnnounced())
                            .encode();
            };
        } catch (IOException failure) {
            throw new CompletionException(failure);
        }
    }
}
