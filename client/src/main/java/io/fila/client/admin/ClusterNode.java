package io.fila.client.admin;

/**
 * A node of a cluster as its leader sees it.
 *
 * @param nodeAddress where other nodes reach it
 * @param clientAddress where clients reach it; empty if it has not told yet
 * @param inSync whether it is live and its copy is complete, but for what is under way
 * @param entriesBehind entries of the log that the leader has and it does not
 */
public record ClusterNode(
        long nodeId, String nodeAddress, String clientAddress, boolean leader, boolean inSync, long entriesBehind) {}
