package io.fila.benchmarks.peers;

import io.fila.benchmarks.contender.ChildProcess;
import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FreePort;
import io.fila.benchmarks.contender.Peer;
import io.fila.benchmarks.contender.PeerBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Apache Kafka, one node without ZooKeeper: a topic of one partition, and a consumer that commits offsets. */
public final class Kafka implements Peer {
    private static final Pattern READY = Pattern.compile("(Kafka Server started)");

    @Override
    public List<String> variants() {
        return List.of("offsets");
    }

    @Override
    public Contender start(String variant, Path parent, List<Path> jars) throws Exception {
        Path directory = Peer.directory(parent, "kafka");
        int port = FreePort.number();
        Path settings = directory.resolve("server.properties");
        Files.writeString(settings, configuration(directory, port, FreePort.number()));
        Files.writeString(directory.resolve("log4j2.yaml"), LOGGING);
        format(directory, jars, settings);
        ChildProcess process =
                ChildProcess.start(directory, java(directory, jars, "kafka.Kafka", settings.toString()), Map.of());
        String _ = process.awaitLine(READY);
        return new Broker(process, "127.0.0.1:" + port);
    }

    private static final String LOGGING = """
            Configuration:
              Appenders:
                Console:
                  name: out
                  PatternLayout:
                    pattern: "%m%n"
              Loggers:
                Root:
                  level: INFO
                  AppenderRef:
                    ref: out
            """;

    private static String configuration(Path directory, int port, int controllerPort) {
        return """
                process.roles=broker,controller
                node.id=1
                listeners=PLAINTEXT://127.0.0.1:%2$d,CONTROLLER://127.0.0.1:%3$d
                advertised.listeners=PLAINTEXT://127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                controller.quorum.voters=1@127.0.0.1:%3$d
                listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
                log.dirs=%1$s/data
                offsets.topic.replication.factor=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                group.initial.rebalance.delay.ms=0
                """.formatted(directory, port, controllerPort);
    }

    private static List<String> java(Path directory, List<Path> jars, String... program) {
        return Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx1g",
                                "-Dlog4j2.configurationFile=" + directory.resolve("log4j2.yaml"),
                                "-cp",
                                jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))),
                        Stream.of(program))
                .toList();
    }

    private static void format(Path directory, List<Path> jars, Path settings)
            throws IOException, InterruptedException {
        int code = new ProcessBuilder(java(
                        directory,
                        jars,
                        "kafka.tools.StorageTool",
                        "format",
                        "-t",
                        "MkU3OEVBNTcwNTJENDM2Qg",
                        "-c",
                        settings.toString()))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("format.log").toFile())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("Expected Kafka's storage to be formatted but it said:\n"
                    + Files.readString(directory.resolve("format.log")));
        }
    }

    private static final class Broker extends PeerBroker {
        private static final int LINGER_MILLIS = 5;
        private static final Duration LISTEN = Duration.ofMillis(100);

        private final String address;
        private final Admin admin;

        Broker(ChildProcess process, String address) {
            super(
                    "Kafka",
                    "os",
                    "one node, one partition, acks=1, linger " + LINGER_MILLIS + " ms (none for W1c and W4), -Xmx1g;"
                            + " offsets are committed for every poll, messages are not acked one by one",
                    process);
            this.address = address;
            this.admin = Admin.create(Map.of("bootstrap.servers", address));
        }

        @Override
        public void createQueue(String queue) throws Exception {
            admin.createTopics(List.of(new NewTopic(queue, 1, (short) 1))).all().get();
        }

        @Override
        public void deleteQueue(String queue) throws Exception {
            admin.deleteTopics(List.of(queue)).all().get();
        }

        @Override
        public Sender sender(String queue, IntConsumer confirmed) {
            return sender(queue, confirmed, LINGER_MILLIS);
        }

        @Override
        public Sender promptSender(String queue, IntConsumer confirmed) {
            return sender(queue, confirmed, 0);
        }

        private Sender sender(String queue, IntConsumer confirmed, int lingerMillis) {
            KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    Map.of(
                            "bootstrap.servers",
                            address,
                            "acks",
                            "1",
                            "enable.idempotence",
                            false,
                            "linger.ms",
                            lingerMillis),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
            return new Sender() {
                @Override
                public void send(byte[] payload) {
                    var _ = producer.send(new ProducerRecord<>(queue, payload), (stored, failure) -> {
                        if (failure == null) {
                            confirmed.accept(1);
                        }
                    });
                }

                @Override
                public void flush() {
                    // It lingers, and then sends by itself.
                }

                @Override
                public void close() {
                    producer.close();
                }
            };
        }

        @Override
        public Closing consumer(String queue, Receiver receiver, IntConsumer settled) {
            KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                    Map.of(
                            "bootstrap.servers",
                            address,
                            "group.id",
                            "bench-" + queue + System.nanoTime(),
                            "auto.offset.reset",
                            "earliest",
                            "enable.auto.commit",
                            false),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer());
            consumer.subscribe(List.of(queue));
            AtomicBoolean closed = new AtomicBoolean();
            Thread thread = Thread.ofPlatform().name("kafka-consumer").start(() -> {
                while (!closed.get()) {
                    take(consumer, receiver, settled);
                }
                consumer.close();
            });
            return () -> {
                closed.set(true);
                try {
                    thread.join();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            };
        }

        private static void take(KafkaConsumer<byte[], byte[]> consumer, Receiver receiver, IntConsumer settled) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(LISTEN);
            if (!records.isEmpty()) {
                records.forEach(each -> receiver.receive(each.value()));
                consumer.commitAsync((offsets, failure) -> {
                    if (failure == null) {
                        settled.accept(records.count());
                    }
                });
            }
        }

        @Override
        protected void disconnect() {
            admin.close();
        }
    }
}
