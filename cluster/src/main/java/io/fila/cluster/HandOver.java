package io.fila.cluster;

/**
 * A hand-over of the lead that can begin. It has not yet: whoever asked for it can be told first, by a node that still leads.
 *
 * @param nodeId the node that is to lead
 * @param begin begins it, and does not wait
 */
public record HandOver(int nodeId, Runnable begin) {}
