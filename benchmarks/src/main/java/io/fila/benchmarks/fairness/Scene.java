package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;

/** A workload while it runs, with a queue of its own: a backlog, consumers at work on it, and quiet tenants. */
final class Scene implements Closing {
    private final Broker broker;
    private final String queue;
    private final Noise noise;
    private final Quiet quiet;
    private final Work work;
    private final Closing consumers;

    /** Fills the queue, and has everybody begin. */
    Scene(Broker broker, Workload workload, Quiet.Plan plan) throws Exception {
        this.broker = broker;
        queue = workload.name();
        broker.createQueue(queue);
        noise = Noise.steady(broker, queue, Noise::busy);
        quiet = new Quiet(broker, queue, plan);
        noise.fill(workload.backlog(), workload.busyTenants());
        work = new Work(workload.handling(), this::handled);
        consumers = broker.consumers(queue, workload.consumers(), work);
        quiet.start();
    }

    private void handled(Stamp stamp, long nowNanos) {
        if (stamp.quiet()) {
            quiet.handled(stamp.index(), nowNanos);
        } else {
            noise.handled(stamp.index());
        }
    }

    Quiet quiet() {
        return quiet;
    }

    /** Messages of all tenants that consumers have had. */
    long handled() {
        return work.handled();
    }

    @Override
    public void close() {
        consumers.close();
        quiet.close();
        noise.close();
        try {
            broker.deleteQueue(queue);
        } catch (Exception failure) {
            throw new IllegalStateException("Expected to delete queue " + queue + " but could not", failure);
        }
    }
}
