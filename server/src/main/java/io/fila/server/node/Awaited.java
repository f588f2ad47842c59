package io.fila.server.node;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.host.BrokerHost;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a broker answers to a command that somebody waits for.
 *
 * @param value null if it refused
 * @param refusal null if it did not
 */
record Awaited<T>(@Nullable T value, @Nullable Refusal refusal) {
    private static final long PATIENCE_SECONDS = 5;

    /** @throws IOException if it does not answer */
    static <T> Awaited<T> of(BrokerHost host, Function<Reply<T>, Command> command) throws IOException {
        CompletableFuture<Awaited<T>> answer = new CompletableFuture<>();
        Reply<T> reply = new Reply<>() {
            @Override
            public void accept(T value) {
                answer.complete(new Awaited<>(value, null));
            }

            @Override
            public void refuse(Refusal refusal) {
                answer.complete(new Awaited<>(null, refusal));
            }
        };
        if (!host.inbox().offer(command.apply(reply))) {
            throw new IOException("the broker's inbox is full");
        }
        try {
            // A broker whose term ends answers nothing that it has not decided yet.
            var _ = CompletableFuture.anyOf(answer, host.end()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!answer.isDone()) {
                throw new IOException("the broker has ended");
            }
            return answer.join();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IOException("this node is stopping", stopping);
        } catch (ExecutionException | TimeoutException none) {
            throw new IOException("the broker does not answer", none);
        }
    }

    /** What it answered, if it can't refuse. */
    T orThrow() throws IOException {
        if (value == null) {
            throw new IOException(refusal == null ? "no answer" : refusal.sentence());
        }
        return value;
    }
}
