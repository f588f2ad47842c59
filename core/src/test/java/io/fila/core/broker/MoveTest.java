package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.hook.NackReason;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Single messages that an operator carries to another queue. */
final class MoveTest {
    private static final QueueName ORDERS = new QueueName("orders");

    private final Rig rig = new Rig();

    @Test
    void messageMovesToAnotherQueue() {
        rig.create("orders");
        rig.create("others", new QueueConfig(Duration.ofDays(1)));
        rig.enqueue("orders", "a", "one");
        MessageId second = rig.enqueue("orders", "a", "two").value();
        MessageId later = Wishes.stored(
                rig.offer("orders", "a", Wishes.IN_AN_HOUR, "later").value());

        rig.<Done>ask(reply -> new Command.Move(ORDERS, second, new QueueName("others"), reply))
                .value();
        rig.<Done>ask(reply -> new Command.Move(ORDERS, later, new QueueName("others"), reply))
                .value();
        rig.restart();

        Rig.Receiver others = rig.consume("others", 10);
        assertThat(others.payloads()).containsExactly("two");
        rig.advance(Duration.ofHours(1));
        assertThat(others.payloads()).containsExactly("two", "later");
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).containsExactly("one");
        assertThat(rig.<Done>ask(reply -> new Command.Move(
                                ORDERS, receiver.last().envelope().id(), new QueueName("others"), reply))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.FAILED_PRECONDITION);
    }

    @Test
    void messageThatComesBackToAKeyEmptiedInTheSameTurnIsOnDisk() {
        QueueName others = new QueueName("others");
        rig.create("orders");
        rig.create("others");
        rig.enqueue("orders", "a", "purged");
        MessageId wanders = rig.enqueue("orders", "a", "wanders").value();

        rig.run(
                new Command.Move(ORDERS, wanders, others, new Rig.Answer<>()),
                new Command.Purge(ORDERS, "", Long.MAX_VALUE, 10, new Rig.Answer<>()),
                new Command.Move(others, wanders, ORDERS, new Rig.Answer<>()));
        rig.restart();

        assertThat(rig.consume("orders", 10).payloads()).containsExactly("wanders");
    }

    @Test
    void moveOfWhatIsNotThereTakesNoTokenOfTheTarget() {
        rig.create("orders");
        rig.create(
                "others",
                QueueConfig.DEFAULT.with(new Capacity(9, Overflow.REJECT, new Capacity.Admission(1, new Rate(1, 1)))));
        rig.enqueue("others", "a", "one");
        MessageId waits = rig.enqueue("orders", "a", "two").value();

        assertThat(rig.move("orders", new MessageId(8, 8), "others").refusal().code())
                .isEqualTo(Refusal.Code.NOT_FOUND);

        rig.move("orders", waits, "others").value();
    }

    @Test
    void oneOfManyThatWaitForTheirMomentMovesAndTheOthersStay() {
        rig.create("orders", new QueueConfig(Duration.ofDays(1)));
        rig.create("others");
        List<MessageId> ids = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            ids.add(Wishes.stored(rig.offer("orders", "a", Wishes.delay(Duration.ofMinutes(1 + i)), "m" + i)
                    .value()));
        }

        rig.move("orders", ids.get(3), "others").value();
        rig.advance(Duration.ofHours(1));

        assertThat(rig.consume("others", 10).payloads()).containsExactly("m3");
        assertThat(rig.consume("orders", 10).payloads())
                .containsExactly("m0", "m1", "m2", "m4", "m5", "m6", "m7", "m8");
    }

    @Test
    void messageThatIsMovedWaitsAsLongAsItsConsumerSaid() {
        rig.create("orders");
        rig.create("others");
        MessageId failed = rig.enqueue("orders", "a", "failed").value();
        rig.consume("orders", 1).detach();
        rig.nack("orders", failed, new NackReason("429", Duration.ofMinutes(5).toNanos(), ""))
                .value();

        rig.move("orders", failed, "others").value();

        Rig.Receiver receiver = rig.consume("others", 10);
        rig.advance(Duration.ofSeconds(299));
        assertThat(receiver.payloads()).isEmpty();
        rig.advance(Duration.ofSeconds(1));
        assertThat(receiver.payloads()).containsExactly("failed");
    }

    @Test
    void messageThatIsTooOldIsNotBroughtBackByAMove() {
        rig.create("here");
        rig.create("there");
        rig.enqueue("here", "a", "young");
        MessageId old = Wishes.stored(
                rig.offer("here", "a", Wishes.ttl(Duration.ofSeconds(1)), "old").value());
        rig.advance(Duration.ofSeconds(2));

        assertThat(rig.move("here", old, "there").refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }

    @Test
    void messageThatIsDueNowAndHasNotHadItsTurnYetIsReadyWhereItGoes() {
        Rig slow = new Rig(new BrokerSettings(
                10, 0, Limits.defaults().but().timersPerTurn(1).limits()));
        slow.create("orders");
        slow.create("others");
        slow.offer("orders", "a", Wishes.IN_AN_HOUR, "first").value();
        MessageId second = Wishes.stored(
                slow.offer("orders", "a", Wishes.IN_AN_HOUR, "second").value());
        Rig.Receiver others = slow.consume("others", 10);
        slow.clock(Duration.ofHours(1));

        slow.turn(List.of(new Command.Move(ORDERS, second, new QueueName("others"), new Rig.Answer<>())));

        assertThat(others.payloads()).containsExactly("second");
    }

    @Test
    void messageMovesWithinAFullQueueAndNotIntoAnother() {
        rig.create("orders", Wishes.capacity(2, Overflow.REJECT));
        rig.create("others", Wishes.capacity(1, Overflow.REJECT));
        MessageId first = rig.enqueue("orders", "a", "first").value();
        rig.enqueue("orders", "a", "second").value();
        rig.enqueue("others", "a", "full").value();

        assertThat(rig.move("orders", first, "others").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        rig.move("orders", first, "orders").value();

        assertThat(rig.consume("orders", 5).payloads()).containsExactly("second", "first");
    }

    @Test
    void scheduledMessageThatMovesWithinItsQueueWhileOthersAreReadFromDiskIsNotForgotten() {
        rig.create("orders");
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "on disk").value();
        rig.restart();
        List<Command> page = rig.answers(rig.turn(List.of()).effects());
        Rig.Answer<Accepted> accepted = new Rig.Answer<>();
        rig.turn(List.of(rig.enqueueCommand("orders", Scheduling.DEFAULT, Wishes.IN_AN_HOUR, "moved", accepted)));
        MessageId moved = Wishes.stored(accepted.value());

        rig.turn(List.of(new Command.Move(ORDERS, moved, ORDERS, new Rig.Answer<>())));
        rig.run(page.toArray(Command[]::new));

        assertThat(rig.reports()).isEmpty();
        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.advance(Duration.ofHours(1));
        assertThat(receiver.payloads()).containsExactlyInAnyOrder("on disk", "moved");
    }
}
