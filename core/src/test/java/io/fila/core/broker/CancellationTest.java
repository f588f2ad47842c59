package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.hook.NackReason;
import io.fila.core.journal.Effect;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that their producer no longer wants. */
final class CancellationTest {
    private static final int WINDOW = 8;

    private final Rig rig = new Rig(new BrokerSettings(
            10, 0, Rig.LITTLE_MEMORY.but().windowPerLane(WINDOW).limits()));

    @Test
    void messageThatWaitsIsGoneAlsoAfterARestart() {
        rig.create("orders");
        rig.enqueue("orders", "a", "first");
        MessageId unwanted = offer("unwanted", "dedup");
        rig.enqueue("orders", "b", "other");

        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.gone(unwanted));
        rig.restart();

        assertThat(rig.consume("orders", 10).payloads()).containsExactlyInAnyOrder("first", "other");
        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.NONE);
    }

    @Test
    void messageThatWaitsForItsMomentIsGone() {
        rig.create("orders");
        rig.offer("orders", "a", new EnqueueOptions(Duration.ofHours(1).toNanos(), 0, 0, "dedup"), "later")
                .value();

        assertThat(cancel("dedup").value().id()).isNotNull();
        rig.restart();
        rig.advance(Duration.ofHours(2));

        assertThat(rig.consume("orders", 10).payloads()).isEmpty();
    }

    @Test
    void keyIsFreeAtOnceWhateverTheWindow() {
        QueueConfig config = QueueConfig.DEFAULT;
        rig.create("orders", config.with(new Lifetimes(config.lifetimes().messageTtl(), Duration.ofHours(1))));
        offer("unwanted", "dedup");
        cancel("dedup").value();

        MessageId again = offer("wanted", "dedup");

        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).containsExactly("wanted");
        rig.ack("orders", again).value();
        assertThat(cancel("dedup").value())
                .as("done, and its key taken for a while")
                .isEqualTo(Cancelled.NONE);
    }

    @Test
    void messageThatAConsumerHoldsIsNotTouched() {
        rig.create("orders");
        MessageId held = offer("held", "dedup");
        rig.consume("orders", 1);

        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.NONE);

        rig.ack("orders", held).value();
    }

    @Test
    void messageThatIsOnDiskOnlyIsNamedAndStaysUntilSomebodyHasFoundIt() {
        MessageId last = fillAndOfferLast();

        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.onDisk(last));
        assertThat(rig.stats("orders").depth()).isEqualTo(3 * WINDOW + 1);

        assertThat(cancelFound(PlaceKind.PENDING, last).value()).isEqualTo(Cancelled.gone(last));
        assertThat(rig.stats("orders").depth()).isEqualTo(3 * WINDOW);
        assertThat(rig.consume("orders", 100).payloads()).hasSize(3 * WINDOW).containsOnly("before");
        assertThat(rig.reports()).isEmpty();
    }

    @Test
    void messageThatIsOnDiskOnlyIsGoneAlsoAfterARestart() {
        MessageId last = fillAndOfferLast();
        rig.restart();
        assertThat(cancelFound(PlaceKind.PENDING, last).value()).isEqualTo(Cancelled.gone(last));

        rig.restart();

        assertThat(rig.consume("orders", 100).payloads()).hasSize(3 * WINDOW).containsOnly("before");
        assertThat(rig.reports()).isEmpty();
    }

    @Test
    void onlyMessageOfAKeyIsTakenFromDisk() {
        rig.create("orders");
        MessageId only = offer("only", "dedup");
        rig.restart();

        assertThat(cancelFound(PlaceKind.PENDING, only).value()).isEqualTo(Cancelled.gone(only));

        assertThat(rig.stats("orders").activeKeys()).isZero();
        assertThat(rig.consume("orders", 100).payloads()).isEmpty();
        MessageId next = offer("next", "dedup");
        rig.ack("orders", next).value();
    }

    @Test
    void pageThatSawWhatWasTakenMeanwhileDoesNotBringItBack() {
        MessageId last = fillAndOfferLast();
        rig.restart();
        cancel("dedup").value();
        Message found = rig.inPlace("orders", PlaceKind.PENDING, last);
        Rig.Receiver receiver = rig.new Receiver("orders");
        List<Effect> pages = rig.turn(List.of(receiver.attach(100))).effects();

        List<Command> loaded = rig.answers(pages);
        Rig.Answer<Cancelled> answer = new Rig.Answer<>();
        rig.turn(List.of(new Command.Cancel(new QueueName("orders"), "dedup", found, answer)));
        assertThat(answer.value()).isEqualTo(Cancelled.gone(last));
        rig.run(loaded.toArray(Command[]::new));

        assertThat(receiver.payloads()).hasSize(3 * WINDOW).containsOnly("before");
        assertThat(rig.reports()).isEmpty();
        assertThat(rig.stats("orders").depth()).isZero();
    }

    /** The key of the message was forgotten meanwhile and its positions are counted anew: another message has its old one. */
    @Test
    void whoeverStandsWhereTheMessageWasFoundIsLeftAlone() {
        MessageId unwanted = fillAndOfferLast();
        fillSchedule();
        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.onDisk(unwanted));
        Message found = rig.inPlace("orders", PlaceKind.PENDING, unwanted);
        Rig.Receiver receiver = rig.consume("orders", 100);
        receiver.detach();
        for (Delivery delivery : receiver.received) {
            MessageId id = delivery.envelope().id();
            Rig.Answer<Done> answer = id.equals(unwanted)
                    ? rig.nack(
                            "orders",
                            id,
                            new NackReason("later", Duration.ofHours(2).toNanos(), ""))
                    : rig.ack("orders", id);
            answer.value();
        }
        for (int i = 0; i <= 3 * WINDOW; i++) {
            rig.enqueue("orders", "a", "other").value();
        }

        assertThat(cancel("dedup", found).value()).isEqualTo(Cancelled.onDisk(unwanted));
        assertThat(rig.stats("orders").depth()).isEqualTo(3 * WINDOW + 1);
        assertThat(cancelFound(PlaceKind.SCHEDULED, unwanted).value()).isEqualTo(Cancelled.gone(unwanted));
        assertThat(rig.consume("orders", 100).payloads())
                .hasSize(3 * WINDOW + 1)
                .containsOnly("other");
    }

    @Test
    void messageThatWaitsForItsMomentOnDiskOnlyIsGone() {
        rig.create("orders");
        fillSchedule();
        EnqueueOptions options = new EnqueueOptions(Duration.ofHours(2).toNanos(), 0, 0, "dedup");
        MessageId late = Wishes.stored(rig.offer("orders", "a", options, "late").value());
        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.onDisk(late));

        assertThat(cancelFound(PlaceKind.SCHEDULED, late).value()).isEqualTo(Cancelled.gone(late));
        rig.restart();
        assertThat(rig.stats("orders").scheduled()).isEqualTo(Limits.SCHEDULE_WINDOW);

        rig.advance(Duration.ofHours(3));
        assertThat(rig.consume("orders", 2000).payloads())
                .hasSize(Limits.SCHEDULE_WINDOW)
                .containsOnly("soon");
        assertThat(rig.reports()).isEmpty();
    }

    @Test
    void queueThatIsNotThereIsNotFound() {
        assertThat(cancel("dedup").refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }

    @Test
    void roomIsMadeForOthers() {
        rig.create("orders");
        offer("unwanted", "dedup");

        cancel("dedup").value();

        assertThat(rig.stats("orders").depth()).isZero();
    }

    private MessageId offer(String payload, String dedupKey) {
        Accepted accepted =
                rig.offer("orders", "a", Wishes.dedup(dedupKey), payload).value();
        return Wishes.stored(accepted);
    }

    /** So many of one key that the last, which has a dedup key, is on disk only. */
    private MessageId fillAndOfferLast() {
        rig.create("orders");
        for (int i = 0; i < 3 * WINDOW; i++) {
            rig.enqueue("orders", "a", "before");
        }
        return offer("last", "dedup");
    }

    /** As many with a moment as may be in memory. */
    private void fillSchedule() {
        EnqueueOptions soon = new EnqueueOptions(Duration.ofHours(1).toNanos(), 0, 0, "");
        for (int i = 0; i < Limits.SCHEDULE_WINDOW; i++) {
            rig.offer("orders", "a", soon, "soon").value();
        }
    }

    private Rig.Answer<Cancelled> cancelFound(PlaceKind kind, MessageId id) {
        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.onDisk(id));
        return cancel("dedup", rig.inPlace("orders", kind, id));
    }

    private Rig.Answer<Cancelled> cancel(String dedupKey) {
        return rig.ask(reply -> new Command.Cancel(new QueueName("orders"), dedupKey, reply));
    }

    private Rig.Answer<Cancelled> cancel(String dedupKey, Message found) {
        return rig.ask(reply -> new Command.Cancel(new QueueName("orders"), dedupKey, found, reply));
    }
}
