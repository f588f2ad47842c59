package io.fila.retracker.forwarder;

import io.fila.client.FilaClient;
import io.fila.client.StoredMessage;
import io.fila.client.admin.MessageState;
import io.fila.client.admin.Peek;
import io.fila.client.error.LeaseLost;
import io.fila.retracker.forwarder.JobQueue.Lane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that were under way when the program before this one died. A broker that is ours alone has no other consumer:
 * their leases are nobody's, and a forwarder that has as many of them as it may have under way would be left alone until they
 * end.
 */
final class AbandonedJobs {
    /** How many jobs are put back at a time. */
    private static final int PAGE = 1_000;

    private AbandonedJobs() {}

    /** Puts them back into their queues. */
    static void putBack(FilaClient fila) {
        for (Lane lane : Lane.values()) {
            String queue = JobQueues.name(lane);
            List<StoredMessage> leased = leased(fila, queue);
            while (!leased.isEmpty()) {
                CompletableFuture.allOf(leased.stream()
                                .map(message -> putBack(fila, queue, message.id()))
                                .toArray(CompletableFuture[]::new))
                        .join();
                leased = leased(fila, queue);
            }
        }
    }

    private static List<StoredMessage> leased(FilaClient fila, String queue) {
        return fila.admin()
                .peek(queue, Peek.at(MessageState.IN_FLIGHT).withPageSize(PAGE))
                .messages();
    }

    private static CompletableFuture<@Nullable Void> putBack(FilaClient fila, String queue, String id) {
        return fila.nackAsync(queue, id, "The program that had it died.").exceptionally(failure -> {
            Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
            if (cause instanceof LeaseLost) {
                // Its lease ended meanwhile, which is just as good.
                return null;
            }
            throw new CompletionException(cause);
        });
    }
}
