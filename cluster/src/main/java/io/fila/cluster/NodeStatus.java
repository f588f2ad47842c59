package io.fila.cluster;

import org.jspecify.annotations.Nullable;

/**
 * A node as another sees it.
 *
 * @param address where other nodes reach it
 * @param clientAddress where clients reach it; null if it has not told yet
 * @param inSync whether it answers and has what was committed, give or take what is under way; only a leader knows
 * @param entriesBehind entries that were committed and that it does not know of, as far as a leader can tell
 */
public record NodeStatus(
        int nodeId,
        NodeAddress address,
        @Nullable NodeAddress clientAddress,
        boolean leads,
        boolean inSync,
        long entriesBehind) {}
