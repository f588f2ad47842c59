package io.fila.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.queue.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

final class InboxTest {
    private static final int CAPACITY = 10_000;
    private static final int LIMIT = 2048;

    private final Inbox inbox = new Inbox(CAPACITY);

    private static Command command(int number) {
        return new Command.Grant(new QueueName("q"), new ConsumerId(0), number);
    }

    private List<Command> drain(int limit) {
        List<Command> batch = new ArrayList<>();
        assertThat(inbox.drainTo(batch, limit)).isEqualTo(batch.size());
        return batch;
    }

    private void fill(Feed feed, int from, int to) {
        for (int i = from; i < to; i++) {
            assertThat(inbox.offer(feed, command(i))).isTrue();
        }
    }

    @Test
    void whoWaitsForAnAnswerWaitsForFewOfAFeed() {
        fill(new Feed(), 0, 5000);
        assertThat(inbox.offer(command(-1))).isTrue();

        List<Command> turn = drain(LIMIT);

        assertThat(turn.getFirst()).isEqualTo(command(-1));
        assertThat(turn).hasSizeLessThanOrEqualTo(300);
    }

    @Test
    void feedsTakeTurns() {
        fill(new Feed(), 0, 4000);
        fill(new Feed(), -10, 0);

        assertThat(drain(100)).contains(command(-10), command(-1));
    }

    @Test
    void commandsOfAFeedStayInOrder() {
        Feed feed = new Feed();
        fill(feed, 0, 1000);
        fill(new Feed(), 5000, 6000);
        List<Command> seen = new ArrayList<>();

        while (inbox.size() > 0) {
            assertThat(inbox.offer(command(-1))).isTrue();
            seen.addAll(drain(64));
        }

        List<Command> expected = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            expected.add(command(i));
        }
        assertThat(seen).containsSubsequence(expected);
    }

    @Test
    void producersDoNotStandStillHoweverMuchElseIsAsked() {
        fill(new Feed(), 0, 100);
        for (int i = 1; i <= 5000; i++) {
            assertThat(inbox.offer(command(-i))).isTrue();
        }

        assertThat(drain(LIMIT)).contains(command(0));
    }

    @Test
    void aloneAFeedHasTheWholeTurn() {
        fill(new Feed(), 0, 5000);

        assertThat(drain(LIMIT)).hasSize(LIMIT);
        assertThat(inbox.size()).isEqualTo(5000 - LIMIT);
    }

    @Test
    void fullInboxTakesNothingFromAFeed() {
        Feed feed = new Feed();
        fill(feed, 0, CAPACITY);

        assertThat(inbox.offer(feed, command(0))).isFalse();
        assertThat(inbox.size()).isEqualTo(CAPACITY);
    }

    @Test
    void nothingIsLostWhileSendersAndReaderRace() throws InterruptedException {
        int each = 20_000;
        List<Thread> senders = new ArrayList<>();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        for (int sender = 0; sender < 3; sender++) {
            Feed feed = new Feed();
            senders.add(Thread.ofPlatform()
                    .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
                    .start(() -> {
                        for (int i = 0; i < each; i++) {
                            while (!inbox.offer(feed, command(i))) {
                                Thread.onSpinWait();
                            }
                        }
                    }));
        }
        int taken = 0;
        List<Command> batch = new ArrayList<>();
        while (taken < 3 * each) {
            inbox.await(1_000_000_000, 1);
            batch.clear();
            taken += inbox.drainTo(batch, LIMIT);
        }
        for (Thread sender : senders) {
            sender.join();
        }

        assertThat(failures).isEmpty();
        assertThat(inbox.size()).isZero();
    }
}
