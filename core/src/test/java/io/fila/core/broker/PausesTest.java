package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.MessageId;
import org.junit.jupiter.api.Test;

/** Deliveries that an operator stops and resumes. */
final class PausesTest {
    private final Rig rig = new Rig();

    @Test
    void pausedKeyGetsNothingUntilItIsResumed() {
        rig.create("orders");
        rig.pause("orders", "a", true);
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "b", "two");
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.enqueue("orders", "a", "three");
        assertThat(receiver.payloads()).containsExactly("two");
        assertThat(rig.stats("orders").pausedKeys()).containsExactly("a");
        assertThat(rig.stats("orders").keys().getFirst().paused()).isTrue();

        rig.pause("orders", "a", false);

        assertThat(receiver.payloads()).containsExactly("two", "one", "three");
    }

    @Test
    void pausedQueueDeliversNothingAndStillTakesAcks() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        rig.consume("orders", 10);
        rig.pause("orders", "", true);
        rig.enqueue("orders", "a", "two");
        rig.ack("orders", id).value();
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).isEmpty();

        rig.pause("orders", "", false);

        assertThat(receiver.payloads()).containsExactly("two");
    }
}
