package io.fila.benchmarks.cluster;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.Resident;
import io.fila.benchmarks.whole.FilaJavaClient;
import java.util.function.IntConsumer;

/** Three nodes of ours as one contender. One queue at a time; its client is connected to the node that leads it, or to another. */
final class FilaCluster implements Contender {
    private final FilaNodes nodes;
    private final boolean atLeader;
    private FilaJavaClient client;

    FilaCluster(FilaNodes nodes, boolean atLeader) {
        this.nodes = nodes;
        this.atLeader = atLeader;
        this.client = nodes.client(1);
    }

    @Override
    public String name() {
        return atLeader ? "Fila, three nodes" : "Fila, through another node";
    }

    @Override
    public String durability() {
        return FilaNodes.DURABILITY;
    }

    @Override
    public String settings() {
        return "three nodes, three shards, client at "
                + (atLeader ? "the leader of the queue" : "a node that does not lead the queue") + "; "
                + client.settings();
    }

    @Override
    public Resident resident() {
        return nodes.processes().stream()
                .map(FilaProcess::resident)
                .reduce(Resident::plus)
                .orElseThrow();
    }

    @Override
    public double brokerCpuSeconds() {
        return nodes.processes().stream().mapToDouble(FilaProcess::cpuSeconds).sum();
    }

    @Override
    public void createQueue(String queue) {
        nodes.client(1).createQueue(queue);
        int leader = nodes.leaderOf(queue);
        client = nodes.client(atLeader ? leader : leader % FilaNodes.COUNT + 1);
    }

    @Override
    public void deleteQueue(String queue) {
        client.deleteQueue(queue);
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        return client.sender(queue, confirmed);
    }

    @Override
    public Closing consumer(String queue, Receiver receiver, IntConsumer settled) {
        return client.consumer(queue, receiver, settled);
    }

    /** Whoever started the nodes closes them. */
    @Override
    public void close() {}
}
