package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.server.access.Access;
import io.fila.server.audit.AuditLog;
import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Placement;
import io.fila.server.config.Config;
import io.fila.server.enqueue.BytesUnderWay;
import io.fila.server.enqueue.MessageLimits;
import io.fila.server.grpc.access.Authentication;
import io.fila.server.grpc.admin.AdminService;
import io.fila.server.grpc.admin.ShardRole;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.Traffic;
import io.fila.server.grpc.forward.ClusterMembership;
import io.fila.server.grpc.forward.Front;
import io.fila.server.grpc.forward.LeadershipTerm;
import io.fila.server.grpc.forward.Offer;
import io.fila.server.grpc.forward.Routing;
import io.fila.server.grpc.message.ConsumerStreams;
import io.fila.server.grpc.message.EnqueuePath;
import io.fila.server.grpc.message.EnqueueStreams;
import io.fila.server.grpc.message.MessageService;
import io.fila.server.grpc.message.StreamMemory;
import io.fila.server.grpc.message.StreamWatch;
import io.fila.server.host.BrokerHost;
import io.fila.server.metrics.Refusals;
import io.fila.server.settings.ListenAddress;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The gRPC services of one broker and their open streams, for any number of ports. Ports may open before the broker is ready.
 * Thread-safe.
 */
public final class GrpcServices {
    private final Config.EnqueuePath config;
    private final int shard;
    private final IncomingBytes incoming;
    private final Traffic traffic;
    private final Refusals refusals;
    private final Offer offer = new Offer();
    private final Health health;
    private final List<GrpcServices> others = new CopyOnWriteArrayList<>();
    private volatile @Nullable Streams streams;
    private volatile @Nullable ScheduledExecutorService clock;
    private volatile @Nullable Authentication authentication;
    private volatile ClusterView cluster = ClusterView.none();
    private volatile long nodeId;
    private volatile @Nullable LeadershipTerm term;
    private volatile @Nullable Routing routing;
    private volatile @Nullable Front front;

    private record Streams(ConsumerStreams consumers, EnqueueStreams producers) {}

    /** The services while the broker is not ready: health says so, and every call is UNAVAILABLE. */
    public GrpcServices(Config.EnqueuePath config) {
        this.config = config;
        this.shard = 0;
        this.traffic = new Traffic();
        this.refusals = new Refusals();
        this.health = new Health();
        this.incoming = new IncomingBytes(config.bytesUnderWay(), System::nanoTime, traffic);
    }

    private GrpcServices(GrpcServices first, int shard) {
        this.config = first.config;
        this.shard = shard;
        this.traffic = first.traffic;
        this.refusals = first.refusals;
        this.health = first.health;
        this.incoming = first.incoming;
    }

    /** The services of all shards, on the ports of these, which are those of the first. Before any of them is joined. */
    public List<GrpcServices> shards(int count, Placement placement) {
        for (int number = 1; number < count; number++) {
            others.add(new GrpcServices(this, number));
        }
        List<GrpcServices> all = new ArrayList<>();
        all.add(this);
        all.addAll(others);
        if (count > 1) {
            Front sorting = new Front(all.stream().map(each -> each.offer).toList(), placement);
            front = sorting;
            offer.sort(sorting);
        }
        return all;
    }

    /** Leads are where they are to stay: clients are served from now on. */
    public void settled() {
        Front sorting = front;
        if (sorting != null) {
            sorting.settled();
        }
    }

    /** What everybody may use who reaches it. */
    public GrpcServices(BrokerHost host, Config.EnqueuePath config) {
        this(config);
        attach(host, Access.open(host.keys(), host.inbox(), host.clock()), AuditLog.off());
    }

    /**
     * From now on this is a node of a cluster: while no broker is attached, calls go to the node that leads. Before the first
     * {@link #attach}.
     */
    public void join(ClusterMembership membership) {
        cluster = membership.view();
        nodeId = membership.nodeId();
        Routing elsewhere = new Routing(membership, GrpcPort.messageBytes(limits()), offer::here);
        routing = elsewhere;
        offer.route(elsewhere);
        cluster.onChange(this::clusterChanged);
        clusterChanged();
    }

    private void clusterChanged() {
        Routing elsewhere = routing;
        if (elsewhere != null) {
            elsewhere.changed();
        }
        if (term == null) {
            health.elsewhere(shard, cluster.leaderAddress() != null);
        }
    }

    /**
     * In a cluster: this node leads no more, and its broker answers nobody from now on. Calls that wait for it are told why;
     * those that come later go to the next leader. Its {@link BrokerHost} may be closed before or after.
     */
    public synchronized void detach(Refusal why) {
        LeadershipTerm over = term;
        if (over == null) {
            return;
        }
        term = null;
        offer.close();
        stopClock();
        authentication = null;
        streams = null;
        traffic.count(this, () -> 0, () -> 0);
        over.end(why);
        clusterChanged();
    }

