package io.fila.server.node;

import io.fila.cluster.ClusterNode;
import io.fila.cluster.NodeAddress;
import io.fila.cluster.NodeStatus;
import io.fila.cluster.Shard;
import io.fila.server.cluster.ClusterOperations;
import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Member;
import io.fila.server.cluster.ShardStatus;
import io.fila.server.settings.ListenAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What the edges see of a shard of the cluster that this node is in. Any thread. */
final class NodeView implements ClusterView {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final int number;
    private volatile @Nullable ClusterNode node;
    private volatile boolean leads;

    /** @param number the shard that is seen */
    NodeView(int number) {
        this.number = number;
    }

    void open(ClusterNode opened) {
        node = opened;
        changed();
    }

    /** The broker of this node answers from now on, or does not any more. */
    void leads(boolean nowLeads) {
        leads = nowLeads;
        changed();
    }

    void changed() {
        listeners.forEach(Runnable::run);
    }

    /** Null until it is known which cluster this is. */
    private @Nullable Shard shard() {
        ClusterNode known = node;
        return known == null || known.shards().isEmpty() ? null : known.shards().get(number);
    }

    @Override
    public boolean leads() {
        return leads;
    }

    @Override
    public @Nullable ListenAddress leaderAddress() {
        Shard known = shard();
        return known == null ? null : address(known.leaderAddress());
    }

    private static @Nullable ListenAddress address(@Nullable NodeAddress address) {
        return address == null ? null : new ListenAddress(address.host(), address.port());
    }

    @Override
    public long leaderNodeId() {
        Shard known = shard();
        return known == null ? 0 : known.leaderNodeId();
    }

    @Override
    public int replicationCount() {
        return (int) nodes().stream().filter(NodeStatus::inSync).count();
    }

    @Override
    public int nodeCount() {
        // A node that has not joined yet is in a cluster all the same.
        ClusterNode known = node;
        return known == null || known.shards().isEmpty()
                ? 1
                : Math.max(1, known.shards().getFirst().nodes().size());
    }

    @Override
    public List<Member> members() {
        return members(nodes());
    }

    private static List<Member> members(List<NodeStatus> nodes) {
        return nodes.stream()
                .map(each -> new Member(
                        each.nodeId(),
                        new ListenAddress(each.address().host(), each.address().port()),
                        address(each.clientAddress()),
                        each.leads(),
                        each.inSync(),
                        each.entriesBehind()))
                .toList();
    }

    /** What this node knows of a shard. */
    static ShardStatus status(Shard shard) {
        return new ShardStatus(shard.number(), shard.leaderNodeId(), members(shard.nodes()));
    }

    private List<NodeStatus> nodes() {
        Shard known = shard();
        return known == null ? List.of() : known.nodes();
    }

    @Override
    public long term() {
        Shard known = shard();
        return known == null ? 0 : known.term();
    }

    @Override
    public long leaderChanges() {
        Shard known = shard();
        return known == null ? 0 : known.leaderChanges();
    }

    @Override
    public ClusterOperations operations() {
        return new NodeOperations(() -> node, number);
    }

    @Override
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
