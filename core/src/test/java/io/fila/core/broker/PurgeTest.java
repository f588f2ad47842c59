package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Purged;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What waits and is deleted because an operator says so. */
final class PurgeTest {
    private final Rig rig = new Rig();

    @Test
    void purgeDeletesWhatWaitsAndLeavesWhatIsInFlight() {
        rig.create("orders");
        MessageId held = rig.enqueue("orders", "a", "held").value();
        rig.consume("orders", 1).detach();
        for (int i = 0; i < 2000; i++) {
            rig.enqueue("orders", "k" + i % 7, "m");
        }
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "later").value();
        rig.restart();

        int deleted = 0;
        Purged step;
        do {
            step = rig.purge("orders", "", Long.MAX_VALUE, 300);
            assertThat(step.count()).isLessThanOrEqualTo(300);
            deleted += step.count();
        } while (step.more());

        assertThat(deleted).isEqualTo(2001);
        assertThat(rig.journal().messages()).isEqualTo(1);
        rig.ack("orders", held).value();
    }

    @Test
    void purgeOfOneKeyOrOfTheOldLeavesTheRest() {
        rig.create("orders");
        rig.enqueue("orders", "a", "a1");
        rig.enqueue("orders", "b", "b1");
        rig.advance(Duration.ofHours(1));
        rig.enqueue("orders", "b", "b2");
        rig.enqueue("orders", "a", "a2");
        long halfAnHourAgo = rig.nowNanos() - Duration.ofMinutes(30).toNanos();

        assertThat(rig.purge("orders", "b", halfAnHourAgo, 100).count()).isEqualTo(1);
        assertThat(rig.purge("orders", "a", Long.MAX_VALUE, 100).count()).isEqualTo(2);

        assertThat(rig.consume("orders", 10).payloads()).containsExactly("b2");
    }

    @Test
    void stepOfAPurgeTellsHowManyWaitedBeforeIt() {
        rig.create("orders");
        for (int i = 0; i < 5; i++) {
            rig.enqueue("orders", i < 3 ? "a" : "b", "m");
        }
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "later").value();

        assertThat(rig.purge("orders", "a", Long.MAX_VALUE, 1)).isEqualTo(new Purged(1, true, 3));
        assertThat(rig.purge("orders", "", Long.MAX_VALUE, 2)).isEqualTo(new Purged(2, true, 5));
    }

    @Test
    void purgedKeysMakeRoomForOthersAtOnce() {
        Limits two = Rig.LITTLE_MEMORY.but().flows(2).limits();
        Rig small = new Rig(new BrokerSettings(10, 4, two));
        small.create("orders");
        small.pause("orders", "b", true);
        small.enqueue("orders", "b", "waits").value();
        MessageId done = small.enqueue("orders", "a", "done").value();
        small.consume("orders", 10);
        small.ack("orders", done).value();

        small.purge("orders", "", Long.MAX_VALUE, 10);

        small.enqueue("orders", "c", "one").value();
        small.enqueue("orders", "d", "two").value();
    }

    @Test
    void scheduledMessagesAreReadFromDiskToBePurged() {
        rig.create("orders");
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "one").value();
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "two").value();
        rig.restart();

        Purged purged = rig.purge("orders", "", Long.MAX_VALUE, 300);

        assertThat(purged.count()).isEqualTo(2);
        assertThat(purged.more()).isFalse();
        assertThat(rig.journal().messages()).isZero();
    }

    @Test
    void purgeThatWaitsForTheDiskIsToldThatItsQueueIsGone() {
        QueueName orders = new QueueName("orders");
        rig.create("orders");
        rig.enqueue("orders", "a", "m").value();
        rig.restart();
        Rig.Answer<Purged> purged = new Rig.Answer<>();

        rig.turn(List.of(
                new Command.Purge(orders, "", Long.MAX_VALUE, 10, purged),
                new Command.DeleteQueue(orders, new Rig.Answer<>())));

        assertThat(purged.refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }
}
