package io.fila.server.cluster;

import io.fila.server.settings.ListenAddress;
import org.jspecify.annotations.Nullable;

/**
 * One node as another sees it.
 *
 * @param nodeId its number
 * @param nodeAddress where other nodes reach it
 * @param clientAddress where clients reach it; null if it has not told yet
 * @param leads whether it leads
 * @param inSync whether it is live and its copy is as far as the leader's, give or take what is under way
 * @param entriesBehind log entries that the leader has and it does not; 0 if that is not known
 */
public record Member(
        long nodeId,
        ListenAddress nodeAddress,
        @Nullable ListenAddress clientAddress,
        boolean leads,
        boolean inSync,
        long entriesBehind) {}
