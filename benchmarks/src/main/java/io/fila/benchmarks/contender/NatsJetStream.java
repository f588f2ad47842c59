package io.fila.benchmarks.contender;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ruler: NATS JetStream with file storage, a work queue stream and a pull consumer with explicit acks. It confirms a
 * message when the operating system has it, and does not confirm acks.
 */
public final class NatsJetStream implements Contender {
    private static final Pattern READY = Pattern.compile("(Server is ready)");
    private static final int PULL_MESSAGES = 1000;
    private static final int MAX_ACK_PENDING = 5000;
    private static final Duration LISTEN = Duration.ofMillis(100);
    private static final Duration PULL_LASTS = Duration.ofSeconds(5);

    private final ChildProcess process;
    private final Connection connection;
    private final JetStream stream;

    private NatsJetStream(ChildProcess process, Connection connection) throws IOException {
        this.process = process;
        this.connection = connection;
        this.stream = connection.jetStream();
    }

    /** Where {@code .ci/install-nats-server} puts the program. */
    public static Path program() {
        return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/bin")
                .map(folder -> Path.of(folder, "nats-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Expected nats-server in /usr/sbin, /usr/bin or"
                        + " /usr/local/bin but it is not there; run .ci/install-nats-server, or leave it out"));
    }

    public static NatsJetStream start(Path program, Path parent) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(Files.createDirectories(parent), "nats-bench-");
        int port = FreePort.number();
        ChildProcess process = ChildProcess.start(
                directory,
                List.of(
                        program.toString(),
                        "--jetstream",
                        "--store_dir",
                        directory.resolve("data").toString(),
                        "--addr",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port)),
                Map.of());
        var _ = process.awaitLine(READY);
        return new NatsJetStream(
                process,
                Nats.connect(Options.builder()
                        .server("nats://127.0.0.1:" + port)
                        .maxMessagesInOutgoingQueue(0)
                        .build()));
    }

    @Override
    public String name() {
        return "NATS JetStream";
    }

    @Override
    public String durability() {
        return "os";
    }

    @Override
    public String settings() {
        return "file storage, work queue stream, pull consumer of " + PULL_MESSAGES
                + ", explicit acks that are not confirmed, max_ack_pending " + MAX_ACK_PENDING;
    }

    @Override
    public Resident resident() {
        return process.resident();
    }

    @Override
    public double brokerCpuSeconds() {
        return process.cpuSeconds();
    }

    @Override
    public void createQueue(String queue) throws Exception {
        connection
                .jetStreamManagement()
                .addStream(StreamConfiguration.builder()
                        .name(queue)
                        .subjects(queue)
                        .storageType(StorageType.File)
                        .retentionPolicy(RetentionPolicy.WorkQueue)
                        .build());
    }

    @Override
    public void deleteQueue(String queue) throws Exception {
        connection.jetStreamManagement().deleteStream(queue);
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        return new Sender() {
            @Override
            public void send(byte[] payload) {
                var _ = stream.publishAsync(queue, payload).whenComplete((acknowledged, failure) -> {
                    if (failure == null) {
                        confirmed.accept(1);
                    }
                });
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public Closing consumer(String queue, Receiver receiver, IntConsumer settled) throws Exception {
        return consumer(queue, PULL_MESSAGES, receiver, settled);
    }

    /** One of several consumers of a queue, which therefore pulls fewer messages at a time. */
    public Closing consumer(String queue, int pullMessages, Receiver receiver, IntConsumer settled) throws Exception {
        JetStreamSubscription subscription = stream.subscribe(
                queue,
                PullSubscribeOptions.builder()
                        .durable("bench")
                        .configuration(ConsumerConfiguration.builder()
                                .ackPolicy(AckPolicy.Explicit)
                                .maxAckPending(MAX_ACK_PENDING)
                                .build())
                        .build());
        Thread thread = Thread.ofPlatform()
                .name("nats-consumer")
                .start(() -> consume(subscription, pullMessages, receiver, settled));
        return () -> {
            subscription.unsubscribe();
            join(thread);
        };
    }

    /** Pulls again when half of a pull has come, or when nothing came for so long that the pull may be over. */
    private static void consume(
            JetStreamSubscription subscription, int pullMessages, Receiver receiver, IntConsumer settled) {
        int open = 0;
        long pulledAt = System.nanoTime() - PULL_LASTS.toNanos();
        try {
            while (subscription.isActive()) {
                boolean over = System.nanoTime() - pulledAt > PULL_LASTS.toNanos();
                if (over || open <= pullMessages / 2) {
                    open = (over ? 0 : open) + pullMessages;
                    pulledAt = System.nanoTime();
                    subscription.pullExpiresIn(pullMessages, PULL_LASTS);
                }
                Message message = subscription.nextMessage(LISTEN);
                if (message != null) {
                    receiver.receive(message.getData());
                    message.ack();
                    open--;
                    settled.accept(1);
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException unsubscribed) {
            // Closed while this thread was listening.
        }
    }

    /** A message in hand is still acked: an interrupt would lose its ack. */
    private static void join(Thread thread) {
        try {
            thread.join(LISTEN.plus(PULL_LASTS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.close();
    }
}
