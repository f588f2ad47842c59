package io.fila.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What a node has to do with a shard, as it says itself.
 *
 * @param leads whether it leads the shard
 * @param leader who does, as far as it knows
 * @param members as far as it knows
 * @param inSync those of them that have everything, if it leads
 */
record Part(
        State state,
        boolean leads,
        long term,
        @Nullable RaftPeer leader,
        List<RaftPeer> members,
        Set<RaftPeerId> inSync) {
    /** Whether a node has a copy. */
    enum State {
        /** It never had. */
        NONE,
        /** It could get one, and there is nothing in it yet. */
        EMPTY,
        /** It has. */
        HELD,
        /** It had, and never takes another for as long as it is who it is. */
        GIVEN_UP
    }

    /**
     * What a node has to do with all shards.
     *
     * @param clientAddress where clients reach the node
     * @param takesMore whether it has room for copies, and is not about to stop
     * @param shards in order
     */
    record OfNode(NodeAddress clientAddress, boolean takesMore, List<Part> shards) {
        ByteString encode() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.writeUTF(clientAddress.toString());
                out.writeBoolean(takesMore);
                out.writeByte(shards.size());
                for (Part each : shards) {
                    each.encode(out);
                }
            }
            return ByteString.copyFrom(bytes.toByteArray());
        }

        static OfNode decode(ByteString encoded) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded.toByteArray()));
            NodeAddress address = NodeAddress.parse(in.readUTF());
            boolean takesMore = in.readBoolean();
            List<Part> shards = new ArrayList<>();
            for (int left = in.readUnsignedByte(); left > 0; left--) {
                shards.add(Part.decode(in));
            }
            return new OfNode(address, takesMore, shards);
        }

        /** What it has to do with one; of a shard that it does not tell of, nothing. */
        @Nullable Part shard(int number) {
            return number < shards.size() ? shards.get(number) : null;
        }
    }

    boolean isMember(RaftPeerId peer) {
        return members.stream().anyMatch(each -> each.getId().equals(peer));
    }

    private void encode(DataOutputStream out) throws IOException {
        out.writeUTF(state.name());
        out.writeBoolean(leads);
        out.writeLong(term);
        out.writeBoolean(leader != null);
        if (leader != null) {
            encode(leader, out);
        }
        out.writeShort(members.size());
        for (RaftPeer member : members) {
            encode(member, out);
            out.writeBoolean(inSync.contains(member.getId()));
        }
    }

    private static void encode(RaftPeer peer, DataOutputStream out) throws IOException {
        out.writeUTF(peer.getId().toString());
        out.writeUTF(peer.getAddress());
    }

    private static Part decode(DataInputStream in) throws IOException {
        State state = State.valueOf(in.readUTF());
        boolean leads = in.readBoolean();
        long term = in.readLong();
        RaftPeer leader = in.readBoolean() ? peer(in) : null;
        List<RaftPeer> members = new ArrayList<>();
        Set<RaftPeerId> inSync = new HashSet<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            RaftPeer member = peer(in);
            members.add(member);
            if (in.readBoolean()) {
                inSync.add(member.getId());
            }
        }
        return new Part(state, leads, term, leader, members, inSync);
    }

    private static RaftPeer peer(DataInputStream in) throws IOException {
        return RaftPeer.newBuilder()
                .setId(in.readUTF())
                .setAddress(in.readUTF())
                .build();
    }
}
