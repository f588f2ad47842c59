package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Backoff;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Done;
import io.fila.core.turn.Turn;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class NetEffectTest {
    private final Rig rig = new Rig();

    @BeforeEach
    void queue() {
        rig.create("orders", QueueConfig.DEFAULT.with(Backoff.NONE));
    }

    @Test
    void attemptIsRecordedAlsoWhenTheMessageIsLeasedAgainAtTheSameMoment() {
        MessageId id = rig.enqueue("orders", "acme", "hello").value();
        rig.consume("orders", 2);

        rig.nack("orders", id).value();

        assertThat(attemptsOf(id)).isEqualTo(1);
        rig.restart();
        assertThat(attemptsOf(id)).isEqualTo(1);
    }

    @Test
    void bodyIsRecordedOnceWhenTheMessageIsNew() {
        Rig.Answer<MessageId> accepted = new Rig.Answer<>();
        Turn arrival = rig.turn(List.of(rig.enqueueCommand("orders", Scheduling.DEFAULT, "hello", accepted)));
        Rig.Receiver consumer = rig.new Receiver("orders");
        Turn delivery = rig.turn(List.of(consumer.attach(1)));

        assertThat(movesOf(arrival))
                .singleElement()
                .satisfies(move -> assertThat(move.body()).isNotNull());
        assertThat(movesOf(delivery))
                .singleElement()
                .satisfies(move -> assertThat(move.body()).isNull());
    }

    @Test
    void restartedFlowWithoutPendingMessagesKeepsTheWeightOfItsNewest() {
        MessageId older = rig.enqueue("orders", new Scheduling("acme", 2, List.of()), "older")
                .value();
        rig.enqueue("orders", new Scheduling("acme", 5, List.of()), "newer");
        rig.consume("orders", 2);

        rig.restart();
        rig.<Done>ask(reply -> new Command.Nack(new QueueName("orders"), older, "failed", reply));

        assertThat(rig.stats("orders").keys())
                .singleElement()
                .satisfies(key -> assertThat(key.weight()).isEqualTo(5));
    }

    private int attemptsOf(MessageId id) {
        Snapshot.OfQueue queue = rig.snapshot().queues().get(new QueueName("orders"));
        assertThat(queue).isNotNull();
        Snapshot.OfLease lease = queue.leases().get(id);
        assertThat(lease).isNotNull();
        return lease.attempts();
    }

    private static List<MessageMoved> movesOf(Turn turn) {
        return turn.records().stream()
                .filter(MessageMoved.class::isInstance)
                .map(MessageMoved.class::cast)
                .toList();
    }
}
