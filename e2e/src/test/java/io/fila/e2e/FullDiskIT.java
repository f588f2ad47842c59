package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.fila.client.FilaClient;
import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.SmallDisk;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.EnqueueRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up under the broker, and has room again. */
@Tag("long")
class FullDiskIT {
    private static final int DISK_MEGABYTES = 160;
    private static final int MIN_FREE_BYTES = 48 << 20;
    private static final int PAYLOAD_BYTES = 32 << 10;
    private static final int MOST_MESSAGES = (DISK_MEGABYTES << 20) / PAYLOAD_BYTES;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final Random random = new Random(1);
    private final Set<String> confirmed = new HashSet<>();

    @Test
    void fullDiskRefusesEnqueuesAndNothingElse() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(directory, DISK_MEGABYTES);
                BrokerProcess broker = broker(disk).start();
                PlainClient client = PlainClient.of(broker.address())) {
            client.createQueue("full");

            Status refusal = enqueueUntilRefused(client);

            assertThat(refusal.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(refusal.getDescription()).containsIgnoringCase("disk");
            int beforeRoom = confirmed.size();
            Set<String> received = new HashSet<>();
            try (PlainStream stream = client.consume("full")) {
                takeAndAck(client, stream, beforeRoom / 2, received);
                assertThat(disk.freeBytes()).as("room that is kept for this").isPositive();
                takeAndAck(client, stream, beforeRoom - received.size(), received);
            }
            assertThat(received).isEqualTo(confirmed);
            await().atMost(PATIENCE).until(() -> !isRefused(client));
        }
    }

    @Test
    void roomThatSomebodyElseFreesIsUsedAtOnce() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(directory, DISK_MEGABYTES);
                BrokerProcess broker = broker(disk).start();
                PlainClient client = PlainClient.of(broker.address())) {
            client.createQueue("full");
            confirmed.add(enqueue(client));
            disk.fillUpTo(MIN_FREE_BYTES / 2);
            await().atMost(PATIENCE).until(() -> isRefused(client));
            await().atMost(PATIENCE).until(() -> !isServing(broker));

            disk.free();

            await().atMost(PATIENCE).until(() -> !isRefused(client));
            await().atMost(PATIENCE).until(() -> isServing(broker));
            Set<String> received = new HashSet<>();
            try (PlainStream stream = client.consume("full")) {
                takeAndAck(client, stream, confirmed.size(), received);
            }
            assertThat(received).isEqualTo(confirmed);
        }
    }

    @Test
    void diskWithoutAByteLeftLosesNothing() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(directory, DISK_MEGABYTES);
                BrokerProcess broker = broker(disk).start();
                PlainClient client = PlainClient.of(broker.address())) {
            client.createQueue("full");
            for (int i = 0; i < 200; i++) {
                confirmed.add(enqueue(client));
            }
            disk.fillUpTo(0);
            await().atMost(PATIENCE).until(() -> isRefused(client) || !broker.isAlive());

            disk.free();

            if (!broker.isAlive()) {
                broker.start();
                client.reconnect();
            }
            await().atMost(PATIENCE).until(() -> !isRefused(client));
            Set<String> received = new HashSet<>();
            try (PlainStream stream = client.consume("full")) {
                takeAndAck(client, stream, confirmed.size(), received);
            }
            assertThat(received).containsAll(confirmed);
        }
    }

    private static boolean isServing(BrokerProcess broker) {
        try (FilaClient client = FilaClient.connect(broker.address())) {
            return client.isServing();
        }
    }

    private static BrokerProcess broker(SmallDisk disk) {
        return BrokerProcess.in(disk.directory())
                .with("storage.min_free_bytes", MIN_FREE_BYTES)
                .with("storage.write_buffer_bytes", 4 << 20);
    }

    private Status enqueueUntilRefused(PlainClient client) {
        for (int i = 0; i < MOST_MESSAGES; i++) {
            try {
                confirmed.add(enqueue(client));
            } catch (StatusRuntimeException refused) {
                return refused.getStatus();
            }
        }
        throw new AssertionError("Expected a refusal before " + MOST_MESSAGES + " messages were stored.");
    }

    private boolean isRefused(PlainClient client) {
        try {
            confirmed.add(enqueue(client));
            return false;
        } catch (StatusRuntimeException refused) {
            return true;
        }
    }

    private String enqueue(PlainClient client) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        random.nextBytes(payload);
        return client.enqueue(EnqueueRequest.newBuilder()
                .setQueue("full")
                .setPayload(ByteString.copyFrom(payload))
                .build());
    }

    private static void takeAndAck(PlainClient client, PlainStream stream, int messages, Set<String> received)
            throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            String id = stream.next().getId();
            client.ack("full", id);
            received.add(id);
        }
    }
}
