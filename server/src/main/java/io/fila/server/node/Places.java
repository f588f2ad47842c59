package io.fila.server.node;

import io.fila.core.reply.Refusal;
import io.fila.server.cluster.Placement;
import io.fila.server.grpc.call.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where queues are, as the first shard told. A place never changes, so it is asked for once. A queue that was never placed is nobody's:
 * the first shard says so. Any thread.
 */
final class Places implements Placement, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Places.class);
    private static final String DEAD_LETTERS = ".dlq";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(50);

    /** Names that may be asked for at once. */
    private static final int QUESTIONS = 64;

    private final FirstAnswers first;
    private final Map<String, Integer> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Integer>> asked = new ConcurrentHashMap<>();
    private final Semaphore questions = new Semaphore(QUESTIONS);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Asks the first shard. */
    interface FirstAnswers {
        byte[] ask(byte[] question) throws IOException;
    }

    Places(FirstAnswers first) {
        this.first = first;
    }

    /** The name that decides: dead letters are where their queue is. */
    static String base(String queue) {
        String base = queue;
        while (base.endsWith(DEAD_LETTERS) && base.length() > DEAD_LETTERS.length()) {
            base = base.substring(0, base.length() - DEAD_LETTERS.length());
        }
        return base;
    }

    @Override
    public CompletableFuture<Integer> find(String queue) {
        String base = base(queue);
        Integer place = known.get(base);
        if (place != null || base.isEmpty()) {
            return CompletableFuture.completedFuture(place == null ? NOWHERE : place);
        }
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        CompletableFuture<Integer> underWay = asked.putIfAbsent(base, answer);
        if (underWay != null) {
            return underWay;
        }
        try {
            threads.execute(() -> ask(base, answer));
        } catch (RejectedExecutionException stopping) {
            asked.remove(base, answer);
            answer.completeExceptionally(stopping);
        }
        return answer;
    }

    private void ask(String name, CompletableFuture<Integer> answer) {
        try {
            answer.complete(ask(name));
        } catch (RuntimeException failure) {
            answer.completeExceptionally(failure);
        } finally {
            asked.remove(name, answer);
        }
    }

    private int ask(String name) {
        long begin = System.nanoTime();
        questions.acquireUninterruptibly();
        try {
            while (true) {
                try {
                    int place = ByteBuffer.wrap(first.ask(new ShardQuestion.Find(name).encode()))
                            .getInt();
                    if (place >= 0) {
                        known.put(name, place);
                    }
                    return place;
                } catch (IOException | RuntimeException notNow) {
                    log.debug("Nobody tells where {} is.", name, notNow);
                    if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                        throw new RefusedException(
                                Refusal.unavailable(
                                        "Expected a node that knows where the queue is but none can be reached; try again in a moment."));
                    }
                    Thread.sleep(TRY_AGAIN_AFTER);
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The broker is stopping.", stopping);
        } finally {
            questions.release();
        }
    }

    @Override
    public void close() {
        var _ = threads.shutdownNow();
    }
}
