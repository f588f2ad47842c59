package io.fila.benchmarks.whole;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.client.ClientOptions;
import io.fila.client.FilaClient;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.Settlement;
import io.fila.proto.v1.SettlementResult;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Fila through its streams, as bare as they are: frames of up to 100 messages, and nothing that a client adds. */
final class FilaFrames extends FilaContender {
    private static final int FRAME_MESSAGES = 100;
    private static final int CREDIT = 1000;
    private static final int WINDOW_BYTES = 4 << 20;
    private static final long PATIENCE_SECONDS = 30;

    private final ManagedChannel connection;
    private final Channel channel;

    FilaFrames(FilaProcess process, String durability) {
        this(process, durability, null);
    }

    /** The same with a key, if the broker wants one. */
    FilaFrames(FilaProcess process, String durability, @Nullable String apiKey) {
        super(
                process,
                durability,
                FilaClient.connect(ClientOptions.of(process.address()).withApiKey(apiKey)));
        connection = NettyChannelBuilder.forTarget(process.address())
                .usePlaintext()
                .directExecutor()
                .flowControlWindow(WINDOW_BYTES)
                .build();
        channel = apiKey == null
                ? connection
                : ClientInterceptors.intercept(connection, MetadataUtils.newAttachHeadersInterceptor(showing(apiKey)));
    }

    private static Metadata showing(String apiKey) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + apiKey);
        return headers;
    }

    Channel channel() {
        return channel;
    }

    /** Leaves the broker alone. */
    void disconnect() {
        connection.shutdownNow();
        client().close();
    }

    @Override
    public String name() {
        return "Fila, frames of 100";
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        CountDownLatch ended = new CountDownLatch(1);
        StreamObserver<EnqueueBatch> frames = FilaServiceGrpc.newStub(channel).enqueueStream(new StreamObserver<>() {
            @Override
            public void onNext(EnqueueResults results) {
                for (EnqueueResult result : results.getResultsList()) {
                    if (result.hasRefusal()) {
                        throw new IllegalStateException(
                                "Refused: " + result.getRefusal().getMessage());
                    }
                }
                confirmed.accept(results.getResultsCount());
            }

            @Override
            public void onError(Throwable failure) {
                ended.countDown();
            }

            @Override
            public void onCompleted() {
                ended.countDown();
            }
        });
        return new FrameSender(queue, frames, ended);
    }

    /** Gathers messages into frames. */
    private static final class FrameSender implements Sender {
        private final String queue;
        private final StreamObserver<EnqueueBatch> frames;
        private final CountDownLatch ended;
        private EnqueueBatch.Builder frame = EnqueueBatch.newBuilder();
        private long sent;

        FrameSender(String queue, StreamObserver<EnqueueBatch> frames, CountDownLatch ended) {
            this.queue = queue;
            this.frames = frames;
            this.ended = ended;
        }

        @Override
        public void send(byte[] payload) {
            frame.addMessages(
                    EnqueueRequest.newBuilder().setQueue(queue).setPayload(UnsafeByteOperations.unsafeWrap(payload)));
            if (frame.getMessagesCount() == FRAME_MESSAGES) {
                flush();
            }
        }

        @Override
        public void flush() {
            int count = frame.getMessagesCount();
            if (count > 0) {
                frames.onNext(frame.setFirstSequence(sent).build());
                sent += count;
                frame = EnqueueBatch.newBuilder();
            }
        }

        @Override
        public void close() {
            frames.onCompleted();
            await(ended);
        }
    }

    @Override
    public Closing consumer(String queue, Receiver receiver, IntConsumer settled) {
        FrameConsumer consumer = new FrameConsumer(receiver, settled);
        StreamObserver<ConsumeCommand> commands =
                FilaServiceGrpc.newStub(channel).consumeStream(consumer);
        consumer.open(commands, queue);
        return consumer::close;
    }

    /** Acks a frame as soon as it is there, and asks for as many messages more. */
    private static final class FrameConsumer implements ClientResponseObserver<ConsumeCommand, ConsumeBatch> {
        private final Receiver receiver;
        private final IntConsumer settled;
        private final CountDownLatch ended = new CountDownLatch(1);
        private @Nullable StreamObserver<ConsumeCommand> commands;

        FrameConsumer(Receiver receiver, IntConsumer settled) {
            this.receiver = receiver;
            this.settled = settled;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<ConsumeCommand> stream) {
            commands = stream;
        }

        void open(StreamObserver<ConsumeCommand> stream, String queue) {
            stream.onNext(ConsumeCommand.newBuilder()
                    .setQueue(queue)
                    .setCredit(CREDIT)
                    .build());
        }

        @Override
        public void onNext(ConsumeBatch batch) {
            int failed = 0;
            for (SettlementResult result : batch.getSettledList()) {
                failed += result.hasRefusal() ? 1 : 0;
            }
            if (failed > 0) {
                throw new IllegalStateException("Expected every ack to be accepted but " + failed + " were refused");
            }
            if (batch.getSettledCount() > 0) {
                settled.accept(batch.getSettledCount());
            }
            if (batch.getMessagesCount() > 0 && commands != null) {
                ConsumeCommand.Builder command = ConsumeCommand.newBuilder().setCredit(batch.getMessagesCount());
                for (Message message : batch.getMessagesList()) {
                    ByteString payload = message.getPayload();
                    receiver.receive(payload.toByteArray());
                    command.addAcks(Settlement.newBuilder()
                            .setMessageId(message.getId())
                            .setLeaseId(message.getLeaseId()));
                }
                commands.onNext(command.build());
            }
        }

        @Override
        public void onError(Throwable failure) {
            ended.countDown();
        }

        @Override
        public void onCompleted() {
            ended.countDown();
        }

        void close() {
            if (commands != null) {
                commands.onCompleted();
            }
            await(ended);
        }
    }

    private static void await(CountDownLatch ended) {
        try {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Expected the stream to end but it did not");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        connection.shutdownNow();
        super.close();
    }
}
