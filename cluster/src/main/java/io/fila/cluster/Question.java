package io.fila.cluster;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
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

    /** A peer is no member any more: you, unless you have taken its address. */
    record Removed(RaftPeerId peer) implements Question {}

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

    /** The first byte of a question, which says what is asked. */
    final class Kind {
        private static final byte ADDRESS = 1;
        private static final byte BEGIN_COPY = 2;
        private static final byte READ_COPY = 3;
        private static final byte END_COPY = 4;
        private static final byte REMOVED = 5;
        private static final byte REPORT = 6;
        private static final byte LEAVE = 7;
        private static final byte ASK = 8;
        private static final byte KEEP = 9;
        private static final byte TIME = 10;
        private static final byte PARTS = 11;
        private static final byte TAKE = 12;
        private static final byte GIVE_UP = 13;
        private static final byte IS_MEMBER = 14;
        private static final byte CATCH_UP = 15;

        private Kind() {}
    }

    default Message encode() {
        return Message.valueOf(
                switch (this) {
                    case Address address -> of(Kind.ADDRESS);
                    case BeginCopy begin -> of(Kind.BEGIN_COPY);
                    case ReadCopy read ->
                        of(
                                Kind.READ_COPY,
                                2 * Long.BYTES + 2 * Integer.BYTES,
                                bytes -> bytes.putLong(read.copy())
                                        .putInt(read.file())
                                        .putLong(read.offset())
                                        .putInt(read.length()));
                    case EndCopy end -> of(Kind.END_COPY, Long.BYTES, bytes -> bytes.putLong(end.copy()));
                    case Removed removed ->
                        of(Kind.REMOVED).concat(removed.peer().toByteString());
                    case Report report -> of(Kind.REPORT);
                    case Leave leave ->
                        of(
                                Kind.LEAVE,
                                Integer.BYTES + 1,
                                bytes -> bytes.putInt(leave.nodeId()).put((byte) (leave.really() ? 1 : 0)));
                    case Ask ask -> of(Kind.ASK).concat(ask.what());
                    case Keep keep -> of(Kind.KEEP);
                    case Time time -> of(Kind.TIME);
                    case Parts parts -> of(Kind.PARTS);
                    case Take take -> of(Kind.TAKE, Integer.BYTES, bytes -> bytes.putInt(take.shard()));
                    case GiveUp giveUp -> of(Kind.GIVE_UP, Integer.BYTES, bytes -> bytes.putInt(giveUp.shard()));
                    case IsMember is -> of(Kind.IS_MEMBER).concat(is.peer().toByteString());
                    case CatchUp catchUp -> of(Kind.CATCH_UP);
                });
    }

    private static ByteString of(byte kind) {
        return of(kind, 0, bytes -> {});
    }

    private static ByteString of(byte kind, int length, Consumer<ByteBuffer> arguments) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + length).put(kind);
        arguments.accept(bytes);
        return UnsafeByteOperations.unsafeWrap(bytes.flip());
    }

    static Question decode(ByteString encoded) {
        ByteBuffer bytes = encoded.asReadOnlyByteBuffer();
        byte kind = bytes.get();
        return switch (kind) {
            case Kind.ADDRESS -> new Address();
            case Kind.BEGIN_COPY -> new BeginCopy();
            case Kind.READ_COPY -> new ReadCopy(bytes.getLong(), bytes.getInt(), bytes.getLong(), bytes.getInt());
            case Kind.END_COPY -> new EndCopy(bytes.getLong());
            case Kind.REMOVED -> new Removed(RaftPeerId.valueOf(encoded.substring(1)));
            case Kind.REPORT -> new Report();
            case Kind.LEAVE -> new Leave(bytes.getInt(), bytes.get() != 0);
            case Kind.ASK -> new Ask(encoded.substring(1));
            case Kind.KEEP -> new Keep();
            case Kind.TIME -> new Time();
            case Kind.PARTS -> new Parts();
            case Kind.TAKE -> new Take(bytes.getInt());
            case Kind.GIVE_UP -> new GiveUp(bytes.getInt());
            case Kind.IS_MEMBER -> new IsMember(RaftPeerId.valueOf(encoded.substring(1)));
            case Kind.CATCH_UP -> new CatchUp();
            default ->
                throw new ClusterException("Expected a question that this version knows but found number " + kind
                        + "; run the same version on all nodes.");
        };
    }
}
