package io.fila.cluster;

import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a vote from being told before it is safe. The engine writes its vote to a file, syncs it and renames it, but does not sync
 * the directory: after a power cut the node would not remember its vote, and could vote a second time in the same term. Any thread.
 */
final class VotesOnDisk implements ServerInterceptor {
    private static final String VOTE =
            RaftServerProtocolServiceGrpc.getRequestVoteMethod().getFullMethodName();

    private static final Logger log = LoggerFactory.getLogger(VotesOnDisk.class);

    /** Of the engine, in the directory of each group. */
    private static final String CURRENT = "current";

    private final Path logs;

    /** @param logs the directory in which the engine has a directory for each group */
    VotesOnDisk(Path logs) {
        this.logs = logs;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        boolean isVote = VOTE.equals(call.getMethodDescriptor().getFullMethodName());
        return next.startCall(isVote ? synced(call) : call, headers);
    }

    private <Q, R> ServerCall<Q, R> synced(ServerCall<Q, R> call) {
        return new SimpleForwardingServerCall<>(call) {
            @Override
            public void sendMessage(R reply) {
                sync();
                super.sendMessage(reply);
            }
        };
    }

    private static void sync(Path current) throws IOException {
        try {
            DirectoryTree.sync(current);
        } catch (NoSuchFileException givenUp) {
            log.debug("{} was deleted with the copy it belonged to.", current, givenUp);
        }
    }

    /** Makes the latest vote of this node survive a power cut. */
    void sync() {
        if (Files.notExists(logs)) {
            return;
        }
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(logs)) {
            for (Path group : groups) {
                Path current = group.resolve(CURRENT);
                if (Files.isDirectory(current)) {
                    sync(current);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
