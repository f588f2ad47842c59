package io.fila.server.telemetry;

import io.fila.core.queue.QueueName;
import io.fila.scripting.ScriptStatus;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.grpc.call.Traffic;
import io.fila.server.host.BrokerHost;
import io.fila.server.metrics.BrokerMetrics;
import io.fila.server.metrics.BrokerSampler;
import io.fila.server.metrics.ClusterMetrics;
import io.fila.server.metrics.MergedSampler;
import io.fila.server.metrics.Meters;
import io.fila.server.metrics.MetricWriter;
import io.fila.server.metrics.Sample;
import io.fila.server.metrics.Sampler;
import io.fila.server.metrics.Surroundings;
import java.util.Collection;
import java.util.List;

/** A broker that can be looked at. Any thread. */
public final class BrokerInspector implements Surroundings {
    private final List<Part> parts;
    private final GrpcServices services;
    private final Sampler sampler;

    /** One broker of several. */
    private static final class Part {
        private final BrokerHost host;
        private volatile boolean roomOnDisk = true;

        Part(BrokerHost host) {
            this.host = host;
            host.onRoomChange(thereIsRoom -> roomOnDisk = thereIsRoom);
        }
    }

    private BrokerInspector(List<Part> parts, GrpcServices services, Sampler sampler) {
        this.parts = parts;
        this.services = services;
        this.sampler = sampler;
    }

    public BrokerInspector(BrokerHost host, GrpcServices services, Meters meters) {
        this(List.of(new Part(host)), services, new BrokerSampler(host.inbox(), meters));
    }

    /** Several brokers of one process, as one. */
    public static BrokerInspector of(Collection<BrokerInspector> several) {
        BrokerInspector first = several.iterator().next();
        return several.size() == 1
                ? first
                : new BrokerInspector(
                        several.stream().flatMap(each -> each.parts.stream()).toList(),
                        first.services,
                        new MergedSampler(
                                several.stream().map(each -> each.sampler).toList()));
    }

    public Sampler sampler() {
        return sampler;
    }

    /** Writes down all metrics of a sample. */
    public void write(Sample sample, MetricWriter out) {
        BrokerMetrics.write(sample, services.refusals(), this, out);
        ClusterMetrics.write(services.clusters(), out);
    }

    private Traffic traffic() {
        return services.traffic();
    }

    @Override
    public int inboxDepth() {
        return parts.stream().mapToInt(part -> part.host.inbox().size()).sum();
    }

    @Override
    public int inboxCapacity() {
        return parts.stream().mapToInt(part -> part.host.inbox().capacity()).sum();
    }

    @Override
    public int connections() {
        return traffic().connections();
    }

    @Override
    public int consumerStreams() {
        return traffic().consumerStreams();
    }

    @Override
    public int producerStreams() {
        return traffic().producerStreams();
    }

    @Override
    public long receivedBytes() {
        return traffic().receivedBytes();
    }

    @Override
    public long sentBytes() {
        return traffic().sentBytes();
    }

    @Override
    public long wrongKeys() {
        return services.admission().wrongKeys();
    }

    @Override
    public long unappliedTurns() {
        return parts.stream().mapToLong(part -> part.host.unappliedTurns()).sum();
    }

    @Override
    public long unappliedBytes() {
        return parts.stream().mapToLong(part -> part.host.unappliedBytes()).sum();
    }

    @Override
    public boolean hasRoomOnDisk() {
        return parts.stream().allMatch(part -> part.roomOnDisk);
    }

    @Override
    public ScriptStatus scripts(QueueName queue) {
        BrokerHost host = parts.getFirst().host;
        for (Part part : parts) {
            host = part.host.queues().find(queue) == null ? host : part.host;
        }
        return host.hooks().status(queue);
    }
}
