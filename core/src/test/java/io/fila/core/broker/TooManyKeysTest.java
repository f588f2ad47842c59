package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The broker remembers so many tenants and no more, whichever way their messages come. */
final class TooManyKeysTest {
    private static final Limits TWO_KEYS = Rig.LITTLE_MEMORY.but().flows(2).limits();
    private final Rig rig = new Rig(new BrokerSettings(5, 0, TWO_KEYS));

    @BeforeEach
    void queue() {
        rig.create(
                "orders",
                new QueueConfig(Duration.ofSeconds(30), "", "", 1, ScriptFallback.DEFAULTS, Duration.ZERO, 0));
    }

    private void fillUp() {
        rig.enqueue("orders", "a", "a");
        rig.enqueue("orders", "b", "b");
    }

    @Test
    void newMessageOfOneMoreKeyIsRefused() {
        fillUp();

        assertThat(rig.enqueue("orders", "c", "c").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        rig.enqueue("orders", "a", "another").value();
    }

    @Test
    void messageThatBecomesDueWaitsUntilAKeyIsGone() {
        rig.offer("orders", "c", Wishes.delay(Duration.ofSeconds(1)), "due").value();
        fillUp();

        rig.advance(Duration.ofSeconds(2));
        assertThat(rig.stats("orders").scheduled()).isEqualTo(1);

        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.ack("orders", receiver.last().envelope().id()).value();
        rig.advance(Duration.ofMillis(100));
        assertThat(receiver.payloads()).contains("due");
    }

    @Test
    void deadLetterOfOneMoreKeyStaysWhereItIs() {
        rig.enqueue("orders", "c", "fails");
        Rig.Receiver receiver = rig.consume("orders", 1);
        rig.nack("orders", receiver.last().envelope().id()).value();
        receiver.detach();
        rig.enqueue("orders", "a", "a");

        assertThat(rig.redrive("orders.dlq", 10).value()).isZero();
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);

        rig.purge("orders", "a", Long.MAX_VALUE, 10);
        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(1);
    }

    @Test
    void messageOfOneMoreKeyDoesNotMoveAndTakesNothingFromWhereItIs() {
        fillUp();
        rig.create("others");
        MessageId wanderer = rig.enqueue("orders", "a", "wanders").value();

        assertThat(rig.move("orders", wanderer, "others").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        assertThat(rig.stats("orders").depth()).isEqualTo(3);
        rig.move("orders", wanderer, "orders").value();
    }
}
