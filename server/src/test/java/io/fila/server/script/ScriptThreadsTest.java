package io.fila.server.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.queue.QueueName;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ScriptThreadsTest {
    private static final QueueName QUEUE = new QueueName("orders");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ScriptThreads threads = new ScriptThreads();

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void errorOfOneWorkDoesNotKeepTheNextWaiting() {
        CompletableFuture<String> next = new CompletableFuture<>();

        threads.submit(QUEUE, () -> {
            throw new StackOverflowError("on purpose");
        });
        threads.submit(QUEUE, () -> next.complete("done"));

        assertThat(next).succeedsWithin(PATIENCE).isEqualTo("done");
    }
}
