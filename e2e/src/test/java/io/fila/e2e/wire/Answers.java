package io.fila.e2e.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What comes out of a stream of batches, one by one. Any thread. */
final class Answers<T> {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final BlockingQueue<T> arrived = new LinkedBlockingQueue<>();
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

    /** Takes the parts of each answer. */
    <A> StreamObserver<A> of(Function<A, List<T>> parts) {
        return new StreamObserver<>() {
            @Override
            public void onNext(A answer) {
                arrived.addAll(parts.apply(answer));
            }

            @Override
            public void onError(Throwable failure) {
                end.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                end.complete(null);
            }
        };
    }

    T next() throws InterruptedException {
        T next = poll(PATIENCE);
        assertThat(next)
                .as("an answer within %s; the stream's end: %s", PATIENCE, end)
                .isNotNull();
        return Objects.requireNonNull(next);
    }

    @Nullable T poll(Duration timeout) throws InterruptedException {
        return arrived.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits for the stream to end well. */
    void awaitEnd() {
        try {
            end.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new AssertionError("Expected the stream to end well but it did not", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
