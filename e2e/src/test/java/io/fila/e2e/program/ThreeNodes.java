package io.fila.e2e.program;

import static org.awaitility.Awaitility.await;

import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.ClusterShard;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** Three packaged brokers that are one cluster, or as many as a test wants, each with a directory and ports of its own. One thread. */
public final class ThreeNodes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<BrokerProcess> nodes = new ArrayList<>();
    private final List<PlainClient> clients = new ArrayList<>();
    private final List<String> nodeAddresses = new ArrayList<>();

    private ThreeNodes(
            IntFunction<Path> directories,
            int count,
            @Nullable NodeNetwork network,
            Consumer<BrokerProcess> setup,
            Function<String, PlainClient> connect)
            throws IOException {
        List<String> hosts = IntStream.rangeClosed(1, count)
                .mapToObj(id -> network == null ? "127.0.0.1" : network.host(id))
                .toList();
        hosts.forEach(host -> nodeAddresses.add(host + ":" + FreePort.any()));
        for (int id = 1; id <= count; id++) {
            BrokerProcess node = BrokerProcess.in(Files.createDirectories(directories.apply(id)))
                    .with("cluster.enabled", true)
                    .with("cluster.node_id", id)
                    .with("cluster.bind_addr", nodeAddresses.get(id - 1))
                    .with("cluster.peers", id == 1 ? "" : nodeAddresses.getFirst())
                    .with("cluster.election_timeout_ms", 500);
            if (network != null) {
                node.in(network.namespace(id), network.host(id))
                        .with("auth.required", false)
                        .with("cluster.plaintext", true);
            }
            setup.accept(node);
            nodes.add(node);
            clients.add(connect.apply(node.address()));
        }
    }

    /** Starts the first, then the others together, and returns when each answers. */
    public static ThreeNodes startIn(Path directory) throws IOException, InterruptedException {
        return start(prepareIn(directory, node -> {}, PlainClient::of));
    }

    /**
     * Three that have not started, the others to join through the first.
     *
     * @param setup sets what a test wants to be otherwise
     */
    public static ThreeNodes prepareIn(
            Path directory, Consumer<BrokerProcess> setup, Function<String, PlainClient> connect) throws IOException {
        return new ThreeNodes(id -> directory.resolve("node" + id), 3, null, setup, connect);
    }

    /** So many that are set up as if nobody had done anything, and have not started. */
    public static ThreeNodes prepareIn(Path directory, int count) throws IOException {
        return new ThreeNodes(id -> directory.resolve("node" + id), count, null, node -> {}, PlainClient::of);
    }

    /** The same, each on a machine of its own. */
    public static ThreeNodes startIn(Path directory, NodeNetwork network) throws IOException, InterruptedException {
        return startIn(id -> directory.resolve("node" + id), network, node -> {});
    }

    /** The same, each with a directory of its own, such as a disk's. */
    public static ThreeNodes startIn(IntFunction<Path> directories, NodeNetwork network, Consumer<BrokerProcess> setup)
            throws IOException, InterruptedException {
        return start(new ThreeNodes(directories, 3, network, setup, PlainClient::of));
    }

    private static ThreeNodes start(ThreeNodes cluster) throws InterruptedException {
        try {
            return cluster.start();
        } catch (AssertionError | ConditionTimeoutException | InterruptedException failure) {
            cluster.close();
            throw failure;
        }
    }

    /** Starts the first, then the others together, and returns when each answers. */
    public ThreeNodes start() throws InterruptedException {
        node(1).start();
        for (int id = 2; id <= nodes.size(); id++) {
            node(id).launch();
        }
        for (int id = 2; id <= nodes.size(); id++) {
            node(id).awaitReady();
        }
        for (int id = 1; id <= nodes.size(); id++) {
            awaitAnswer(id, PATIENCE);
        }
        return this;
    }

    /** Waits until a node answers with all of them. A node that has not joined yet is ready, and its calls are UNAVAILABLE. */
    public void awaitAnswer(int id, Duration patience) {
        await("node " + id + " answers as one of all")
                .atMost(patience)
                .ignoreExceptions()
                .until(() -> nodeCount(client(id)) == nodes.size());
    }

    /** A client that waits for longer and longer before it connects again would measure itself. */
    private static int nodeCount(PlainClient client) {
        client.reconnect();
        return client.admin().listQueues(ListQueuesRequest.getDefaultInstance()).getClusterNodeCount();
    }

    /** Stops all as an operator does, one after the other, and starts them again as they were. */
    public void restartAll() throws InterruptedException {
        for (BrokerProcess node : nodes) {
            node.terminate();
        }
        for (BrokerProcess node : nodes) {
            node.launch();
        }
        for (BrokerProcess node : nodes) {
            node.awaitReady();
        }
        clients.forEach(PlainClient::reconnect);
    }

    /** Where other nodes reach one. */
    public String nodeAddress(int id) {
        return nodeAddresses.get(id - 1);
    }

    public BrokerProcess node(int id) {
        return nodes.get(id - 1);
    }

    public PlainClient client(int id) {
        return clients.get(id - 1);
    }

    public List<PlainClient> clients() {
        return List.copyOf(clients);
    }

    public List<String> addresses() {
        return nodes.stream().map(BrokerProcess::address).toList();
    }

    /** The node that leads a queue, as another says. */
    public int leaderOf(String queue, int id) {
        return (int) client(id).stats(queue).getLeaderNodeId();
    }

    /** How many shards each node leads, as one says. */
    public Map<Long, Long> leads(int id) {
        return client(id)
                .admin()
                .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                .getShardsList()
                .stream()
                .collect(Collectors.groupingBy(ClusterShard::getLeaderNodeId, Collectors.counting()));
    }

    /** A node that is not this one. */
    public static int otherThan(int id) {
        return id % 3 + 1;
    }

    /** Keeps what the nodes have said, for whoever looks for the cause of a failure, and tells how the cluster stands. */
    public void tellLogs() throws IOException, InterruptedException {
        Path logs = Files.createTempDirectory("fila-cluster-logs");
        for (int id = 1; id <= nodes.size(); id++) {
            Files.writeString(logs.resolve("node" + id + ".log"), node(id).log());
            if (!node(id).isAlive()) {
                System.err.println("Node " + id + " does not run.");
                continue;
            }
            Files.writeString(logs.resolve("node" + id + ".threads"), node(id).threads());
            try {
                System.err.println(client(id).admin().getClusterStatus(GetClusterStatusRequest.getDefaultInstance()));
            } catch (StatusRuntimeException unable) {
                System.err.println("Node " + id + " does not tell how it is: " + unable.getMessage());
            }
        }
        System.err.println("What the nodes have said since they were started last is in " + logs);
    }

    /** Starts a node that was killed or stopped, as it was. */
    public void revive(int id) throws InterruptedException {
        node(id).start();
        client(id).reconnect();
    }

    /** Starts a node that was killed anew, on an empty disk, as the others know it: it joins through one that lives. */
    public void replaceDisk(int id) throws IOException, InterruptedException {
        emptyDisk(id);
        joinThroughAnother(id);
        revive(id);
    }

    /** The first was configured to found a cluster, and would found another on an empty disk. */
    public void joinThroughAnother(int id) {
        node(id).with("cluster.peers", nodeAddress(otherThan(id)));
    }

    /** Deletes everything that a node has which does not run. */
    public void emptyDisk(int id) throws IOException {
        try (Stream<Path> files = Files.walk(node(id).dataDirectory())) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Override
    public void close() {
        clients.forEach(PlainClient::close);
        nodes.forEach(BrokerProcess::close);
    }
}
