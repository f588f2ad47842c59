package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Receipt;
import io.fila.client.WorkerPool;
import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tenant that sends little beside one with a backlog, and a consumer that takes 5 ms a message: how many messages of the
 * backlog are handled before the quiet one, which was stored by then. Counted, not timed: machines that run tests are busy.
 */
class QuietTenantIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long WORK_MILLIS = 5;
    private static final int BACKLOG = 4_000;
    private static final int WARM_UP = 100;
    private static final int QUIET_MESSAGES = 10;

    /** The one in hand, those that are on their way to a consumer that must not run dry, and the turn of the round. */
    private static final int MOST_AHEAD = 8;

    /** The same and 100 ms of the client's own work. */
    private static final int MOST_AHEAD_OF_A_PLAIN_CLIENT = MOST_AHEAD + 20;

    @TempDir
    static Path directory;

    private static BrokerProcess broker;
    private static FilaClient client;

    private final List<String> handled = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void startBroker() throws InterruptedException {
        broker = BrokerProcess.in(directory).start();
        client = FilaClient.connect(broker.address());
    }

    @AfterAll
    static void stopBroker() {
        client.close();
        broker.close();
    }

    @Test
    void waitsForWhatIsInHandsWithTheJavaClient() {
        fill("java");
        try (WorkerPool pool = client.consume("java", this::work)) {
            List<Integer> ahead = sendQuietly("java");

            assertThat(ahead).allMatch(count -> count <= MOST_AHEAD, "at most " + MOST_AHEAD);
            assertThat(pool.ended()).isNotDone();
        }
    }

    @Test
    void waitsForAWindowOfAPlainClientThatBuffersWhatItIsSent() throws InterruptedException {
        fill("plain");
        CountDownLatch done = new CountDownLatch(1);
        try (PlainClient plain = PlainClient.of(broker.address());
                PlainStream stream = plain.consume("plain")) {
            Thread worker = Thread.ofPlatform().start(() -> {
                while (done.getCount() > 0) {
                    workOn(plain, stream);
                }
            });
            List<Integer> ahead = sendQuietly("plain");
            done.countDown();
            worker.join();

            assertThat(ahead)
                    .allMatch(
                            count -> count <= MOST_AHEAD_OF_A_PLAIN_CLIENT, "at most " + MOST_AHEAD_OF_A_PLAIN_CLIENT);
        }
    }

    private void work(Delivery delivery) throws InterruptedException {
        handled.add(delivery.fairnessKey());
        beBusy();
    }

    private void workOn(PlainClient plain, PlainStream stream) {
        try {
            Message message = stream.next();
            handled.add(message.getMetadata().getFairnessKey());
            beBusy();
            plain.ack("plain", message.getId());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void beBusy() throws InterruptedException {
        var _ = new CountDownLatch(1).await(WORK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static void fill(String queue) {
        client.admin().createQueue(queue);
        List<CompletableFuture<Receipt>> answers = new ArrayList<>();
        for (int i = 0; i < BACKLOG; i++) {
            answers.add(client.enqueueAsync(queue, Outgoing.of("noise").withFairnessKey("noisy")));
        }
        answers.forEach(CompletableFuture::join);
    }

    /** Sends one message after the other and tells how many others were handled between its receipt and itself. */
    private List<Integer> sendQuietly(String queue) {
        await().atMost(PATIENCE).until(() -> handled.size() >= WARM_UP);
        List<Integer> ahead = new ArrayList<>();
        for (int i = 0; i < QUIET_MESSAGES; i++) {
            client.enqueue(queue, Outgoing.of("quiet").withFairnessKey("quiet"));
            int stored = handled.size();
            int sent = i + 1;
            await().atMost(PATIENCE).until(() -> quiet() == sent);
            ahead.add(Math.max(0, handled.lastIndexOf("quiet") - stored));
        }
        return ahead;
    }

    private long quiet() {
        return handled.stream().filter("quiet"::equals).count();
    }
}
