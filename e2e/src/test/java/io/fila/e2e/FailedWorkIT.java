package io.fila.e2e;

import static io.fila.e2e.wire.Requests.message;
import static io.fila.e2e.wire.Requests.payload;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.Leased;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.NackRequest;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A consumer that knows when to try again says so, for its message or for everyone. */
class FailedWorkIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    private static final Duration LATER = Duration.ofSeconds(1);

    @Test
    void messageIsRetriedNotBeforeItsConsumerSaid() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("retried");
        client.enqueue("retried", "work");
        try (PlainStream stream = client.consume("retried")) {
            Message first = stream.next();
            var _ = client.messages().nack(nack("retried", first).build());

            Message second = stream.next();

            assertThat(second.getMetadata().getAttemptCount()).isEqualTo(1);
            assertThat(Leased.at(second)).isAfterOrEqualTo(Leased.at(first).plus(LATER));
        }
    }

    @Test
    void heldThrottleKeyStopsEveryMessageThatMustPassItAndNoOther() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("calls");
        client.enqueue(message("calls", "first").addThrottleKeys("api").build());
        try (PlainStream stream = client.consume("calls")) {
            Message first = stream.next();
            Instant held = Instant.now();
            var _ = client.messages()
                    .nack(nack("calls", first).setHoldThrottleKey("api").build());
            client.enqueue(message("calls", "same api").addThrottleKeys("api").build());
            client.enqueue(
                    message("calls", "other api").addThrottleKeys("other").build());

            assertThat(payload(stream.next())).isEqualTo("other api");
            for (int i = 0; i < 2; i++) {
                Message released = stream.next();
                assertThat(payload(released)).isIn("first", "same api");
                assertThat(Leased.at(released))
                        .isAfterOrEqualTo(held.plus(LATER).minus(Leased.CLOCK_TOLERANCE));
            }
        }
    }

    @Test
    void keyOfOthersCantBeHeld() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("modest");
        client.enqueue(message("modest", "work").addThrottleKeys("mine").build());
        try (PlainStream stream = client.consume("modest")) {
            Message first = stream.next();

            PlainClient.refusal(
                    Status.Code.INVALID_ARGUMENT,
                    () -> client.messages()
                            .nack(nack("modest", first)
                                    .setHoldThrottleKey("yours")
                                    .build()));
        }
    }

    private static NackRequest.Builder nack(String queue, Message message) {
        return NackRequest.newBuilder()
                .setQueue(queue)
                .setMessageId(message.getId())
                .setLeaseId(message.getLeaseId())
                .setError("429")
                .setRetryAfterMs(LATER.toMillis());
    }
}
