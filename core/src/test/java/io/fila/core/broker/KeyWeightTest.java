package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import org.junit.jupiter.api.Test;

/** Weights that an operator gives to what waits. */
final class KeyWeightTest {
    private static final QueueName ORDERS = new QueueName("orders");

    private final Rig rig = new Rig();

    @Test
    void weightOfAKeyCanBeSetForWhatItHasWaiting() {
        rig.create("orders");
        rig.enqueue("orders", "a", "one");
        rig.<Done>ask(reply -> new Command.SetWeight(ORDERS, "a", 7, reply)).value();
        rig.restart();

        assertThat(rig.stats("orders").keys().getFirst().weight()).isEqualTo(7);
        assertThat(rig.<Done>ask(reply -> new Command.SetWeight(ORDERS, "b", 7, reply))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.NOT_FOUND);
    }
}
