package io.fila.retracker.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WorkersTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Workers workers = new Workers(1, 3, new WorkerSignal(60), () -> 0);
    private final Exchanges prompt = new Exchanges();

    WorkersTest() {
        prompt.took(1);
    }

    @AfterEach
    void stop() {
        workers.close();
    }

    @Test
    void forwarderThatHasNotShownToBePromptNeedsNoWorker() throws Exception {
        Exchanges slow = new Exchanges();
        slow.took(Exchanges.PROMPT.toMillis() + 1);

        try (Workers.Stint _ = workers.begin(prompt);
                Workers.Stint _ = workers.begin(slow);
                Workers.Stint _ = workers.begin(new Exchanges())) {
            assertThat(workers.size()).isEqualTo(1);
        }
    }

    @Test
    void jobOfAPromptForwarderWaitsForAWorker() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Workers.Stint first = workers.begin(prompt);
        Thread second = Thread.ofVirtual().start(() -> begin(begun));
        await().atMost(PATIENCE).until(() -> second.getState() == Thread.State.WAITING || begun.getCount() == 0);

        first.close();

        assertThat(second.join(PATIENCE)).isTrue();
        assertThat(begun.getCount()).isZero();
    }

    @Test
    void workerLeavesAForwarderThatKeepsItWaitingAndDoesNotComeBackToIt() throws Exception {
        try (Workers.Stint _ = workers.begin(prompt);
                Workers.Stint _ = workers.begin(prompt)) {
            assertThat(prompt.isPrompt())
                    .as("the second had to wait until the first was given up")
                    .isFalse();
        }
    }

    @Test
    void eachSecondThereIsOneMoreInAFullQueueAndOneFewerInACalmOne() throws Exception {
        workers.adjust(60);
        workers.adjust(59);
        assertThat(workers.size()).isEqualTo(2);
        workers.adjust(100);
        workers.adjust(100);
        assertThat(workers.size()).as("no more than there may be").isEqualTo(3);

        try (Workers.Stint _ = workers.begin(prompt);
                Workers.Stint _ = workers.begin(prompt);
                Workers.Stint _ = workers.begin(prompt)) {
            workers.adjust(39);
            workers.adjust(39);
            workers.adjust(39);
        }
        assertThat(workers.size()).as("no fewer than there are always").isEqualTo(1);
    }

    private void begin(CountDownLatch begun) {
        try (Workers.Stint _ = workers.begin(prompt)) {
            begun.countDown();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
