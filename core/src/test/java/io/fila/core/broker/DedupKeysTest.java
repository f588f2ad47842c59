package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Accepted;
import io.fila.core.message.MessageId;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Second messages that are the first one. */
final class DedupKeysTest {
    private final Rig rig = new Rig();

    @Test
    void secondMessageWithAKeyIsTheFirstOneWhileThatIsAlive() {
        rig.create("orders");
        MessageId first =
                Wishes.stored(rig.offer("orders", "a", Wishes.dedup("k"), "one").value());

        assertThat(rig.offer("orders", "a", Wishes.dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(rig.offer("orders", "a", Wishes.dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        rig.restart();
        assertThat(rig.offer("orders", "a", Wishes.dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        rig.ack("orders", first, 0).value();

        Wishes.stored(rig.offer("orders", "a", Wishes.dedup("k"), "two").value());
        assertThat(receiver.payloads()).containsExactly("one");
        assertThat(rig.stats("orders").doings().duplicates()).isEqualTo(1);
    }

    @Test
    void keyStaysTakenForAWindowAfterTheAck() {
        rig.create("orders", QueueConfig.DEFAULT.with(new Lifetimes(Duration.ZERO, Duration.ofMinutes(5))));
        MessageId first =
                Wishes.stored(rig.offer("orders", "a", Wishes.dedup("k"), "one").value());
        rig.consume("orders", 10);
        rig.ack("orders", first, 0).value();
        rig.restart();

        rig.advance(Duration.ofMinutes(4));
        assertThat(rig.offer("orders", "a", Wishes.dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        rig.advance(Duration.ofMinutes(1));
        Wishes.stored(rig.offer("orders", "a", Wishes.dedup("k"), "two").value());
    }

    @Test
    void keysAreOfOneQueueAndFreedWhenTheMessageIsGivenUp() {
        rig.create("orders", Wishes.maxAttempts(1));
        rig.create("others");
        MessageId first =
                Wishes.stored(rig.offer("orders", "a", Wishes.dedup("k"), "one").value());
        Wishes.stored(rig.offer("others", "a", Wishes.dedup("k"), "one").value());
        rig.consume("orders", 1);
        rig.nack("orders", first);

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
        Wishes.stored(rig.offer("orders", "a", Wishes.dedup("k"), "two").value());
        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(1);
    }
}
