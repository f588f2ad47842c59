package io.fila.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.scripting.HookName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ScriptLogTest {
    private static final QueueName ORDERS = new QueueName("orders");
    private static final MessageId MESSAGE = new MessageId(1, 2);

    private final AtomicLong nanos = new AtomicLong();
    private final ScriptLog log = new ScriptLog(nanos::get, List.of());

    @Test
    void failureIsToldWithItsQueueAndMessageOnce() {
        assertThat(log.line(ORDERS, HookName.ON_FAILURE, MESSAGE, "no such field"))
                .isEqualTo(
                        "The script on_failure of queue \"orders\" failed for message " + MESSAGE + ": no such field");
        assertThat(log.line(ORDERS, HookName.ON_FAILURE, MESSAGE, "no such field"))
                .isEmpty();

        nanos.addAndGet(Duration.ofSeconds(10).toNanos());

        assertThat(log.line(ORDERS, HookName.ON_ENQUEUE, null, "no header"))
                .isEqualTo(
                        "Scripts of queue \"orders\" failed 2 times more, at last on_enqueue for a message on its way in:"
                                + " no header");
    }
}
