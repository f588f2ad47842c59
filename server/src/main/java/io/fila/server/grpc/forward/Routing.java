package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.server.cluster.ClusterView;
import io.fila.server.grpc.access.Authentication;
import io.fila.server.grpc.call.ClientConnection;
import io.fila.server.grpc.call.ForwardingHeaders;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.RawBytes;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.settings.ListenAddress;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServiceDescriptor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends calls to the node that leads, whichever it is: another, or this one if it comes to lead while they wait. It looks at no
 * key: the leader does. Any thread.
 */
public final class Routing implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Routing.class);

    /** Calls that wait for a node to lead; beyond it they are refused at once. */
    private static final int WAITING_CALLS = 10_000;

    private static final Refusal STOPPING = Refusal.unavailable("The broker is stopping; connect again later.");

    private final ClusterView view;
    private final long nodeId;
    private final int shard;
    private final Duration patience;
    private final boolean certificatesCount;
    private final LeaderChannel leader;
    private final Function<String, @Nullable ServerMethodDefinition<?, ?>> here;
    private final Map<String, ServerMethodDefinition<byte[], byte[]>> methods = new HashMap<>();
    private final Set<RoutedCall> waiting = ConcurrentHashMap.newKeySet();
    private final Set<RoutedCall> forwarded = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("fila-routing").daemon().factory());

    /** @param here the method as this node answers it; null while it does not lead */
    public Routing(
            ClusterMembership membership,
            int messageBytes,
            Function<String, @Nullable ServerMethodDefinition<?, ?>> here) {
        this.view = membership.view();
        this.nodeId = membership.nodeId();
        this.shard = membership.shard();
        this.patience = membership.patience();
        this.certificatesCount = membership.certificatesCount();
        this.leader = new LeaderChannel(membership.tls(), messageBytes, this::sendOnSoon);
        this.here = here;
        for (ServiceDescriptor service :
                List.of(FilaServiceGrpc.getServiceDescriptor(), FilaAdminGrpc.getServiceDescriptor())) {
            for (MethodDescriptor<?, ?> method : service.getMethods()) {
                methods.put(
                        method.getFullMethodName(),
                        ServerMethodDefinition.create(
                                method.toBuilder(RawBytes.INSTANCE, RawBytes.INSTANCE)
                                        .build(),
                                this::start));
            }
        }
    }

    /** A method of the contract, wherever it will be answered; null if there is no such method. */
    @Nullable ServerMethodDefinition<?, ?> method(String fullMethodName) {
        return methods.get(fullMethodName);
    }

    private ServerCall.Listener<byte[]> start(ServerCall<byte[], byte[]> call, Metadata headers) {
        boolean isForwarded = ForwardingHeaders.isForwarded(headers);
        if ((isForwarded && view.leaderNodeId() != nodeId) || isKnownByCertificate(call, headers)) {
            ForwardingHeaders.refer(call, view.leaderAddress(), nodeId);
            return new ServerCall.Listener<>() {};
        }
        if (waiting.size() >= WAITING_CALLS) {
            Statuses.close(call, ForwardingHeaders.NO_LEADER);
            return new ServerCall.Listener<>() {};
        }
        RoutedCall routed = new RoutedCall(call, headers, isForwarded, this::forget);
        IncomingBytes.attach(routed);
        waiting.add(routed);
        sendOn(routed);
        if (waiting.contains(routed)) {
            giveUpLater(routed);
        }
        return routed;
    }

    /** A certificate can't be passed on, so its holder has to come to the leader. */
    private boolean isKnownByCertificate(ServerCall<?, ?> call, Metadata headers) {
        return certificatesCount
                && !Authentication.showsToken(headers)
                && ClientConnection.of(call.getAttributes()) != null;
    }

    /** Whoever leads may have changed. */
    public void changed() {
        ListenAddress address = view.leaderAddress();
        boolean leadsHere = view.leaderNodeId() == nodeId;
        for (RoutedCall call : forwarded) {
            endIfLeft(call, address, leadsHere);
        }
        if (leadsHere) {
            leader.drop();
        }
        sendOn();
    }

    /** A call that went to a node which leads no more will not be answered there. */
    private static void endIfLeft(RoutedCall call, @Nullable ListenAddress leaderAddress, boolean leadsHere) {
        if (leadsHere || (leaderAddress != null && !leaderAddress.equals(call.sentTo()))) {
            call.end(ForwardingHeaders.LEADER_CHANGED);
        }
    }

    private void sendOn() {
        waiting.forEach(this::sendOn);
    }

    /** Not on the thread of the connection that became ready: what goes wrong with a call must not harm it. */
    private void sendOnSoon() {
        try {
            clock.execute(this::sendOn);
        } catch (RejectedExecutionException closing) {
            log.debug("The broker is stopping.");
        }
    }

    private void sendOn(RoutedCall call) {
        try {
            trySendingOn(call);
        } catch (RuntimeException failure) {
            log.error("A call of {} could not be sent on.", call.method(), failure);
            call.fail();
        }
    }

    private void trySendingOn(RoutedCall call) {
        ServerMethodDefinition<?, ?> method = here.apply(call.method());
        if (method != null) {
            if (waiting.remove(call)) {
                call.answerHere(method);
            }
            return;
        }
        ListenAddress address = view.leaderAddress();
        if (call.isForwarded() || address == null || view.leaderNodeId() == nodeId) {
            return;
        }
        ManagedChannel channel = leader.at(address);
        if (channel != null && waiting.remove(call)) {
            forwarded.add(call);
            call.forward(channel, address, nodeId, shard);
            endIfLeft(call, view.leaderAddress(), view.leaderNodeId() == nodeId);
        }
    }

    private void giveUpLater(RoutedCall call) {
        long millis = Math.min(patience.toMillis(), call.millisLeft() / 2);
        try {
            var _ = clock.schedule(() -> giveUp(call), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            call.end(STOPPING);
        }
    }

    private void giveUp(RoutedCall call) {
        if (waiting.remove(call)) {
            call.end(ForwardingHeaders.NO_LEADER);
        }
    }

    private void forget(RoutedCall call) {
        waiting.remove(call);
        forwarded.remove(call);
    }

    @Override
    public void close() {
        var _ = clock.shutdownNow();
        waiting.forEach(call -> call.end(STOPPING));
        forwarded.forEach(call -> call.end(STOPPING));
        leader.close();
    }
}
