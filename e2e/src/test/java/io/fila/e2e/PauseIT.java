package io.fila.e2e;

import static io.fila.e2e.wire.Requests.payload;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.ResumeQueueRequest;
import io.grpc.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator stops deliveries for a while. */
class PauseIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    private static final Duration SILENCE = Duration.ofMillis(300);

    @Test
    void pausedQueueTakesMessagesAndGivesNone() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("paused");
        client.enqueue("paused", "held");
        try (PlainStream stream = client.consume("paused")) {
            Message held = stream.next();
            pause("paused", "");
            client.enqueue("paused", "waiting");

            assertThat(client.stats("paused").getPaused()).isTrue();
            assertThat(stream.poll(SILENCE)).isNull();
            client.ack("paused", held.getId());
            assertThat(stream.poll(SILENCE)).isNull();

            resume("paused", "");

            assertThat(payload(stream.next())).isEqualTo("waiting");
            assertThat(client.stats("paused").getPaused()).isFalse();
        }
    }

    @Test
    void pausedKeyWaitsAndOthersGoOn() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("paused-key");
        pause("paused-key", "a");
        client.enqueue("paused-key", "a", "a0");
        client.enqueue("paused-key", "b", "b0");
        try (PlainStream stream = client.consume("paused-key")) {
            assertThat(payload(stream.next())).isEqualTo("b0");
            assertThat(stream.poll(SILENCE)).isNull();
            assertThat(client.stats("paused-key").getPausedKeysList()).containsExactly("a");

            resume("paused-key", "a");

            assertThat(payload(stream.next())).isEqualTo("a0");
        }
    }

    @Test
    void pausesOutliveTheBroker() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("still-paused");
        client.createQueue("still-paused-key");
        client.enqueue("still-paused", "waiting");
        client.enqueue("still-paused-key", "a", "waiting");
        pause("still-paused", "");
        pause("still-paused-key", "a");

        BROKER.killAndRestart();

        try (PlainStream queue = client.consume("still-paused").awaitHeaders();
                PlainStream key = client.consume("still-paused-key").awaitHeaders()) {
            assertThat(queue.poll(SILENCE)).isNull();
            assertThat(key.poll(SILENCE)).isNull();

            resume("still-paused", "");
            resume("still-paused-key", "a");

            assertThat(payload(queue.next())).isEqualTo("waiting");
            assertThat(payload(key.next())).isEqualTo("waiting");
        }
    }

    @Test
    void queueThatIsNotThereCantBePaused() {
        PlainClient.refusal(Status.Code.NOT_FOUND, () -> pause("nowhere", ""));
        PlainClient.refusal(Status.Code.NOT_FOUND, () -> resume("nowhere", ""));
    }

    private static void pause(String queue, String key) {
        var _ = BROKER.client()
                .admin()
                .pauseQueue(PauseQueueRequest.newBuilder()
                        .setQueue(queue)
                        .setFairnessKey(key)
                        .build());
    }

    private static void resume(String queue, String key) {
        var _ = BROKER.client()
                .admin()
                .resumeQueue(ResumeQueueRequest.newBuilder()
                        .setQueue(queue)
                        .setFairnessKey(key)
                        .build());
    }
}
