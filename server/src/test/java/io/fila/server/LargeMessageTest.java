package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A payload that the broker was told to allow, and that is larger than the 4 MiB a gRPC client reads unless it is told to. */
final class LargeMessageTest {
    private static final int LIMIT_BYTES = 8 << 20;
    private static final int FRAME_BYTES = 16 << 20;
    private static final String HEADER = "fila-max-frame-bytes";
    private static final ByteString LARGE = ByteString.copyFrom(new byte[6 << 20]);

    @TempDir
    Path directory;

    private ServerFixture broker;

    @BeforeEach
    void start() throws Exception {
        broker = ServerFixture.start(directory, Map.of("FILA_LIMITS__PAYLOAD_BYTES", Integer.toString(LIMIT_BYTES)));
        broker.createQueue("orders");
        broker.enqueue(
                EnqueueRequest.newBuilder().setQueue("orders").setPayload(LARGE).build());
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void consumerThatDidNotAskForItIsToldAndOneThatDidHasItNext() {
        ConsumerProbe plain = broker.consume("orders");
        BatchConsumerProbe batches = BatchConsumerProbe.open(broker.channel(), "orders", 10);

        for (StreamProbe<?, ?> usual : List.of(plain, batches)) {
            Status end = usual.awaitEnd();
            assertThat(end.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
            assertThat(end.getDescription()).contains("4194304 bytes", HEADER);
        }
        ConsumerProbe wide = ConsumerProbe.open(
                readsLargeFrames(broker.connect()),
                ConsumeRequest.newBuilder().setQueue("orders").build());
        assertThat(wide.next().getMessage().getPayload()).isEqualTo(LARGE);
    }

    private static Channel readsLargeFrames(Channel channel) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of(HEADER, Metadata.ASCII_STRING_MARSHALLER), Integer.toString(FRAME_BYTES));
        ClientInterceptor reads = new ClientInterceptor() {
            @Override
            public <Q, R> ClientCall<Q, R> interceptCall(
                    MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
                return next.newCall(method, options.withMaxInboundMessageSize(FRAME_BYTES));
            }
        };
        return ClientInterceptors.intercept(channel, reads, MetadataUtils.newAttachHeadersInterceptor(headers));
    }
}
