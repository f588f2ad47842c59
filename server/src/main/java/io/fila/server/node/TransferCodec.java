package io.fila.server.node;

import io.fila.server.cluster.ClusterOperations.Outcome;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** How what came of a hand-over that has begun goes from node to node. */
final class TransferCodec {
    private TransferCodec() {}

    static byte[] encode(Outcome outcome) {
        byte[] refusal = ShardAnswers.refusal(outcome.refusal());
        return ByteBuffer.allocate(Long.BYTES + refusal.length)
                .putLong(outcome.nodeId())
                .put(refusal)
                .array();
    }

    static Outcome decode(byte[] encoded) {
        long nodeId = ByteBuffer.wrap(encoded).getLong();
        return new Outcome(
                nodeId, ShardAnswers.refusal(Arrays.copyOfRange(encoded, Long.BYTES, encoded.length)), () -> {});
    }
}
