package io.fila.benchmarks.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.ShutdownSignalException;
import io.fila.benchmarks.contender.ChildProcess;
import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FreePort;
import io.fila.benchmarks.contender.Peer;
import io.fila.benchmarks.contender.PeerBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/** RabbitMQ with durable queues and publisher confirms: one node, or three of them with a copy of each queue. */
public final class RabbitMq implements Peer {
    private static final Pattern READY =
            Pattern.compile("(Starting broker\\.\\.\\. completed|Server startup complete)");

    /** Three nodes with quorum queues. */
    public static final String CLUSTER = "quorum cluster";

    private static final int NODES = 3;

    @Override
    public List<String> variants() {
        return List.of("classic", "quorum");
    }

    @Override
    public Contender start(String variant, Path parent, List<Path> jars) throws Exception {
        Path home = Peer.directory(parent, "rabbitmq");
        int mapperPort = FreePort.number();
        // A port mapper of its own: one that the broker starts is a daemon, and stays.
        Process mapper = new ProcessBuilder("epmd", "-port", Integer.toString(mapperPort))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int port = FreePort.number();
        List<ChildProcess> nodes = new ArrayList<>();
        nodes.add(node(home, home, port, port, mapperPort));
        while (variant.equals(CLUSTER) && nodes.size() < NODES) {
            int another = FreePort.number();
            nodes.add(node(home, Files.createDirectory(home.resolve("node-" + another)), another, port, mapperPort));
        }
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        return new Broker(variant, nodes, factory.newConnection(), mapper);
    }

    /**
     * Starts a node.
     *
     * @param home of all nodes: in it is the secret by which they know each other, and the first node
     * @param first the port of the node that it joins, or its own
     */
    private static ChildProcess node(Path home, Path directory, int port, int first, int mapperPort)
            throws IOException {
        Files.writeString(directory.resolve("enabled_plugins"), "[].\n");
        Files.writeString(
                directory.resolve("rabbitmq.conf"),
                "listeners.tcp.1 = 127.0.0.1:" + port + "\nlog.console = true\nlog.console.level = info\n"
                        + "cluster_formation.peer_discovery_backend = classic_config\n"
                        + "cluster_formation.classic_config.nodes.1 = " + name(first) + "\n");
        Map<String, String> environment = new HashMap<>();
        environment.put("RABBITMQ_NODENAME", name(port));
        environment.put("RABBITMQ_MNESIA_BASE", directory.resolve("data").toString());
        environment.put("RABBITMQ_LOG_BASE", directory.resolve("logs").toString());
        environment.put("RABBITMQ_LOGS", "-");
        environment.put("RABBITMQ_CONFIG_FILE", directory.resolve("rabbitmq").toString());
        environment.put("RABBITMQ_CONF_ENV_FILE", directory.resolve("none").toString());
        environment.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE",
                directory.resolve("enabled_plugins").toString());
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(FreePort.number()));
        environment.put("ERL_EPMD_PORT", Integer.toString(mapperPort));
        environment.put("HOME", home.toString());
        ChildProcess process =
                ChildProcess.start(directory, List.of("/usr/lib/rabbitmq/bin/rabbitmq-server"), environment);
        String _ = process.awaitLine(READY);
        return process;
    }

    private static String name(int port) {
        return "bench" + port + "@localhost";
    }

    private static final class Broker extends PeerBroker {
        private static final int PREFETCH = 500;

        private final String type;
        private final Process mapper;
        private final Connection connection;
        private final Channel admin;

        Broker(String variant, List<ChildProcess> nodes, Connection connection, Process mapper) throws IOException {
            super(
                    "RabbitMQ " + variant,
                    "group",
                    connection.getServerProperties().get("version")
                            + (variant.equals(CLUSTER) ? ", three nodes, client at the leader, " : ", ")
                            + "durable " + type(variant) + " queue, persistent messages, publisher confirms, prefetch "
                            + PREFETCH
                            + ", individual acks that are not confirmed"
                            + (variant.equals("classic") ? "; classic queues sync in batches" : ""),
                    nodes);
            this.type = type(variant);
            this.mapper = mapper;
            this.connection = connection;
            admin = connection.createChannel();
        }

        private static String type(String variant) {
            return variant.equals(CLUSTER) ? "quorum" : variant;
        }

        @Override
        public void createQueue(String queue) throws IOException {
            var _ = admin.queueDeclare(queue, true, false, false, Map.of("x-queue-type", type));
        }

        @Override
        public void deleteQueue(String queue) throws IOException {
            var _ = admin.queueDelete(queue);
        }

        @Override
        public Sender sender(String queue, IntConsumer confirmed) throws IOException {
            Channel channel = connection.createChannel();
            var _ = channel.confirmSelect();
            NavigableMap<Long, Boolean> open = new TreeMap<>();
            channel.addConfirmListener(
                    (tag, multiple) -> confirmed.accept(confirm(open, tag, multiple)),
                    (tag, multiple) -> System.err.println("RabbitMQ refused message " + tag));
            return new Sender() {
                @Override
                public void send(byte[] payload) {
                    try {
                        synchronized (open) {
                            open.put(channel.getNextPublishSeqNo(), true);
                        }
                        channel.basicPublish("", queue, MessageProperties.PERSISTENT_BASIC, payload);
                    } catch (IOException failure) {
                        throw new UncheckedIOException("Expected RabbitMQ to take a message but it did not", failure);
                    }
                }

                @Override
                public void flush() {
                    // Every message is on its way already.
                }

                @Override
                public void close() {
                    shut(channel);
                }
            };
        }

        /** How many messages a confirmation is about. */
        private static int confirm(NavigableMap<Long, Boolean> open, long tag, boolean multiple) {
            synchronized (open) {
                int before = open.size();
                if (multiple) {
                    open.headMap(tag, true).clear();
                } else {
                    open.remove(tag);
                }
                return before - open.size();
            }
        }

        @Override
        public Closing consumer(String queue, Receiver receiver, IntConsumer settled) throws IOException {
            Channel channel = connection.createChannel();
            channel.basicQos(PREFETCH);
            AtomicBoolean closed = new AtomicBoolean();
            String consumer = channel.basicConsume(
                    queue,
                    false,
                    (tag, delivery) -> {
                        receiver.receive(delivery.getBody());
                        if (!closed.get()) {
                            channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
                            settled.accept(1);
                        }
                    },
                    tag -> {});
            return () -> {
                closed.set(true);
                cancel(channel, consumer);
                shut(channel);
            };
        }

        /** What was delivered before stays unacked: it goes with the queue. */
        private static void cancel(Channel channel, String consumer) {
            try {
                channel.basicCancel(consumer);
            } catch (IOException | ShutdownSignalException harmless) {
                System.err.println("RabbitMQ's consumer could not be cancelled: " + harmless);
            }
        }

        private static void shut(Channel channel) {
            try {
                channel.close();
            } catch (IOException | TimeoutException | ShutdownSignalException harmless) {
                System.err.println("RabbitMQ's channel could not be closed: " + harmless);
            }
        }

        @Override
        protected void disconnect() throws IOException {
            connection.close();
            mapper.destroy();
        }
    }
}
