package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.QueueConfig;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, with which code, and in which order mistakes are looked for. */
final class RefusalTest {
    private static final String SOME_ID = "01939b3e-7c1a-7def-8123-456789abcdef";

    @TempDir
    Path directory;

    private ServerFixture broker;

    @BeforeEach
    void start() throws Exception {
        broker = ServerFixture.start(directory, Map.of("FILA_LIMITS__PAYLOAD_BYTES", "1000"));
        broker.createQueue("orders");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void enqueueChecksTheQueueThenTheMessageThenWhetherTheQueueExists() {
        EnqueueRequest tooLarge = Requests.enqueue("", "x".repeat(1001));
        assertThat(enqueue(tooLarge))
                .isEqualTo("INVALID_ARGUMENT Expected a queue name but it is empty; name the queue.");
        assertThat(enqueue(tooLarge.toBuilder().setQueue("unknown").build()))
                .isEqualTo("INVALID_ARGUMENT Expected a payload of at most 1000 bytes but found 1001; send less.");
        assertThat(enqueue(Requests.enqueue("unknown", "x")))
                .isEqualTo("NOT_FOUND Queue \"unknown\" does not exist; create it first.");
    }

    @Test
    void everyLimitOfAMessageIsNamed() {
        EnqueueRequest good = Requests.enqueue("orders", "x".repeat(1000));
        assertThat(broker.enqueue(good)).hasSize(36);

        EnqueueRequest.Builder headers = good.toBuilder();
        for (int i = 0; i < 129; i++) {
            headers.putHeaders("header " + i, "");
        }
        assertThat(enqueue(headers.build())).contains("INVALID_ARGUMENT", "at most 128 headers but found 129");
        assertThat(enqueue(good.toBuilder().putHeaders("h", "x".repeat(65536)).build()))
                .contains("INVALID_ARGUMENT", "headers of at most 65536 bytes together but found 65537");
        assertThat(enqueue(good.toBuilder().setFairnessKey("ü".repeat(128)).build()))
                .contains("INVALID_ARGUMENT", "a fairness key of at most 255 bytes but found 256");
        assertThat(enqueue(good.toBuilder().addThrottleKeys("x".repeat(256)).build()))
                .contains("INVALID_ARGUMENT", "a throttle key of at most 255 bytes but found 256");
        EnqueueRequest.Builder throttles = good.toBuilder();
        for (int i = 0; i < 17; i++) {
            throttles.addThrottleKeys("t" + i);
        }
        assertThat(enqueue(throttles.build())).contains("INVALID_ARGUMENT", "at most 16 throttle keys but found 17");
        assertThat(enqueue(good.toBuilder().setQueue("q".repeat(256)).build()))
                .contains("INVALID_ARGUMENT", "at most 255 bytes");
        assertThat(enqueue(good.toBuilder().setQueue("a\nb").build())).contains("INVALID_ARGUMENT", "U+000A");
    }

    @Test
    void payloadFarAboveTheLimitStillGetsASentence() {
        EnqueueRequest huge = EnqueueRequest.newBuilder()
                .setQueue("orders")
                .setPayload(ByteString.copyFrom(new byte[10_000_000]))
                .build();

        assertThat(enqueue(huge)).contains("INVALID_ARGUMENT", "at most 1000 bytes but found 10000000");
    }

    @Test
    void ackChecksTheQueueThenTheIdThenTheLease() {
        assertThat(ack("", "")).contains("INVALID_ARGUMENT", "queue name");
        assertThat(ack("orders", "")).contains("INVALID_ARGUMENT", "Expected a message id but it is empty");
        assertThat(ack("orders", "not-an-id")).contains("INVALID_ARGUMENT", "Expected a message id such as");
        assertThat(ack("unknown", SOME_ID)).contains("NOT_FOUND", SOME_ID);
        assertThat(ack("orders", SOME_ID)).contains("NOT_FOUND", SOME_ID);
    }

    @Test
    void nackChecksAsAckDoes() {
        assertThat(nack("", "")).contains("INVALID_ARGUMENT", "queue name");
        assertThat(nack("orders", "")).contains("INVALID_ARGUMENT", "Expected a message id but it is empty");
        assertThat(nack("unknown", SOME_ID)).contains("NOT_FOUND", SOME_ID);
        assertThat(nack("orders", SOME_ID)).contains("NOT_FOUND", SOME_ID);
    }

    @Test
    void textOfAnyLengthIsAnsweredWithAStatusThatTheClientCanRead() {
        String giant = "ключ".repeat(10_000);
        assertThat(outcome(() -> broker.admin()
                        .getConfig(GetConfigRequest.newBuilder().setKey(giant).build())))
                .startsWith("NOT_FOUND Setting \"ключ");
        assertThat(outcome(() -> broker.messages()
                        .nack(NackRequest.newBuilder()
                                .setQueue("orders")
                                .setMessageId(SOME_ID)
                                .setRetryAfterMs(1)
                                .setHoldThrottleKey(giant)
                                .build())))
                .contains("INVALID_ARGUMENT", "a throttle key of at most 255 bytes but found 80000");
        QueueConfig failing = QueueConfig.newBuilder()
                .setOnEnqueueScript("error(string.rep('x', 100000))")
                .build();
        assertThat(create("scripted", failing)).contains("INVALID_ARGUMENT", "on_enqueue to run but it failed");
        assertThat(ack(giant, giant)).contains("INVALID_ARGUMENT", "255 bytes");
        assertThat(ack("orders", giant)).contains("INVALID_ARGUMENT", "Expected a message id such as");
    }

    @Test
    void messageThatIsNotLeasedOrAlreadyAckedCannotBeAcked() {
        String id = broker.enqueue("orders", "x");
        assertThat(ack("orders", id)).contains("NOT_FOUND");

        broker.ack("orders", broker.consume("orders").next());

        assertThat(ack("orders", id)).contains("NOT_FOUND");
    }

    @Test
    void consumeChecksTheQueueThenWhetherItExists() {
        assertThat(consume("").getCode()).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(consume("unknown").getCode()).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void createQueueChecksNameAndConfiguration() {
        assertThat(create("", QueueConfig.getDefaultInstance())).contains("INVALID_ARGUMENT", "empty");
        assertThat(create("orders", QueueConfig.getDefaultInstance())).contains("ALREADY_EXISTS", "orders");
        assertThat(create("q", timeout(1))).contains("INVALID_ARGUMENT", "visibility timeout", "found 1.");
        assertThat(create("q", timeout(999))).contains("INVALID_ARGUMENT");
        assertThat(create("q", timeout(-1))).contains("INVALID_ARGUMENT", "found 18446744073709551615.");
        assertThat(create("q", timeout(1000))).isEqualTo("OK");
        assertThat(create(
                        "orders",
                        QueueConfig.newBuilder().setOnEnqueueScript("x").build()))
                .contains("INVALID_ARGUMENT", "on_enqueue");
        assertThat(create("r", QueueConfig.newBuilder().setOnFailureScript("x").build()))
                .contains("INVALID_ARGUMENT", "on_failure");
    }

    @Test
    void unknownQueuesHaveNoStatsAndCannotBeDeleted() {
        assertThat(outcome(() -> broker.stats(""))).contains("INVALID_ARGUMENT");
        assertThat(outcome(() -> broker.stats("unknown"))).contains("NOT_FOUND");
        assertThat(outcome(() -> broker.admin().deleteQueue(DeleteQueueRequest.getDefaultInstance())))
                .contains("INVALID_ARGUMENT");
        assertThat(outcome(() -> broker.admin()
                        .deleteQueue(DeleteQueueRequest.newBuilder()
                                .setQueue("unknown")
                                .build())))
                .contains("NOT_FOUND");
    }

    @Test
    void bytesThatAreNoRequestAreAnInvalidArgument() {
        assertThat(sendRaw(FilaServiceGrpc.getEnqueueMethod())).startsWith("INVALID_ARGUMENT Expected");
        assertThat(sendRaw(FilaServiceGrpc.getAckMethod())).startsWith("INVALID_ARGUMENT Expected");
        assertThat(sendRaw(FilaServiceGrpc.getConsumeMethod())).startsWith("INVALID_ARGUMENT Expected");
        assertThat(sendRaw(FilaAdminGrpc.getCreateQueueMethod())).startsWith("INVALID_ARGUMENT Expected");
    }

    private String enqueue(EnqueueRequest request) {
        return outcome(() -> broker.enqueue(request));
    }

    private String ack(String queue, String id) {
        return outcome(() -> broker.messages()
                .ack(AckRequest.newBuilder().setQueue(queue).setMessageId(id).build()));
    }

    private String nack(String queue, String id) {
        return outcome(() -> broker.messages()
                .nack(NackRequest.newBuilder().setQueue(queue).setMessageId(id).build()));
    }

    private Status consume(String queue) {
        return ConsumerProbe.openWithoutReading(
                        broker.channel(),
                        ConsumeRequest.newBuilder().setQueue(queue).build())
                .awaitEnd();
    }

    private String create(String name, QueueConfig config) {
        return outcome(() -> broker.admin()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName(name)
                        .setConfig(config)
                        .build()));
    }

    private static QueueConfig timeout(long millis) {
        return QueueConfig.newBuilder().setVisibilityTimeoutMs(millis).build();
    }

    private <R> String sendRaw(MethodDescriptor<?, R> method) {
        MethodDescriptor<byte[], R> raw =
                method.toBuilder(new Raw(), method.getResponseMarshaller()).build();
        byte[] endsInsideAField = {0x0A, 0x7F, 'x'};
        return outcome(() -> {
            var responses = ClientCalls.blockingServerStreamingCall(
                    broker.channel(), raw, CallOptions.DEFAULT, endsInsideAField);
            return responses.hasNext();
        });
    }

    /** OK, or the code and the sentence. */
    private static String outcome(Supplier<?> call) {
        try {
            var _ = call.get();
            return "OK";
        } catch (StatusRuntimeException refused) {
            return refused.getStatus().getCode() + " " + refused.getStatus().getDescription();
        }
    }

    private static final class Raw implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            throw new UnsupportedOperationException();
        }
    }
}
