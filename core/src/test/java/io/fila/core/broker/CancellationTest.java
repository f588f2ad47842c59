package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Terms;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Messages that their producer no longer wants. */
final class CancellationTest {
    private static final int WINDOW = 8;

    private final Rig rig =
            new Rig(new BrokerSettings(10, 0, new Limits(10, 100, 10_000, 10_000, WINDOW, 200, 64, 100, 100, 100, 2)));

    @Test
    void messageThatWaitsIsGoneAlsoAfterARestart() {
        rig.create("orders");
        rig.enqueue("orders", "a", "first");
        MessageId unwanted = offer("unwanted", "dedup");
        rig.enqueue("orders", "b", "other");

        assertThat(cancel("dedup").value()).isEqualTo(new Cancelled(unwanted));
        rig.restart();

        assertThat(rig.consume("orders", 10).payloads()).containsExactlyInAnyOrder("first", "other");
        assertThat(cancel("dedup").value()).isEqualTo(Cancelled.NONE);
    }

    @Test
    void messageThatWaitsForItsMomentIsGone() {
        rig.create("orders");
        rig.offer("orders", "a", new Terms(Duration.ofHours(1).toNanos(), 0, 0, "dedup"), "later")
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
    void messageThatIsTooFarBackIsRefusedAndStays() {
        rig.create("orders");
        for (int i = 0; i < 3 * WINDOW; i++) {
            rig.enqueue("orders", "a", "before");
        }
        MessageId last = offer("last", "dedup");

        assertThat(cancel("dedup").refusal().code()).isEqualTo(Refusal.Code.FAILED_PRECONDITION);

        assertThat(rig.consume("orders", 100).payloads())
                .hasSize(3 * WINDOW + 1)
                .endsWith("last");
        rig.ack("orders", last).value();
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

    private Rig.Answer<Cancelled> cancel(String dedupKey) {
        return rig.ask(reply -> new Command.Cancel(new QueueName("orders"), dedupKey, reply));
    }
}
