package io.fila.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.client.api.GroupManagementApi;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.retry.RetryPolicy;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.TimeDuration;

/** Calls between nodes besides the log, over the engine's connections. Any thread; waits for answers. */
final class NodeCalls {
    private static final RetryPolicy FEW_TIMES =
            RetryPolicies.retryUpToMaximumCountWithFixedSleep(20, TimeDuration.valueOf(100, TimeUnit.MILLISECONDS));

    /** How long an answer may take, unless it takes the other node some work. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final RaftProperties properties;
    private final Parameters parameters;

    NodeCalls(RaftProperties properties, Parameters parameters) {
        this.properties = properties;
        this.parameters = parameters;
    }

    /** The groups that the node at an address is in, as it knows them; the first one of the cluster first, others may lack. */
    List<RaftGroup> groupsAt(NodeAddress address) throws IOException {
        // The members are not known yet; the name does not change the answer.
        RaftPeer somebody = RaftPeer.newBuilder()
                .setId("somebody")
                .setAddress(address.toString())
                .build();
        RaftGroup unknown = RaftGroup.valueOf(RaftGroupId.randomId(), somebody);
        try (RaftClient client = client(unknown, RetryPolicies.noRetry(), PATIENCE)) {
            GroupManagementApi node = client.getGroupManagementApi(somebody.getId());
            List<RaftGroupId> known = node.list().getGroupIds();
            if (known.isEmpty()) {
                throw new IOException("the node at " + address + " is not part of a cluster yet");
            }
            GroupNumber any = GroupNumber.of(known.getFirst());
            List<RaftGroup> groups = new ArrayList<>();
            for (int shard = 0; shard < any.shards(); shard++) {
                RaftGroupId id =
                        GroupNumber.of(any.cluster(), shard, any.shards()).groupId();
                if (known.contains(id)) {
                    groups.add(node.info(id).getGroup());
                } else if (shard == 0) {
                    throw new IOException("the node at " + address + " is about to begin");
                }
            }
            if (groups.getFirst().getPeers().isEmpty()) {
                throw new IOException("the node at " + address + " is about to join a cluster itself");
            }
            return groups.stream().filter(group -> !group.getPeers().isEmpty()).toList();
        }
    }

    /** Makes a group of other members, if it is still what it was. */
    void change(RaftGroup from, List<RaftPeer> members) throws IOException {
        try (RaftClient client = client(from, FEW_TIMES, PATIENCE)) {
            RaftClientReply reply = client.admin()
                    .setConfiguration(SetConfigurationRequest.Arguments.newBuilder()
                            .setServersInCurrentConf(List.copyOf(from.getPeers()))
                            .setServersInNewConf(members)
                            .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                            .build());
            requireSuccess(reply);
        }
    }

    /** Asks one node several things. */
    final class Conversation implements AutoCloseable {
        private final RaftClient client;
        private final RaftPeerId other;

        private Conversation(RaftGroup group, RaftPeerId other, Duration patience) {
            this.client = client(group, RetryPolicies.noRetry(), patience);
            this.other = other;
        }

        ByteString ask(Question question) throws IOException {
            RaftClientReply reply = client.io().sendStaleRead(question.encode(), 0, other);
            requireSuccess(reply);
            return reply.getMessage().getContent();
        }

        @Override
        public void close() throws IOException {
            client.close();
        }
    }

    Conversation with(RaftPeer other, RaftGroupId group) {
        return with(other, group, PATIENCE);
    }

    /** @param patience how long an answer may take */
    Conversation with(RaftPeer other, RaftGroupId group, Duration patience) {
        return new Conversation(RaftGroup.valueOf(group, other), other.getId(), patience);
    }

    private static void requireSuccess(RaftClientReply reply) throws IOException {
        if (!reply.isSuccess()) {
            throw reply.getException() == null ? new IOException("refused: " + reply) : reply.getException();
        }
    }

    private RaftClient client(RaftGroup group, RetryPolicy retries, Duration patience) {
        RaftProperties own = new RaftProperties(properties);
        RaftClientConfigKeys.Rpc.setRequestTimeout(
                own, TimeDuration.valueOf(patience.toMillis(), TimeUnit.MILLISECONDS));
        return RaftClient.newBuilder()
                .setProperties(own)
                .setParameters(parameters)
                .setRaftGroup(group)
                .setRetryPolicy(retries)
                .build();
    }
}
