package io.fila.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.history.RecordedStep;
import io.fila.core.history.StepKind;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is said of a message that a recorder remembers. */
final class HistoryTest {
    private static final MessageId ID = new MessageId(1, 2);
    private static final long ORDERS = 1;
    private static final long DEAD_LETTERS = 2;
    private static final long ELSEWHERE = 3;
    private static final long NOW = Duration.ofSeconds(100).toNanos();

    @Test
    void messageThatWasAckedIsGone() {
        History history = history(at(10, StepKind.ACCEPTED), leased(20, 4), at(30, StepKind.ACKED));

        assertThat(said(history))
                .isEqualTo("Message " + ID + " of key \"acme\" is gone: its consumer acked it 1 min 10 s ago.");
        assertThat(history.sentence(NOW)).isEqualTo("It was delivered once, to consumer 4, 1 min 20 s ago.");
    }

    @Test
    void messageAmongItsDeadLettersIsNotGone() {
        assertThat(history(leased(20, 4), to(30, StepKind.DEAD_LETTERED, DEAD_LETTERS))
                        .departure(queues(), this::name))
                .isNull();
    }

    @Test
    void messageThatWentElsewhereIsGoneWhateverHappenedThere() {
        History history = history(at(10, StepKind.ACCEPTED), to(30, StepKind.MOVED, ELSEWHERE), elsewhere(40));

        assertThat(said(history)).endsWith("is gone: it was moved to queue elsewhere 1 min 10 s ago.");
    }

    @Test
    void messageThatCameBackIsNotGone() {
        assertThat(history(to(30, StepKind.MOVED, ELSEWHERE), to(40, StepKind.MOVED, ORDERS))
                        .departure(queues(), this::name))
                .isNull();
    }

    @Test
    void everyConsumerAndFailureIsCounted() {
        History history = history(
                leased(10, 4), at(20, StepKind.NACKED), leased(30, 7), at(60, StepKind.LEASE_EXPIRED), leased(99, 7));

        assertThat(history.sentence(NOW))
                .isEqualTo("It was delivered 3 times, to consumers 4, 7, the last time 1.0 s ago; it was nacked once;"
                        + " its lease expired once.");
        assertThat(history().sentence(NOW)).isEmpty();
    }

    private String said(History history) {
        Standing.Gone gone = history.departure(queues(), this::name);
        assertThat(gone).isNotNull();
        return new Wording(new Explanation(new QueueName("orders"), "acme", ID, gone, NOW)).sentence();
    }

    private static Set<QueueId> queues() {
        return Set.of(new QueueId(ORDERS), new QueueId(DEAD_LETTERS));
    }

    private String name(long queue) {
        return queue == ELSEWHERE ? "elsewhere" : "#" + queue;
    }

    private static History history(RecordedStep... steps) {
        return new History(Arrays.asList(steps));
    }

    private static RecordedStep at(long second, StepKind kind) {
        return step(second, kind, ORDERS, 0, 0);
    }

    private static RecordedStep leased(long second, long consumer) {
        return step(second, StepKind.LEASED, ORDERS, 0, consumer);
    }

    private static RecordedStep to(long second, StepKind kind, long target) {
        return step(second, kind, target == ORDERS ? ELSEWHERE : ORDERS, target, 0);
    }

    private static RecordedStep elsewhere(long second) {
        return step(second, StepKind.ACKED, ELSEWHERE, 0, 0);
    }

    private static RecordedStep step(long second, StepKind kind, long queue, long target, long consumer) {
        return new RecordedStep(Duration.ofSeconds(second).toNanos(), kind, queue, target, ID, 0, consumer, "acme", "");
    }
}
