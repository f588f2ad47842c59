package io.fila.server.cluster;

import io.fila.server.settings.ListenAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows of its cluster at this moment; the next moment it may be otherwise. Any thread; nothing here blocks.
 */
public interface ClusterView {
    /** Outside a cluster: the broker leads itself, and every number is 0 as the contract says. */
    static ClusterView none() {
        return new Alone();
    }

    /** Whether this node leads, its broker has recovered, and it may answer. */
    boolean leads();

    /** Where clients reach the leader; null if no leader is known, or it has not told its address yet. */
    @Nullable ListenAddress leaderAddress();

    /** The leader's number; 0 if none is known. */
    long leaderNodeId();

    /** Live copies that are in sync, the leader's included; only the leader knows it, elsewhere it is 0. */
    int replicationCount();

    /** Nodes of the cluster, live or not. */
    int nodeCount();

    /** The nodes that have a copy, in order of their numbers, as far as this one can tell; only the leader knows how far each has come. */
    List<Member> members();

    /** The term that this node is in; every election begins one. */
    long term();

    /** How often this node has heard of a leader since it started. */
    long leaderChanges();

    /** What can be done about it. */
    ClusterOperations operations();

    /**
     * Runs the listener after every change of who leads, of where the leader is, or of whether this node may answer; often
     * for nothing is allowed. It runs on a thread of the cluster's and returns soon.
     */
    void onChange(Runnable listener);

    /** Whether there is a cluster at all. */
    default boolean isCluster() {
        return nodeCount() > 0;
    }
}
