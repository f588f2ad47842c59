package io.fila.cli.message;

import io.fila.client.error.FilaException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Calls that were sent and not yet answered, no more than a limit. */
final class Outstanding {
    /** Enough to hide the way there and back, few enough to be waited for on Ctrl-C. */
    static final int LIMIT = 256;

    private final Deque<CompletableFuture<?>> replies = new ArrayDeque<>();

    /** Adds a call, after waiting for the oldest one if there are too many. The failure of an earlier call is thrown. */
    void add(CompletableFuture<?> reply) throws InterruptedException {
        replies.add(reply);
        while (replies.size() > LIMIT
                || (!replies.isEmpty() && replies.element().isDone())) {
            settleOldest();
        }
    }

    /** Waits for all answers. */
    void settle() throws InterruptedException {
        while (!replies.isEmpty()) {
            settleOldest();
        }
    }

    private void settleOldest() throws InterruptedException {
        try {
            replies.remove().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FilaException failure) {
                throw failure;
            }
            throw new IllegalStateException("Expected a call to fail with a FilaException", e.getCause());
        }
    }
}
