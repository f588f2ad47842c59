package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Accepted;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.queue.QueueConfig;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Queues that take no more, or slowly. */
final class CapacityTest {
    private final Rig rig = new Rig();

    @Test
    void fullQueueRejectsAndSaysWhenToComeBack() {
        rig.create("orders", Wishes.capacity(2, Overflow.REJECT));
        rig.enqueue("orders", "a", "one");
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "two").value();

        Refusal refusal = rig.enqueue("orders", "a", "three").refusal();

        assertThat(refusal.code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        assertThat(refusal.retryAfterNanos()).isPositive();
    }

    @Test
    void messagesWithConsumersTakeUpRoomToo() {
        rig.create("orders", Wishes.capacity(1, Overflow.REJECT));
        MessageId id = rig.enqueue("orders", "a", "one").value();
        rig.consume("orders", 1);
        assertThat(rig.enqueue("orders", "a", "two").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);

        rig.ack("orders", id);

        rig.enqueue("orders", "a", "two").value();
    }

    @Test
    void fullQueueMayDropWhatIsNew() {
        rig.create("orders", Wishes.capacity(1, Overflow.DROP_NEW));
        rig.enqueue("orders", "a", "one");

        assertThat(rig.offer("orders", "a", EnqueueOptions.NONE, "two").value()).isEqualTo(Accepted.dropped());
        assertThat(rig.consume("orders", 5).payloads()).containsExactly("one");
        assertThat(rig.stats("orders").doings().dropped()).isEqualTo(1);
    }

    @Test
    void fullQueueMayDropTheOldestOfTheSameTenantOrElseOfTheFattest() {
        rig.create("orders", Wishes.capacity(3, Overflow.DROP_OLDEST));
        rig.enqueue("orders", "noisy", "n1");
        rig.enqueue("orders", "noisy", "n2");
        rig.enqueue("orders", "quiet", "q1");

        rig.enqueue("orders", "noisy", "n3");
        rig.enqueue("orders", "third", "t1");

        assertThat(rig.stats("orders").depth()).isEqualTo(3);
        assertThat(rig.consume("orders", 5).payloads()).containsExactlyInAnyOrder("q1", "n3", "t1");
    }

    @Test
    void admissionNeedsTokensWhileTheQueueIsNearlyFull() {
        rig.create(
                "orders",
                QueueConfig.DEFAULT.with(
                        new Capacity(10, Overflow.REJECT, new Capacity.Admission(50, new Rate(1, 1)))));
        for (int i = 0; i < 6; i++) {
            rig.enqueue("orders", "a", "m").value();
        }
        Refusal refusal = rig.enqueue("orders", "a", "m").refusal();

        assertThat(refusal.retryAfterNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
        rig.advance(Duration.ofSeconds(1));
        rig.enqueue("orders", "a", "m").value();
    }

    @Test
    void redriveStopsAtAFullQueue() {
        rig.create("orders", Wishes.maxAttempts(1).with(new Capacity(2, Overflow.REJECT, null)));
        for (int i = 0; i < 3; i++) {
            MessageId id = rig.enqueue("orders", "a", "m" + i).value();
            rig.consume("orders", 1).detach();
            rig.nack("orders", id);
        }
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(3);

        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(2);
        assertThat(rig.redrive("orders.dlq", 10).value()).isZero();
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
    }

    @Test
    void nothingIsDroppedForAMessageThatFindsNoToken() {
        rig.create(
                "orders",
                QueueConfig.DEFAULT.with(
                        new Capacity(2, Overflow.DROP_OLDEST, new Capacity.Admission(100, new Rate(1, 1)))));
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "a", "two");
        rig.enqueue("orders", "a", "three").value();

        assertThat(rig.enqueue("orders", "a", "four").refusal().retryAfterNanos())
                .isPositive();

        assertThat(rig.consume("orders", 5).payloads()).containsExactly("two", "three");
    }

    @Test
    void queueThatWasMadeSmallerShrinksWithEachMessageItTakes() {
        rig.create("orders", Wishes.capacity(5, Overflow.DROP_OLDEST));
        for (int i = 0; i < 5; i++) {
            rig.enqueue("orders", "a", "m" + i);
        }
        rig.update("orders", config -> Wishes.capacity(3, Overflow.DROP_OLDEST));

        rig.enqueue("orders", "a", "m5").value();
        assertThat(rig.stats("orders").depth()).isEqualTo(4);
        rig.enqueue("orders", "a", "m6").value();
        rig.enqueue("orders", "a", "m7").value();

        assertThat(rig.consume("orders", 9).payloads()).containsExactly("m5", "m6", "m7");
    }

    @Test
    void fullQueueThatDropsTheOldestTakesMessagesAfterARestartToo() {
        rig.create("orders", Wishes.capacity(2, Overflow.DROP_OLDEST));
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "b", "two");
        rig.restart();

        Refusal untilItIsRead = rig.enqueue("orders", "c", "three").refusal();
        rig.enqueue("orders", "c", "three").value();

        assertThat(untilItIsRead.retryAfterNanos()).isPositive();
        assertThat(rig.stats("orders").depth()).isEqualTo(2);
    }

    @Test
    void nobodyIsDroppedForATenantWhoseOwnMessagesAreOnDisk() {
        rig.create("orders", Wishes.capacity(2, Overflow.DROP_OLDEST));
        rig.enqueue("orders", "noisy", "one");
        rig.restart();
        rig.enqueue("orders", "quiet", "two").value();

        rig.enqueue("orders", "noisy", "three").refusal();
        rig.enqueue("orders", "noisy", "three").value();

        assertThat(rig.consume("orders", 5).payloads()).containsExactlyInAnyOrder("two", "three");
    }
}
