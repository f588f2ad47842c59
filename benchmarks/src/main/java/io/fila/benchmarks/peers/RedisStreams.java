package io.fila.benchmarks.peers;

import io.fila.benchmarks.contender.ChildProcess;
import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FreePort;
import io.fila.benchmarks.contender.Peer;
import io.fila.benchmarks.contender.PeerBroker;
import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/** Redis streams with an append-only file: a stream a queue, one consumer group. */
public final class RedisStreams implements Peer {
    private static final Pattern READY = Pattern.compile("(Ready to accept connections)");
    private static final String ALWAYS = "always";

    @Override
    public List<String> variants() {
        return List.of("everysec", ALWAYS);
    }

    @Override
    public Contender start(String variant, Path parent, List<Path> jars) throws IOException {
        Path directory = Peer.directory(parent, "redis");
        int port = FreePort.number();
        ChildProcess process = ChildProcess.start(
                directory,
                List.of(
                        Peer.program("redis-server").toString(),
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--dir",
                        directory.toString(),
                        "--save",
                        "",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        variant),
                Map.of());
        String _ = process.awaitLine(READY);
        return new Broker(variant, process, RedisClient.create("redis://127.0.0.1:" + port));
    }

    private static final class Broker extends PeerBroker {
        private static final String GROUP = "bench";
        private static final String BODY = "b";
        private static final int READ_MESSAGES = 200;
        private static final int PIPELINED = 100;
        private static final Duration LISTEN = Duration.ofMillis(100);
        private static final RedisCodec<String, byte[]> CODEC =
                RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

        private final RedisClient client;
        private final StatefulRedisConnection<String, byte[]> admin;

        Broker(String variant, ChildProcess process, RedisClient client) {
            super(
                    "Redis " + variant,
                    variant.equals(ALWAYS) ? "group" : "os",
                    "appendonly yes, appendfsync " + variant + ", Lettuce with " + PIPELINED
                            + " commands a flush, XREADGROUP COUNT " + READ_MESSAGES
                            + ", one XACK for what was read, nothing is deleted from the stream",
                    process);
            this.client = client;
            this.admin = client.connect(CODEC);
        }

        @Override
        public void createQueue(String queue) {
            String _ = admin.sync()
                    .xgroupCreate(XReadArgs.StreamOffset.from(queue, "0"), GROUP, XGroupCreateArgs.Builder.mkstream());
        }

        @Override
        public void deleteQueue(String queue) {
            Long _ = admin.sync().del(queue);
        }

        @Override
        public Sender sender(String queue, IntConsumer confirmed) {
            StatefulRedisConnection<String, byte[]> connection = client.connect(CODEC);
            connection.setAutoFlushCommands(false);
            RedisAsyncCommands<String, byte[]> commands = connection.async();
            return new Sender() {
                private int gathered;

                @Override
                public void send(byte[] payload) {
                    var _ = commands.xadd(queue, Map.of(BODY, payload)).thenRun(() -> confirmed.accept(1));
                    if (++gathered == PIPELINED) {
                        flush();
                    }
                }

                @Override
                public void flush() {
                    gathered = 0;
                    connection.flushCommands();
                }

                @Override
                public void close() {
                    connection.close();
                }
            };
        }

        @Override
        public Closing consumer(String queue, Receiver receiver, IntConsumer settled) {
            StatefulRedisConnection<String, byte[]> reading = client.connect(CODEC);
            StatefulRedisConnection<String, byte[]> acking = client.connect(CODEC);
            Thread thread = Thread.ofPlatform().name("redis-consumer").start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    take(queue, reading, acking, receiver, settled);
                }
            });
            return () -> {
                thread.interrupt();
                join(thread);
                reading.close();
                acking.close();
            };
        }

        @SuppressWarnings("unchecked") // Lettuce takes streams as varargs
        private static void take(
                String queue,
                StatefulRedisConnection<String, byte[]> reading,
                StatefulRedisConnection<String, byte[]> acking,
                Receiver receiver,
                IntConsumer settled) {
            try {
                List<StreamMessage<String, byte[]>> messages = reading.async()
                        .xreadgroup(
                                Consumer.from(GROUP, "one"),
                                XReadArgs.Builder.count(READ_MESSAGES).block(LISTEN),
                                XReadArgs.StreamOffset.lastConsumed(queue))
                        .get();
                if (!messages.isEmpty()) {
                    messages.forEach(each -> receiver.receive(
                            Objects.requireNonNull(each.getBody().get(BODY))));
                    String[] ids = messages.stream().map(StreamMessage::getId).toArray(String[]::new);
                    var _ = acking.async().xack(queue, GROUP, ids).thenRun(() -> settled.accept(ids.length));
                }
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException refused) {
                throw new IllegalStateException("Expected Redis to hand messages out but it refused", refused);
            }
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        protected void disconnect() {
            admin.close();
            client.shutdown();
        }
    }
}
