package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Messages whose time is over. */
final class LifetimesTest {
    private final Rig rig = new Rig();

    @Test
    void messageIsNeverDeliveredWhenItsTimeIsOver() {
        rig.create("orders");
        rig.offer("orders", "a", Wishes.ttl(Duration.ofSeconds(10)), "short");
        rig.offer("orders", "a", Wishes.ttl(Duration.ofSeconds(20)), "long");
        rig.enqueue("orders", "a", "forever");
        rig.restart();
        rig.advance(Duration.ofSeconds(10));

        Rig.Receiver receiver = rig.consume("orders", 10);

        assertThat(receiver.payloads()).containsExactly("long", "forever");
        assertThat(rig.stats("orders").doings().expired()).isEqualTo(1);
    }

    @Test
    void expiredHeadsVanishWithoutAConsumer() {
        rig.create("orders", QueueConfig.DEFAULT.with(new Lifetimes(Duration.ofSeconds(10), Duration.ZERO)));
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "b", "two");
        assertThat(rig.stats("orders").depth()).isEqualTo(2);

        rig.advance(Duration.ofSeconds(10));

        assertThat(rig.stats("orders").depth()).isZero();
        assertThat(rig.journal().messages()).isZero();
    }

    @Test
    void timeToLiveOfADelayedMessageBeginsWithItsMoment() {
        rig.create("orders");
        rig.offer(
                "orders",
                "a",
                new EnqueueOptions(
                        Duration.ofHours(1).toNanos(), 0, Duration.ofSeconds(1).toNanos(), ""),
                "x");
        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.advance(Duration.ofHours(1));

        assertThat(receiver.payloads()).containsExactly("x");
    }

    @Test
    void whatStandsBehindManyThatAreTooOldIsDeliveredAtOnce() {
        deliverBehindManyThatAreTooOld("a", "b");
        deliverBehindManyThatAreTooOld("b", "a");
    }

    /** A queue delivers, or drops, 256 messages before another one has its turn. */
    private static void deliverBehindManyThatAreTooOld(String steady, String old) {
        Rig rig = new Rig(new BrokerSettings(100, 0, Limits.defaults()));
        rig.create("orders", new QueueConfig(Duration.ofDays(1)));
        for (int i = 0; i < 100; i++) {
            rig.enqueue("orders", steady, "steady");
        }
        for (int i = 0; i < 256; i++) {
            rig.offer("orders", old, Wishes.ttl(Duration.ofSeconds(1)), "old");
        }
        rig.enqueue("orders", old, "last");
        rig.restart();
        rig.clock(Duration.ofSeconds(2));

        assertThat(rig.consume("orders", 1000).payloads()).hasSize(101).contains("last");
    }

    @Test
    void expiredHeadsVanishWithoutAConsumerAfterARestartToo() {
        rig.create("orders", QueueConfig.DEFAULT.with(new Lifetimes(Duration.ofSeconds(10), Duration.ZERO)));
        for (int i = 0; i < 1000; i++) {
            rig.enqueue("orders", "a", "one");
        }
        rig.enqueue("orders", "b", "two");
        rig.restart();

        rig.advance(Duration.ofSeconds(10));
        rig.advance(Duration.ofSeconds(1));

        assertThat(rig.stats("orders").depth()).isZero();
    }
}
