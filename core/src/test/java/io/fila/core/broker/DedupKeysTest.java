package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.message.MessageId;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Second messages that are the first one. */
final class DedupKeysTest {
    private static final QueueConfig WINDOW =
            QueueConfig.DEFAULT.with(new Lifetimes(Duration.ZERO, Duration.ofMinutes(5)));

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
        rig.create("orders", WINDOW);
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
    void keyWhoseWindowIsOverIsForgottenThoughNobodyAsks() {
        rig.create("orders", WINDOW);
        takeAndAck(rig, "k");
        rig.advance(Duration.ofMinutes(5).minusNanos(1));
        assertThat(known(rig)).containsExactly("k");

        rig.advance(Duration.ofSeconds(1));

        assertThat(known(rig)).isEmpty();
        rig.restart();
        assertThat(known(rig)).isEmpty();
    }

    @Test
    void turnForgetsNoMoreKeysThanItMay() {
        Rig slow = new Rig(new BrokerSettings(
                5, 2, Limits.defaults().but().timersPerTurn(3).limits()));
        slow.create("orders", WINDOW);
        for (int i = 0; i < 10; i++) {
            takeAndAck(slow, "k" + i);
        }
        slow.clock(Duration.ofMinutes(6));

        assertThat(slow.turn(List.of()).workLeft()).isTrue();
        assertThat(known(slow)).hasSize(7);
        slow.run();
        assertThat(known(slow)).isEmpty();
    }

    @Test
    void keyTakenAgainOutlivesTheWindowOfTheFirst() {
        rig.create("orders", WINDOW);
        takeAndAck(rig, "k");
        rig.clock(Duration.ofMinutes(5));
        takeAndAck(rig, "k");

        rig.advance(Duration.ofMinutes(4));

        assertThat(known(rig)).containsExactly("k");
    }

    @Test
    void keysOfADeletedQueueAreForgottenAtOnce() {
        rig.create("orders", WINDOW);
        takeAndAck(rig, "k");
        rig.delete("orders").value();

        rig.advance(Duration.ofMinutes(6));

        rig.create("orders", WINDOW);
        assertThat(known(rig)).isEmpty();
    }

    @Test
    void keyLeftByAClockThatWasAheadIsFreeOneWindowAfterTheRestart() {
        rig.create("orders", WINDOW);
        takeAndAck(rig, "k");
        rig.clock(Duration.ofHours(-5));
        rig.restart();
        rig.advance(Duration.ofMinutes(4));
        assertThat(known(rig)).containsExactly("k");

        rig.advance(Duration.ofMinutes(1));

        Wishes.stored(rig.offer("orders", "a", Wishes.dedup("k"), "two").value());
    }

    private static void takeAndAck(Rig rig, String key) {
        MessageId id =
                Wishes.stored(rig.offer("orders", "a", Wishes.dedup(key), "one").value());
        rig.consume("orders", 1).detach();
        rig.ack("orders", id, 0).value();
    }

    private static Set<String> known(Rig rig) {
        return Objects.requireNonNull(rig.snapshot().queues().get(new QueueName("orders")))
                .dedupKeys()
                .keySet();
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
