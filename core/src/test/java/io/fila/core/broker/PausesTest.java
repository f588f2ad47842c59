package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void queueHasOnlySoManyPausedKeysAndCanBePausedAsAWhole() {
        rig.create("orders");
        List<Command> pauses = new ArrayList<>();
        for (int key = 0; key < Limits.PAUSED_KEYS; key++) {
            pauses.add(new Command.Pause(new QueueName("orders"), "k" + key, true, Reply.unheard()));
        }
        rig.run(pauses.toArray(Command[]::new));

        assertThat(pause("one more", true).refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        pause("", true).value();
        pause("k7", false).value();
        pause("one more", true).value();
        assertThat(rig.stats("orders").pausedKeys()).hasSize(Limits.PAUSED_KEYS).contains("one more");
    }

    private Rig.Answer<Done> pause(String key, boolean paused) {
        return rig.ask(reply -> new Command.Pause(new QueueName("orders"), key, paused, reply));
    }
}
