package io.fila.server.telemetry;

import io.fila.core.queue.QueueName;
import io.fila.scripting.ScriptStatus;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.grpc.Traffic;
import io.fila.server.host.BrokerHost;
import io.fila.server.metrics.BrokerMetrics;
import io.fila.server.metrics.ClusterMetrics;
import io.fila.server.metrics.Meters;
import io.fila.server.metrics.MetricWriter;
import io.fila.server.metrics.Sample;
import io.fila.server.metrics.Sampler;
import io.fila.server.metrics.Surroundings;

/** A broker that can be looked at. Any thread. */
public final class BrokerInspector implements Surroundings {
    private final BrokerHost host;
    private final GrpcServices services;
    private final Sampler sampler;
    private volatile boolean roomOnDisk = true;

    public BrokerInspector(BrokerHost host, GrpcServices services, Meters meters) {
        this.host = host;
        this.services = services;
        this.sampler = new Sampler(host.inbox(), meters);
        host.onRoomChange(thereIsRoom -> roomOnDisk = thereIsRoom);
    }

    public Sampler sampler() {
        return sampler;
    }

    /** Writes down all metrics of a sample. */
    public void write(Sample sample, MetricWriter out) {
        BrokerMetrics.write(sample, services.refusals(), this, out);
        ClusterMetrics.write(services.cluster(), out);
    }

    private Traffic traffic() {
        return services.traffic();
    }

    @Override
    public int inboxDepth() {
        return host.inbox().size();
    }

    @Override
    public int inboxCapacity() {
        return host.inbox().capacity();
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
        return host.unappliedTurns();
    }

    @Override
    public long unappliedBytes() {
        return host.unappliedBytes();
    }

    @Override
    public boolean hasRoomOnDisk() {
        return roomOnDisk;
    }

    @Override
    public ScriptStatus scripts(QueueName queue) {
        return host.hooks().status(queue);
    }
}
