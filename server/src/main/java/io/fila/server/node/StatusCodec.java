package io.fila.server.node;

import io.fila.server.cluster.Member;
import io.fila.server.cluster.ShardStatus;
import io.fila.server.settings.ListenAddress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a {@link ShardStatus} goes from node to node. */
final class StatusCodec {
    private StatusCodec() {}

    static byte[] encode(ShardStatus status) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(status.shard());
            out.writeLong(status.leaderNodeId());
            out.writeInt(status.members().size());
            for (Member member : status.members()) {
                out.writeLong(member.nodeId());
                write(member.nodeAddress(), out);
                write(member.clientAddress(), out);
                out.writeBoolean(member.leads());
                out.writeBoolean(member.inSync());
                out.writeLong(member.entriesBehind());
            }
        }
        return bytes.toByteArray();
    }

    static ShardStatus decode(byte[] encoded) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded));
        int shard = in.readInt();
        long leader = in.readLong();
        List<Member> members = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            long nodeId = in.readLong();
            ListenAddress nodeAddress = address(in);
            ListenAddress clientAddress = address(in);
            if (nodeAddress == null) {
                throw new IOException("a node without an address");
            }
            members.add(
                    new Member(nodeId, nodeAddress, clientAddress, in.readBoolean(), in.readBoolean(), in.readLong()));
        }
        return new ShardStatus(shard, leader, members);
    }

    private static void write(@Nullable ListenAddress address, DataOutputStream out) throws IOException {
        out.writeUTF(address == null ? "" : address.host());
        out.writeInt(address == null ? 0 : address.port());
    }

    private static @Nullable ListenAddress address(DataInputStream in) throws IOException {
        String host = in.readUTF();
        int port = in.readInt();
        return host.isEmpty() ? null : new ListenAddress(host, port);
    }
}
