package io.fila.cluster;

import java.nio.ByteBuffer;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** What one node asks another, over the engine's own connections. */
sealed interface Question {
    /** Where do your clients reach you? Answered with the address as text. */
    record Address() implements Question {}

    /** Make a copy of your database for me. Answered with a {@link Manifest}. */
    record BeginCopy() implements Question {}

    /** Give me a piece of a file of the copy. Answered with its bytes. */
    record ReadCopy(long copy, int file, long offset, int length) implements Question {}

    /** You are no member any more. */
    record Removed() implements Question {}

    /** How far have you come? Answered with a {@link Progress}. */
    record Report() implements Question {}

    /** A node is to be no member of this shard any more; or could it be, if not really. Answered with a {@link RefusalCode}. */
    record Leave(int nodeId, boolean really) implements Question {}

    /** You are about to lead this shard because an operator says so: keep it for a while. */
    record Keep() implements Question {}

    /** What time is it by the cluster? Answered with a {@link TimeTold}. */
    record Time() implements Question {}

    /** Something that the brokers ask each other; the engine does not know what. Answered in the same way. */
    record Ask(ByteString what) implements Question {}

    /** I have the copy. */
    record EndCopy(long copy) implements Question {}

    /** What have you to do with the shards? Answered with a {@link Part.OfNode}. */
    record Parts() implements Question {}

    /** You are about to get a copy of a shard: be ready to be sent its log. */
    record Take(int shard) implements Question {}

    /** You are no member of a shard any more: see whether that is so, and delete what you have of it. */
    record GiveUp(int shard) implements Question {}

    /** Is a peer a member of the shard that you lead? Answered with a byte, 1 if it is. */
    record IsMember(RaftPeerId peer) implements Question {}

    /** Does your copy have everything that was confirmed by now? Answered when it does. */
    record CatchUp() implements Question {}

    default Message encode() {
        if (this instanceof Ask ask) {
            return Message.valueOf(ByteString.copyFrom(new byte[] {8}).concat(ask.what()));
        }
        if (this instanceof IsMember is) {
            return Message.valueOf(
                    ByteString.copyFrom(new byte[] {14}).concat(is.peer().toByteString()));
        }
        ByteBuffer bytes = ByteBuffer.allocate(1 + 2 * Long.BYTES + 2 * Integer.BYTES);
        switch (this) {
            case Address address -> bytes.put((byte) 1);
            case BeginCopy begin -> bytes.put((byte) 2);
            case ReadCopy read ->
                bytes.put((byte) 3)
                        .putLong(read.copy())
                        .putInt(read.file())
                        .putLong(read.offset())
                        .putInt(read.length());
            case Removed removed -> bytes.put((byte) 5);
            case Report report -> bytes.put((byte) 6);
            case Leave leave -> bytes.put((byte) 7).putInt(leave.nodeId()).put((byte) (leave.really() ? 1 : 0));
            case Keep keep -> bytes.put((byte) 9);
            case Parts parts -> bytes.put((byte) 11);
            case Take take -> bytes.put((byte) 12).putInt(take.shard());
            case GiveUp giveUp -> bytes.put((byte) 13).putInt(giveUp.shard());
            case CatchUp catchUp -> bytes.put((byte) 15);
            case Time time -> bytes.put((byte) 10);
            case Ask ask -> throw new IllegalStateException("Expected something short.");
            case IsMember is -> throw new IllegalStateException("Expected something short.");
            case EndCopy end -> bytes.put((byte) 4).putLong(end.copy());
        }
        return Message.valueOf(UnsafeByteOperations.unsafeWrap(bytes.flip()));
    }

    static Question decode(ByteString encoded) {
        ByteBuffer bytes = encoded.asReadOnlyByteBuffer();
        byte kind = bytes.get();
        return switch (kind) {
            case 1 -> new Address();
            case 2 -> new BeginCopy();
            case 3 -> new ReadCopy(bytes.getLong(), bytes.getInt(), bytes.getLong(), bytes.getInt());
            case 4 -> new EndCopy(bytes.getLong());
            case 5 -> new Removed();
            case 6 -> new Report();
            case 8 -> new Ask(encoded.substring(1));
            case 9 -> new Keep();
            case 11 -> new Parts();
            case 12 -> new Take(bytes.getInt());
            case 13 -> new GiveUp(bytes.getInt());
            case 14 -> new IsMember(RaftPeerId.valueOf(encoded.substring(1)));
            case 15 -> new CatchUp();
            case 10 -> new Time();
            case 7 -> new Leave(bytes.getInt(), bytes.get() != 0);
            default ->
                throw new ClusterException("Expected a question that this version knows but found number " + kind
                        + "; run the same version on all nodes.");
        };
    }
}
