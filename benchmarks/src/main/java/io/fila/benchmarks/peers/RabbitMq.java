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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/** RabbitMQ with durable queues and publisher confirms. */
public final class RabbitMq implements Peer {
    private static final Pattern READY =
            Pattern.compile("(Starting broker\\.\\.\\. completed|Server startup complete)");

    @Override
    public List<String> variants() {
        return List.of("classic", "quorum");
    }

    @Override
    public Contender start(String variant, Path parent, List<Path> jars) throws Exception {
        Path directory = Peer.directory(parent, "rabbitmq");
        int port = FreePort.number();
        int mapperPort = FreePort.number();
        Files.writeString(directory.resolve("enabled_plugins"), "[].\n");
        Files.writeString(
                directory.resolve("rabbitmq.conf"),
                "listeners.tcp.1 = 127.0.0.1:" + port + "\nlog.console = true\nlog.console.level = info\n");
        Map<String, String> environment = new HashMap<>();
        environment.put("RABBITMQ_NODENAME", "bench" + port + "@localhost");
        environment.put("RABBITMQ_MNESIA_BASE", directory.resolve("data").toString());
        environment.put("RABBITMQ_LOG_BASE", directory.resolve("logs").toString());
        environment.put("RABBITMQ_LOGS", "-");
        environment.put("RABBITMQ_CONFIG_FILE", directory.resolve("rabbitmq").toString());
        environment.put("RABBITMQ_CONF_ENV_FILE", directory.resolve("none").toString());
        environment.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE",
                directory.resolve("enabled_plugins").toString());
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(FreePort.number()));
        // A port mapper of its own: one that the broker starts is a daemon, and stays.
        environment.put("ERL_EPMD_PORT", Integer.toString(mapperPort));
        environment.put("HOME", directory.toString());
        Process mapper = new ProcessBuilder("epmd", "-port", Integer.toString(mapperPort))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ChildProcess process =
                ChildProcess.start(directory, List.of("/usr/lib/rabbitmq/bin/rabbitmq-server"), environment);
        String _ = process.awaitLine(READY);
        return new Broker(variant, process, port, mapper);
    }

    private static final class Broker extends PeerBroker {
        private static final int PREFETCH = 500;

        private final String variant;
        private final Process mapper;
        private final Connection connection;
        private final Channel admin;

        Broker(String variant, ChildProcess process, int port, Process mapper) throws IOException, TimeoutException {
            super(
                    "RabbitMQ " + variant,
                    "group",
                    "durable " + variant + " queue, persistent messages, publisher confirms, prefetch " + PREFETCH
                            + ", individual acks that are not confirmed"
                            + (variant.equals("classic") ? "; classic queues sync in batches" : ""),
                    process);
            this.variant = variant;
            this.mapper = mapper;
            ConnectionFactory factory = new ConnectionFactory();
            factory.setHost("127.0.0.1");
            factory.setPort(port);
            connection = factory.newConnection();
            admin = connection.createChannel();
        }

        @Override
        public void createQueue(String queue) throws IOException {
            var _ = admin.queueDeclare(queue, true, false, false, Map.of("x-queue-type", variant));
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
