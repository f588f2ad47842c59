package io.fila.cluster;

import io.fila.core.runtime.term.TermClock.Told;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the other nodes of a shard tell of the time to one that is about to lead it, and has only its wall clock. */
final class TimeTold {
    private static final Logger log = LoggerFactory.getLogger(TimeTold.class);

    private TimeTold() {}

    /** Asks all others at once. Who does not answer in time tells nothing; nor does an older build, which does not know the question. */
    static List<Told> byOthers(GroupPeer group, NodeCalls calls, Executor background, Duration patience) {
        try {
            List<CompletableFuture<Optional<Told>>> answers = group.members().stream()
                    .filter(member -> !member.getId().equals(group.self()))
                    .map(member -> CompletableFuture.supplyAsync(() -> ask(member, group, calls), background)
                            .completeOnTimeout(Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS))
                    .toList();
            return answers.stream()
                    .map(CompletableFuture::join)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (RejectedExecutionException closing) {
            log.debug("The node is closing.");
            return List.of();
        }
    }

    private static Optional<Told> ask(RaftPeer member, GroupPeer group, NodeCalls calls) {
        try (NodeCalls.Conversation conversation = calls.with(member, group.groupId())) {
            return Optional.of(decode(conversation.ask(new Question.Time())));
        } catch (IOException | RuntimeException away) {
            log.debug("{} does not tell the time.", member, away);
            return Optional.empty();
        }
    }

    static ByteString encode(Told told) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + 1)
                .putLong(told.timeNanos())
                .put((byte) (told.isKnown() ? 1 : 0))
                .flip();
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    static Told decode(ByteString encoded) {
        ByteBuffer bytes = encoded.asReadOnlyByteBuffer();
        return new Told(bytes.getLong(), bytes.get() != 0);
    }
}
