package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.queue.DeliveryPolicy;
import org.junit.jupiter.api.Test;

/** How much consumers hold at a time. */
final class ConcurrencyTest {
    private final Rig rig = new Rig();

    @Test
    void noMoreOfAKeyIsInFlightThanMayBeAndOthersGoOn() {
        rig.create("orders", Wishes.deliveryPolicy(0, 2));
        for (int i = 0; i < 4; i++) {
            rig.enqueue("orders", "slow", "s" + i);
        }
        rig.enqueue("orders", "quick", "q");
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).containsExactlyInAnyOrder("s0", "s1", "q");

        rig.ack("orders", receiver.received.getFirst().envelope().id());

        assertThat(receiver.payloads()).hasSize(4).contains("s2");
    }

    @Test
    void noMoreOfAQueueIsInFlightThanMayBe() {
        rig.create("orders", Wishes.deliveryPolicy(2, 0));
        for (int i = 0; i < 4; i++) {
            rig.enqueue("orders", "a", "m" + i);
        }
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).containsExactly("m0", "m1");

        rig.update("orders", config -> config.with(new DeliveryPolicy(3, 0, 0, -1)));

        assertThat(receiver.payloads()).containsExactly("m0", "m1", "m2");
    }

    @Test
    void raisedLimitLetsKeysGoOnThatWereHeldBack() {
        rig.create("orders", Wishes.deliveryPolicy(0, 1));
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "a", "two");
        Rig.Receiver receiver = rig.consume("orders", 10);

        assertThat(rig.update("orders", config -> config.with(DeliveryPolicy.DEFAULT))
                        .deliveryPolicy())
                .isEqualTo(DeliveryPolicy.DEFAULT);

        assertThat(receiver.payloads()).containsExactly("one", "two");
        rig.restart();
        assertThat(rig.stats("orders").config().deliveryPolicy()).isEqualTo(DeliveryPolicy.DEFAULT);
    }
}
