package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.hook.NackReason;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Backoff;
import io.fila.core.queue.QueueConfig;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Consumers that know when to try again. */
final class NacksTest {
    private final Rig rig = new Rig();

    @Test
    void nackSaysWhenToTryAgain() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.nack("orders", id, new NackReason("429", Duration.ofMinutes(1).toNanos(), ""))
                .value();

        rig.advance(Duration.ofSeconds(59));
        assertThat(receiver.payloads()).hasSize(1);
        rig.advance(Duration.ofSeconds(1));
        assertThat(receiver.payloads()).hasSize(2);
    }

    @Test
    void nackWithoutAScriptWaitsTwiceAsLongEachTime() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 100);

        Duration most = Duration.ofMillis(100);
        for (int tries = 1; tries <= 12; tries++) {
            rig.nack("orders", id).value();
            rig.advance(most.dividedBy(2).minusMillis(1));
            assertThat(receiver.payloads()).hasSize(tries);
            rig.advance(most.dividedBy(2).plusMillis(1));
            assertThat(receiver.payloads()).hasSize(tries + 1);
            Duration twice = most.multipliedBy(2);
            most = twice.compareTo(Backoff.DEFAULT.longest()) < 0 ? twice : Backoff.DEFAULT.longest();
        }
    }

    @Test
    void queueWithoutBackoffTriesAgainAtOnce() {
        rig.create("orders", QueueConfig.DEFAULT.with(Backoff.NONE));
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 10);

        rig.nack("orders", id).value();

        assertThat(receiver.payloads()).hasSize(2);
    }

    @Test
    void expiredLeaseComesBackAtOnce() {
        rig.create("orders");
        rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 10);

        rig.advance(QueueConfig.DEFAULT_VISIBILITY_TIMEOUT);

        assertThat(receiver.payloads()).hasSize(2);
    }

    @Test
    void nackMayHoldAThrottleKeyForEveryone() {
        rig.create("orders");
        rig.create("others", new QueueConfig(Duration.ofDays(1)));
        Scheduling throttled = new Scheduling("a", 1, List.of("api"));
        MessageId id = rig.enqueue("orders", throttled, "one").value();
        rig.consume("orders", 1).detach();
        rig.nack("orders", id, new NackReason("429", Duration.ofMinutes(1).toNanos(), "api"))
                .value();
        rig.enqueue("others", throttled, "two");
        rig.enqueue("others", "a", "free");
        rig.restart();
        Rig.Receiver others = rig.consume("others", 10);

        rig.advance(Duration.ofSeconds(59));
        assertThat(others.payloads()).containsExactly("free");
        rig.advance(Duration.ofSeconds(1));
        assertThat(others.payloads()).containsExactly("free", "two");
        assertThat(rig.snapshot().buckets()).isEmpty();
        rig.restart();
        assertThat(rig.snapshot().buckets()).isEmpty();
    }

    @Test
    void nackCanHoldOnlyTheMessagesOwnKeys() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        rig.consume("orders", 1);

        assertThat(rig.nack("orders", id, new NackReason("429", 1000, "somebody"))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        rig.ack("orders", id).value();
    }
}
