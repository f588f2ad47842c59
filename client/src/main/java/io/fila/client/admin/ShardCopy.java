package io.fila.client.admin;

/**
 * What a node has of a shard.
 *
 * @param inSync whether the node is live and its copy is complete, but for what is under way
 * @param entriesBehind entries of the log that the leader has and it does not
 */
public record ShardCopy(long nodeId, boolean inSync, long entriesBehind) {}