    /** The broker is there, and answers from now on; in a cluster until {@link #detach}. */
    public synchronized void attach(BrokerHost host, Access access, AuditLog audit) {
        attach(host, access, audit, new ShardRole.Alone());
    }

    /** The same for one of several shards. */
    public synchronized void attach(BrokerHost host, Access access, AuditLog audit, ShardRole role) {
        CommandGateway gateway = new CommandGateway(host.inbox());
        StreamMemory memory = new StreamMemory(config.bytesWaiting());
        EnqueuePath intake =
                new EnqueuePath(gateway, limits(), new BytesUnderWay(config.bytesUnderWay()), host, memory, refusals);
        ConsumerStreams consumers = new ConsumerStreams(
                host.inbox(), host.clock(), host.archive(), host.readers(), config.consumers(), memory);
        EnqueueStreams producers = new EnqueueStreams(intake, host.readers(), config.producers(), memory);
        streams = new Streams(consumers, producers);
        ScheduledExecutorService later = access.isRequired() ? clock() : null;
        clock = later;
        Authentication identification = new Authentication(access, audit, later);
        authentication = identification;
        traffic.count(this, consumers.open()::size, producers.open()::size);
        List<ServerServiceDefinition> services = List.of(
                new MessageService(intake, gateway, host, consumers, producers, identification).definition(),
                new AdminService(gateway, host, identification, cluster, role).definition());
        Routing elsewhere = routing;
        if (elsewhere == null) {
            offer.open(services);
        } else {
            LeadershipTerm begun = new LeadershipTerm(nodeId);
            term = begun;
            offer.open(services.stream().map(begun::limit).toList());
        }
        if (later != null) {
            new StreamWatch(access, List.of(consumers::open, producers::open)).start(later);
        }
        health.recovered(shard);
        LeadershipTerm begun = term;
        host.onRoomChange(room -> {
            // A broker of an earlier time has nothing to say any more.
            if (begun == term) {
                health.room(shard, room);
            }
        });
        if (elsewhere != null) {
            elsewhere.changed();
        }
    }

    private static ScheduledExecutorService clock() {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("fila-access").daemon().factory());
    }

    /** Serves on a port of any transport; it must run calls on the thread that brings them. */
    Server serve(ServerBuilder<?> port) throws IOException {
        return port.addService(health.service())
                .addService(ProtoReflectionServiceV1.newInstance())
                .fallbackHandlerRegistry(offer)
                .build()
                .start();
    }

    /** The services for another edge of this process. */
    public LocalCalls local() {
        return new LocalCalls(offer);
    }

    /** Who may see everything. */
    public Admission admission() {
        return new Admission(this);
    }

    /** Messages that were not taken in. */
    public Refusals refusals() {
        return refusals;
    }

    /** What this broker sees of the cluster that it is in, if it is: of each shard, in order. */
    public List<ClusterView> clusters() {
        List<ClusterView> all = new ArrayList<>();
        all.add(cluster);
        others.forEach(other -> all.add(other.cluster));
        return all;
    }

    public Traffic traffic() {
        return traffic;
    }

    /** How callers are known; null while the broker is not there. */
    @Nullable Authentication authentication() {
        Authentication known = authentication;
        for (GrpcServices other : others) {
            known = known == null ? other.authentication : known;
        }
        return known;
    }

    /** The number of this node; 0 outside a cluster. */
    public long nodeId() {
        return nodeId;
    }

    /** Why nothing can be seen here while no broker is attached. */
    Refusal notHere() {
        ListenAddress leader = cluster.leaderAddress();
        boolean elsewhere = leader != null && cluster.leaderNodeId() != nodeId;
        return elsewhere
                ? Refusal.unavailable(
                        "Node " + cluster.leaderNodeId() + " leads this cluster's first shard and this node leads none,"
                                + " so nothing here is live; clients reach the other at " + leader + ".")
                : Offer.RECOVERING;
    }

    Config.EnqueuePath config() {
        return config;
    }

    /** What is being received on all ports. */
    IncomingBytes incoming() {
        return incoming;
    }

    MessageLimits limits() {
        return config.message();
    }

    /** Says that nothing is served any more; the first of several ports to close does. */
    void retire() {
        health.retire();
        stopRouting();
        others.forEach(GrpcServices::stopRouting);
    }

    private void stopRouting() {
        stopClock();
        Routing elsewhere = routing;
        if (elsewhere != null) {
            elsewhere.close();
        }
    }

    private void stopClock() {
        ScheduledExecutorService later = clock;
        if (later != null) {
            var _ = later.shutdownNow();
        }
    }

    void endStreams(Refusal why) {
        Streams open = streams;
        if (open != null) {
            open.producers().endAll(why);
            open.consumers().endAll(why);
        }
        others.forEach(other -> other.endStreams(why));
    }
}
