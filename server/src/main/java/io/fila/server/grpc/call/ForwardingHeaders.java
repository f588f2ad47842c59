package io.fila.server.grpc.call;

import io.fila.core.reply.Refusal;
import io.fila.server.settings.ListenAddress;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What nodes and clients tell each other in headers and trailers about who leads. */
public final class ForwardingHeaders {
    public static final Refusal LEADER_LOST =
            Refusal.unavailable("The node that leads was lost while the call was under way, so it may have been carried"
                    + " out or not; another takes over, try again in a moment.");

    public static final Refusal LEADER_CHANGED = Refusal.unavailable(
            "Another node leads by now, and the call was under way, so it may have been carried out or"
                    + " not; try again in a moment.");

    public static final Refusal NO_LEADER = Refusal.unavailable(
            "Expected a node that leads but none can be reached, because a majority of nodes is missing or an election is"
                    + " under way; try again in a moment.");

    /** A node that passes on a call says so with its number: the call goes no further. */
    private static final Metadata.Key<String> FORWARDED_BY =
            Metadata.Key.of("x-fila-forwarded-by", Metadata.ASCII_STRING_MARSHALLER);

    /** The shard that is meant: its leader need not look. */
    private static final Metadata.Key<String> SHARD = Metadata.Key.of("x-fila-shard", Metadata.ASCII_STRING_MARSHALLER);

    /** The leader answered, not the connection to it. */
    private static final Metadata.Key<String> ANSWERED_BY =
            Metadata.Key.of("x-fila-answered-by", Metadata.ASCII_STRING_MARSHALLER);

    private static final Metadata.Key<String> LEADER_ADDRESS =
            Metadata.Key.of("x-fila-leader-addr", Metadata.ASCII_STRING_MARSHALLER);

    /** What a call ends with if its connection breaks, or something on the way does. */
    private static final Set<Status.Code> OF_A_CONNECTION =
            EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.INTERNAL, Status.Code.UNKNOWN, Status.Code.CANCELLED);

    private ForwardingHeaders() {}

    /** Whether another node passed this call on. */
    public static boolean isForwarded(Metadata headers) {
        return headers.containsKey(FORWARDED_BY);
    }

    /** The headers of a call as the leader is to see them. */
    public static Metadata marked(Metadata headers, long nodeId, int shard) {
        Metadata marked = new Metadata();
        marked.merge(headers);
        marked.put(FORWARDED_BY, Long.toString(nodeId));
        marked.discardAll(SHARD);
        marked.put(SHARD, Integer.toString(shard));
        return marked;
    }

    /** The shard that a node which passed this call on meant; -1 if none did. */
    public static int shard(Metadata headers) {
        String told = isForwarded(headers) ? headers.get(SHARD) : null;
        try {
            return told == null ? -1 : Integer.parseInt(told);
        } catch (NumberFormatException strange) {
            return -1;
        }
    }

    /** Marks the end of a call that another node passed on. */
    public static void sign(Metadata trailers, long nodeId) {
        trailers.put(ANSWERED_BY, Long.toString(nodeId));
    }

    /** Whether the leader has said how a call ended; otherwise only its connection has. Takes the mark off. */
    public static boolean isOfTheLeader(Status status, Metadata trailers) {
        boolean signed = trailers.removeAll(ANSWERED_BY) != null;
        return signed || !OF_A_CONNECTION.contains(status.getCode());
    }

    /** Refuses a call and names the node that would take it. */
    public static void refer(ServerCall<?, ?> call, @Nullable ListenAddress leader, long nodeId) {
        Metadata trailers = new Metadata();
        sign(trailers, nodeId);
        if (leader != null) {
            trailers.put(LEADER_ADDRESS, leader.toString());
        }
        call.close(
                Status.UNAVAILABLE.withDescription(
                        leader == null
                                ? NO_LEADER.sentence()
                                : "Expected the node that leads but this is another; call " + leader + " instead."),
                trailers);
    }
}
