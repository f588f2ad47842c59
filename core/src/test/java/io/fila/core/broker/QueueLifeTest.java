package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueSummary;
import io.fila.core.reply.Refusal;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueueLifeTest {
    private final Rig rig = new Rig();

    @Test
    void queueIsMadeWithItsDeadLetterQueueAndListedByName() {
        rig.create("orders");
        rig.create("alpha");

        assertThat(rig.list().stream().map(QueueSummary::name).map(QueueName::value))
                .containsExactly("alpha", "alpha.dlq", "orders", "orders.dlq");
    }

    @Test
    void deadLetterQueueHasNoneOfItsOwn() {
        rig.create("orders.dlq");

        assertThat(rig.list()).hasSize(1);
    }

    @Test
    void secondQueueOfANameIsRefused() {
        rig.create("orders");

        assertThat(rig.create("orders").refusal().code()).isEqualTo(Refusal.Code.ALREADY_EXISTS);
    }

    @Test
    void deletedQueueTakesItsMessagesLeasesAndAutomaticDeadLettersWithIt() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "held").value();
        Rig.Receiver consumer = rig.consume("orders", 1);
        rig.enqueue("orders", "a", "pending");

        rig.delete("orders").value();

        assertThat(rig.list()).isEmpty();
        assertThat(rig.journal().messages()).isZero();
        assertThat(consumer.ended).isNotNull();
        assertThat(rig.ack("orders", id).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
        rig.advance(Duration.ofHours(1));
    }

    @Test
    void deadLetterQueueMadeByHandSurvivesItsSource() {
        rig.create("orders.dlq");
        rig.create("orders");

        rig.delete("orders");

        assertThat(rig.list()).hasSize(1);
    }

    @Test
    void recreatedQueueStartsEmptyAlsoAfterARestart() {
        rig.create("orders");
        rig.enqueue("orders", "a", "old");
        rig.delete("orders");
        rig.create("orders");
        rig.restart();

        Rig.Receiver consumer = rig.consume("orders", 10);
        rig.enqueue("orders", "a", "new");

        assertThat(consumer.payloads()).containsExactly("new");
    }

    @Test
    void createFillAndDeleteInOneTurnLeavesNothing() {
        Rig.Answer<MessageId> enqueued = new Rig.Answer<>();
        rig.create("orders");

        rig.run(
                rig.enqueueCommand("orders", Scheduling.DEFAULT, "short life", enqueued),
                new Command.DeleteQueue(new QueueName("orders"), new Rig.Answer<>()));

        assertThat(enqueued.value()).isNotNull();
        assertThat(rig.journal().messages()).isZero();
        rig.restart();
        assertThat(rig.list()).isEmpty();
    }

    @Test
    void queuesBeyondTheLimitAreRefused() {
        Rig small = new Rig(
                new BrokerSettings(1, 1, Limits.defaults().but().queues(3).limits()));
        small.create("one").value();

        assertThat(small.create("two").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        small.create("two.dlq").value();
    }

    @Test
    void fairnessKeysBeyondTheLimitAreRefusedUntilOthersAreDone() {
        Rig small = new Rig(
                new BrokerSettings(10, 1, Limits.defaults().but().flows(2).limits()));
        small.create("one");
        MessageId first = small.enqueue("one", "a", "1").value();
        small.enqueue("one", "b", "2").value();

        assertThat(small.enqueue("one", "c", "3").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);

        small.consume("one", 2);
        small.ack("one", first).value();
        small.advance(Duration.ofMillis(1));
        small.enqueue("one", "c", "3").value();
    }

    @Test
    void fullDiskRefusesNewMessagesAndLetsTheOthersGoOn() {
        rig.create("orders");
        rig.enqueue("orders", "a", "stored").value();

        rig.run(new Command.DiskSpace(true));

        assertThat(rig.enqueue("orders", "a", "refused").refusal().sentence()).contains("disk", "space");
        Rig.Receiver consumer = rig.consume("orders", 1);
        rig.ack("orders", consumer.last().envelope().id()).value();
        rig.run(new Command.DiskSpace(false));
        rig.enqueue("orders", "a", "again").value();
    }

    @Test
    void inFlightLimitHoldsDeliveriesBackUntilALeaseEnds() {
        Rig small = new Rig(new BrokerSettings(
                10, 1, Limits.defaults().but().inFlightPerQueue(2).limits()));
        small.create("one");
        for (int i = 0; i < 5; i++) {
            small.enqueue("one", "a", "m" + i);
        }
        Rig.Receiver consumer = small.consume("one", 5);
        assertThat(consumer.received).hasSize(2);

        small.ack("one", consumer.received.getFirst().envelope().id());

        assertThat(consumer.received).hasSize(3);
        assertThat(small.stats("one").inFlight()).isEqualTo(2);
    }

    @Test
    void consumerWithAllItMayHoldGetsNothingUntilOneIsSettledAndDelaysNobody() {
        Rig small = new Rig(new BrokerSettings(
                10, 1, Limits.defaults().but().inFlightPerConsumer(2).limits()));
        small.create("one");
        Rig.Receiver slow = small.consume("one", 5);
        for (int i = 0; i < 5; i++) {
            small.enqueue("one", "a", "m" + i);
        }
        assertThat(slow.received).hasSize(2);

        Rig.Receiver other = small.consume("one", 2);
        assertThat(other.received).hasSize(2);
        small.ack("one", slow.received.getFirst().envelope().id());

        assertThat(slow.received).hasSize(3);
        assertThat(small.stats("one").inFlight()).isEqualTo(4);
    }

    @Test
    void damagedBodyIsSetAsideAndNeverDeliveredAgain() {
        rig.create("orders");
        rig.enqueue("orders", "a", "broken");
        Rig.Receiver consumer = rig.consume("orders", 10);

        rig.run(aside(consumer.last()));
        rig.advance(Duration.ofHours(1));

        assertThat(consumer.received).hasSize(1);
        assertThat(rig.stats("orders").inFlight()).isZero();
        assertThat(rig.journal().messages()).isEqualTo(1);
    }

    @Test
    void messageThatCameBackMeanwhileIsNotSetAside() {
        rig.create("orders");
        rig.enqueue("orders", "a", "sound again");
        Rig.Receiver consumer = rig.consume("orders", 10);
        Delivery first = consumer.last();
        rig.advance(Duration.ofSeconds(30));
        assertThat(consumer.received).hasSize(2);

        rig.run(aside(first));

        assertThat(rig.stats("orders").inFlight()).isEqualTo(1);
    }

    private static Command aside(Delivery delivery) {
        return new Command.SetAside(delivery.queueId(), delivery.envelope().id(), delivery.leaseId(), "checksum");
    }

    @Test
    void statsTellOfPendingHeldAndTheRound() {
        rig.create("orders");
        rig.enqueue("orders", "a", "1");
        rig.enqueue("orders", "a", "2");
        rig.enqueue("orders", new Scheduling("b", 3, List.of()), "3");
        rig.consume("orders", 1);

        var stats = rig.stats("orders");

        assertThat(stats.depth()).isEqualTo(2);
        assertThat(stats.inFlight()).isEqualTo(1);
        assertThat(stats.activeKeys()).isEqualTo(2);
        assertThat(stats.consumers()).isEqualTo(1);
        assertThat(stats.quantum()).isEqualTo(1000);
        assertThat(stats.keys())
                .extracting(key -> key.key() + " " + key.pending() + " " + key.weight())
                .containsExactlyInAnyOrder("a 1 1", "b 1 3");
    }

    @Test
    void edgesHearOfADeletionBeforeTheQueueThatIsMadeInItsPlace() {
        rig.create("orders");
        QueueName name = new QueueName("orders");

        Turn turn = rig.turn(List.of(
                new Command.DeleteQueue(name, new Rig.Answer<>()),
                new Command.CreateQueue(name, QueueConfig.DEFAULT, new Rig.Answer<>())));

        assertThat(turn.notices())
                .extracting(notice -> notice.getClass().getSimpleName())
                .containsExactly("QueueDeleted", "QueueDeleted", "QueueCreated", "QueueCreated");
    }
}
