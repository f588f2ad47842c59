package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import java.util.List;
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

    @Test
    void lowerWeightHoldsForWhatIsLeftOfTheRoundToo() {
        rig.create("orders");
        for (int i = 0; i < 3000; i++) {
            rig.enqueue("orders", new Scheduling("heavy", 10_000, List.of()), "x");
            rig.enqueue("orders", "light", "x");
        }
        Rig.Receiver consumer = rig.consume("orders", 10);
        rig.<Done>ask(reply -> new Command.SetWeight(ORDERS, "heavy", 1, reply)).value();

        consumer.grant(2000);

        assertThat(consumer.keys().stream().filter("light"::equals).count()).isGreaterThan(900);
    }
}
