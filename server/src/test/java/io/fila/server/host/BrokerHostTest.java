package io.fila.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueSummary;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.config.Config;
import io.fila.server.config.ConfigSources;
import io.fila.server.config.ConfigSources.Flags;
import io.fila.server.wire.EncodedContent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker without a port: it answers, it keeps what it knows, and it says when it can't go on. */
final class BrokerHostTest {
    private static final QueueName ORDERS = new QueueName("orders");

    @TempDir
    Path directory;

    @Test
    void whatWasAskedBeforeTheStopIsDoneAndKept() throws Exception {
        CompletableFuture<QueueName> created = new CompletableFuture<>();
        BrokerHost host = open(new CompletableFuture<>());
        host.inbox().put(new Command.CreateQueue(ORDERS, QueueConfig.DEFAULT, reply(created::complete)));

        host.close();

        assertThat(created).isCompletedWithValue(ORDERS);
        CompletableFuture<List<QueueSummary>> listed = new CompletableFuture<>();
        try (BrokerHost again = open(new CompletableFuture<>())) {
            again.inbox().put(new Command.ListQueues(reply(listed::complete)));
            assertThat(await(listed)).extracting(QueueSummary::name).contains(ORDERS);
        }
    }

    @Test
    void brokerThatBreaksAPromiseStopsAndSaysSo() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Error broken = new AssertionError("a promise was broken");
        try (BrokerHost host = open(failure)) {
            host.inbox().put(new Command.ListQueues(reply(queues -> {
                throw broken;
            })));

            assertThat(await(failure)).isSameAs(broken);
        }
    }

    private BrokerHost open(CompletableFuture<Throwable> failure) throws Exception {
        Config config = ConfigSources.read(
                        new Flags(null, null, directory.resolve("data").toString()),
                        Map.of("FILA_STORAGE__MIN_FREE_BYTES", "0"),
                        directory)
                .config();
        return BrokerHost.open(config, EncodedContent::of, failure::complete);
    }

    private static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static <T> Reply<T> reply(Consumer<T> accepted) {
        return new Reply<>() {
            @Override
            public void accept(T value) {
                accepted.accept(value);
            }

            @Override
            public void refuse(Refusal refusal) {
                throw new AssertionError(refusal.sentence());
            }
        };
    }
}
