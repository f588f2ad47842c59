package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Finished;
import io.fila.e2e.wire.Leased;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.Message;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator stops the broker and starts it again while consumers hold messages. */
class PlannedRestartIT {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofMillis(300);

    @TempDir
    Path directory;

    private BrokerProcess broker;
    private PlainClient client;

    @BeforeEach
    void startBroker() throws InterruptedException {
        broker = BrokerProcess.in(directory).start();
        client = PlainClient.of(broker.address());
    }

    @AfterEach
    void stopBroker() {
        client.close();
        broker.close();
    }

    @Test
    void stopEndsOpenStreamsWithinItsLimit() throws InterruptedException {
        client.createQueue("open");
        List<PlainStream> streams = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            streams.add(client.consume("open").awaitHeaders());
        }

        long began = System.nanoTime();
        Finished finished = broker.terminate();
        Duration took = Duration.ofNanos(System.nanoTime() - began);

        assertThat(finished.exitCode()).as(finished.err()).isZero();
        assertThat(took).isLessThan(STOP_LIMIT);
        for (PlainStream stream : streams) {
            assertThat(stream.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        }
        assertThat(finished.err()).doesNotContain("Exception", "ERROR");
    }

    @Test
    void consumerAcksAfterTheRestartWhatItWasGivenBefore() throws InterruptedException {
        client.createQueue("held");
        for (int i = 0; i < 10; i++) {
            client.enqueue("held", "m" + i);
        }
        List<Message> held;
        try (PlainStream stream = client.consume("held")) {
            held = stream.next(10);
            restart();
        }

        assertThat(client.stats("held").getInFlight()).isEqualTo(10);
        assertThat(client.stats("held").getDepth()).isZero();
        try (PlainStream other = client.consume("held").awaitHeaders()) {
            assertThat(other.poll(SILENCE)).as("a message that is leased still").isNull();
            for (Message message : held) {
                client.ack("held", message.getId());
            }
            assertThat(other.poll(SILENCE)).isNull();
        }
        assertThat(client.stats("held").getInFlight()).isZero();
    }

    @Test
    void leaseExpiresAfterTheRestartWhenItWouldHaveAnyway() throws InterruptedException {
        Duration lease = Duration.ofSeconds(4);
        client.createQueue("expiring", lease);
        String id = client.enqueue("expiring", "unfinished");
        Message first;
        try (PlainStream stream = client.consume("expiring")) {
            first = stream.next();
            restart();
        }

        try (PlainStream other = client.consume("expiring")) {
            Message again = other.next();
            assertThat(again.getId()).isEqualTo(id);
            assertThat(again.getMetadata().getAttemptCount()).isEqualTo(1);
            assertThat(Duration.between(Leased.at(first), Leased.at(again)))
                    .isGreaterThanOrEqualTo(lease.minus(Leased.CLOCK_TOLERANCE));
        }
    }

    @Test
    void pendingMessagesWaitInTheirOrder() throws InterruptedException {
        client.createQueue("waiting");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            ids.add(client.enqueue("waiting", "m" + i));
        }

        restart();

        assertThat(client.stats("waiting").getDepth()).isEqualTo(ids.size());
        try (PlainStream stream = client.consume("waiting")) {
            assertThat(stream.next(ids.size())).extracting(Message::getId).containsExactlyElementsOf(ids);
        }
    }

    @Test
    void deletedQueueStaysDeleted() throws InterruptedException {
        client.createQueue("gone");
        client.createQueue("kept", Duration.ofSeconds(7));
        client.enqueue("gone", "with its queue");
        var _ = client.admin()
                .deleteQueue(DeleteQueueRequest.newBuilder().setQueue("gone").build());

        restart();

        PlainClient.refusal(Status.Code.NOT_FOUND, () -> client.stats("gone"));
        PlainClient.refusal(Status.Code.ALREADY_EXISTS, () -> client.createQueue("kept"));
        client.createQueue("gone");
        assertThat(client.stats("gone").getDepth()).isZero();
    }

    private void restart() throws InterruptedException {
        Finished finished = broker.terminate();
        assertThat(finished.exitCode()).as(finished.err()).isZero();
        broker.start();
        client.close();
        client = PlainClient.of(broker.address());
    }
}
