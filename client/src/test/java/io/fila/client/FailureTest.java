package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.fila.client.error.BrokerFailure;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.FilaException;
import io.fila.client.error.InvalidRequest;
import io.fila.client.error.NotSupported;
import io.fila.client.error.PermissionDenied;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueFull;
import io.fila.client.error.Unauthenticated;
import io.fila.client.error.Unavailable;
import io.fila.client.fake.FakeBroker;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FailureTest {
    private final FakeBroker broker = FakeBroker.start();
    private final FilaClient client = FilaClient.connect(broker.address());

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    NOT_FOUND,           QueueNotFound
                    ALREADY_EXISTS,      QueueAlreadyExists
                    RESOURCE_EXHAUSTED,  QueueFull
                    INVALID_ARGUMENT,    InvalidRequest
                    OUT_OF_RANGE,        InvalidRequest
                    FAILED_PRECONDITION, PreconditionFailed
                    ABORTED,             PreconditionFailed
                    UNAUTHENTICATED,     Unauthenticated
                    PERMISSION_DENIED,   PermissionDenied
                    UNAVAILABLE,         Unavailable
                    UNIMPLEMENTED,       NotSupported
                    CANCELLED,           CallCancelled
                    INTERNAL,            BrokerFailure
                    UNKNOWN,             BrokerFailure
                    DATA_LOSS,           BrokerFailure
                    """)
    void everyCodeIsAType(Status.Code code, String type) {
        broker.refuseWith(
                code.toStatus().withDescription("because of the weather").asRuntimeException());

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("lost")))
                .isInstanceOf(FilaException.class)
                .hasMessage("because of the weather")
                .satisfies(e -> assertThat(e.getClass().getSimpleName()).isEqualTo(type));
    }

    @Test
    void aBrokerThatSaysNothingStillMakesASentence() {
        for (Status.Code code : Status.Code.values()) {
            if (code != Status.Code.OK) {
                broker.refuseWith(code.toStatus().asRuntimeException());

                FilaException failure =
                        catchThrowableOfType(FilaException.class, () -> client.enqueue("orders", Outgoing.of("lost")));

                assertThat(failure.getMessage()).as(code.name()).isNotBlank();
            }
        }
    }

    @Test
    void aFullQueueSaysWhenToComeBack() {
        Metadata trailers = new Metadata();
        trailers.put(
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
                com.google.rpc.Status.newBuilder()
                        .setCode(Status.Code.RESOURCE_EXHAUSTED.value())
                        .addDetails(Any.pack(RetryInfo.newBuilder()
                                .setRetryDelay(com.google.protobuf.Duration.newBuilder()
                                        .setSeconds(2)
                                        .setNanos(500_000_000))
                                .build()))
                        .build()
                        .toByteArray());
        broker.refuseWith(Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("lost")))
                .isInstanceOfSatisfying(
                        QueueFull.class, e -> assertThat(e.retryAfter()).contains(Duration.ofMillis(2_500)));
    }

    @Test
    void aHintThatCanNotBeReadIsNoHint() {
        Metadata trailers = new Metadata();
        trailers.put(
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER), new byte[] {-1, -1, -1});
        broker.refuseWith(Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("lost")))
                .isInstanceOfSatisfying(
                        QueueFull.class, e -> assertThat(e.retryAfter()).isEmpty());
    }

    @Test
    void aMissingOrWrongApiKeyIsRefusedAndTheRightOneIsSent() {
        broker.requireApiKey("s3cret");

        assertThatThrownBy(() -> client.admin().listQueues()).isInstanceOf(Unauthenticated.class);
        ClientOptions options = ClientOptions.of(broker.address()).withApiKey("s3cret");
        try (FilaClient known = FilaClient.connect(options)) {
            known.admin().createQueue("orders");
            known.consume("orders").close();
        }
        assertThat(options.toString()).doesNotContain("s3cret");
    }

    @Test
    void aPortWhereNobodyListensIsASentence() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        try (FilaClient lost = FilaClient.connect("127.0.0.1:" + port)) {
            assertThatThrownBy(() -> lost.admin().listQueues())
                    .isInstanceOf(Unavailable.class)
                    .hasMessage("Could not reach a broker at 127.0.0.1:" + port + ": connection refused");
            assertThatThrownBy(() -> lost.consume("orders")).isInstanceOf(Unavailable.class);
        }
    }

    @Test
    void aHostThatDoesNotExistIsASentence() {
        try (FilaClient lost = FilaClient.connect("no-such-host.invalid:5555")) {
            assertThatThrownBy(() -> lost.admin().listQueues())
                    .isInstanceOf(Unavailable.class)
                    .hasMessage("Could not reach a broker at no-such-host.invalid:5555: unknown host");
        }
    }

    @Test
    void aCallThatTheBrokerDoesNotKnowIsASentence() {
        try (FakeBroker old = FakeBroker.startWithoutAdmin();
                FilaClient young = FilaClient.connect(old.address())) {
            assertThatThrownBy(() -> young.admin().listQueues())
                    .isInstanceOf(NotSupported.class)
                    .hasMessage("The broker at " + old.address() + " does not support this call");
        }
    }

    @Test
    void aClosedClientRefusesCalls() {
        client.close();

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("lost")))
                .isInstanceOf(CallCancelled.class)
                .hasMessage("The client was closed");
    }

    /** Often, because the client may be closed before the call has found its broker, and that at any moment. */
    @RepeatedTest(50)
    void aCallUnderWayIsCancelledWithItsClient() {
        broker.fallSilent();
        CompletableFuture<Receipt> waiting = client.enqueueAsync("orders", Outgoing.of("lost"));

        client.close();

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(CallCancelled.class);
    }

    @Test
    void theKindsOfFailureAreDistinct() {
        assertThat(FilaException.class.getPermittedSubclasses())
                .contains(
                        BrokerFailure.class,
                        InvalidRequest.class,
                        PermissionDenied.class,
                        PreconditionFailed.class,
                        Unavailable.class)
                .allMatch(type -> java.lang.reflect.Modifier.isFinal(type.getModifiers()));
    }
}
