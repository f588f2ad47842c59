package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What leaves the broker with the release of a turn, and in which order. */
final class TurnReleaseTest {
    private static final QueueName ORDERS = new QueueName("orders");

    private final Rig rig = new Rig();
    private final List<String> heard = new ArrayList<>();

    /** Writes down what it is told. */
    private final class Note<T> implements Reply<T> {
        private final String name;

        Note(String name) {
            this.name = name;
        }

        @Override
        public void accept(T value) {
            heard.add(name + " accepted");
        }

        @Override
        public void refuse(Refusal refusal) {
            heard.add(name + " refused");
        }

        @Override
        public void flush() {
            heard.add(name + " flushed");
        }
    }

    @Test
    void repliesAreFlushedWhenAllAreGiven() {
        rig.turn(List.of(
                new Command.CreateQueue(ORDERS, QueueConfig.DEFAULT, new Note<>("first")),
                new Command.CreateQueue(ORDERS, QueueConfig.DEFAULT, new Note<>("second"))));

        assertThat(heard).containsExactly("first accepted", "second refused", "first flushed", "second flushed");
    }

    @Test
    void turnIsHeardIfAnAnswerOrADeliveryLeavesWithIt() {
        assertThat(rig.turn(List.of()).isHeard()).isFalse();
        assertThat(rig.turn(List.of(new Command.CreateQueue(ORDERS, QueueConfig.DEFAULT, new Note<>("create"))))
                        .isHeard())
                .isTrue();
        rig.enqueue("orders", "a", "one").value();
        Rig.Receiver consumer = rig.consume("orders", 1);
        rig.enqueue("orders", "a", "two").value();

        Turn delivers = rig.turn(List.of(new Command.Grant(ORDERS, consumer.id(), 1)));

        assertThat(delivers.isHeard()).isTrue();
        assertThat(delivers.deliveries()).isEqualTo(1);
        assertThat(consumer.payloads()).containsExactly("one", "two");
    }
}
