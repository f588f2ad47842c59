package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.command.Accepted;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever comes and goes, nothing of it stays in memory. */
final class HoldingsTest {
    private static final int WINDOW = 4;

    private final Rig rig = new Rig(new BrokerSettings(10, 0, WINDOW, Rig.LITTLE_MEMORY));
    private final Holdings empty = rig.holdings();

    @Test
    void deletedQueueLeavesNothing() {
        rig.set("throttle:api:rate", "0.001").value();
        rig.create("orders", QueueConfig.DEFAULT.with(new Lifetimes(Duration.ofHours(1), Duration.ofMinutes(5))));
        Rig.Receiver consumer = rig.consume("orders", 100);
        rig.offer("orders", "a", Wishes.dedup("of an acked one"), "acked").value();
        rig.ack("orders", consumer.last().envelope().id()).value();
        for (int i = 0; i < 2; i++) {
            rig.enqueue("orders", new Scheduling("throttled", 1, List.of("api")), "t")
                    .value();
        }
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "later").value();
        rig.offer("orders", "a", Wishes.dedup("of a waiting one"), "waits").value();
        for (int i = 0; i < 100; i++) {
            rig.enqueue("orders", "k" + i % 3, "m").value();
        }
        Holdings busy = rig.holdings();
        assertThat(busy.heads()).isPositive();
        assertThat(busy.flows()).isGreaterThanOrEqualTo(4);
        assertThat(busy.dedupKeys()).isEqualTo(2);
        assertThat(busy.bodyBytesFree()).isLessThan(empty.bodyBytesFree());
        assertThat(busy.waiting()).isEqualTo(1);
        // Leases, the schedule, what expires in four lanes, the dedup key of the acked one and the full consumer.
        assertThat(busy.timers()).isGreaterThanOrEqualTo(consumer.received.size() - 1 + 1 + 4 + 1 + 1);

        rig.delete("orders").value();

        assertThat(rig.holdings()).isEqualTo(empty);
        assertThat(rig.turn(List.of()).wakeAtNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void pagesOfADeletedQueueAreRequestedNoMore() {
        rig.create("orders");
        for (int i = 0; i < 100; i++) {
            rig.enqueue("orders", "k" + i % 5, "m").value();
        }
        rig.restart();
        Rig.Receiver consumer = rig.new Receiver("orders");
        Turn asked = rig.turn(List.of(consumer.attach(100)));
        assertThat(asked.effects()).as("pages at a time").hasSize(2);
        assertThat(rig.holdings().pages()).isGreaterThanOrEqualTo(2);

        rig.turn(List.of(new Command.DeleteQueue(new QueueName("orders"), new Rig.Answer<>())));
        rig.run(rig.answers(asked.effects()).toArray(Command[]::new));

        assertThat(rig.holdings()).isEqualTo(empty);
    }

    @Test
    void laneWhoseLastMessagesAreDamagedWaitsForNoToken() {
        rig.set("throttle:api:rate", "0.001").value();
        rig.create("orders");
        rig.consume("orders", 100);
        Scheduling throttled = new Scheduling("a", 1, List.of("api"));
        rig.enqueue("orders", throttled, "takes the token").value();
        for (int i = 0; i < 20; i++) {
            EnqueueOptions options = i < 8 ? Wishes.ttl(Duration.ofMinutes(1)) : EnqueueOptions.NONE;
            rig.<Accepted>ask(reply -> rig.enqueueCommand("orders", throttled, options, "m", reply))
                    .value();
        }
        assertThat(rig.holdings().waiting()).isEqualTo(1);
        rig.damaged = load -> true;

        rig.advance(Duration.ofMinutes(1));

        assertThat(rig.stats("orders").depth()).isZero();
        assertThat(rig.holdings().waiting()).isZero();
    }

    @Test
    void messagesLeaveNothingHoweverTheyLeave() {
        rig.create("orders", Wishes.maxAttempts(1));
        rig.create("others");
        Rig.Receiver consumer = rig.consume("orders", 2);
        rig.offer("orders", "a", Wishes.dedup("acked"), "acked").value();
        rig.offer("orders", "a", Wishes.dedup("buried"), "buried").value();
        Delivery acked = consumer.received.getFirst();
        Delivery buried = consumer.received.getLast();
        rig.ack("orders", acked.envelope().id()).value();
        rig.nack("orders", buried.envelope().id()).value();
        rig.redrive("orders.dlq", 1).value();
        rig.offer("orders", "b", Wishes.dedup("cancelled"), "cancelled").value();
        MessageId moved = Wishes.stored(
                rig.offer("orders", "b", Wishes.dedup("moved"), "moved").value());
        rig.offer("orders", "b", Wishes.dedup("purged"), "purged").value();
        rig.offer("orders", "c", Wishes.ttl(Duration.ofMinutes(1)), "expires").value();
        rig.offer("others", "b", Wishes.IN_AN_HOUR, "purged before its time").value();

        rig.<Cancelled>ask(reply -> new Command.Cancel(new QueueName("orders"), "cancelled", null, reply))
                .value();
        rig.move("orders", moved, "others").value();
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.stats("orders").doings().expired()).isEqualTo(1);
        rig.purge("orders", "", Long.MAX_VALUE, 100);
        rig.purge("others", "", Long.MAX_VALUE, 100);

        assertThat(rig.holdings()).isEqualTo(empty);
    }
}
