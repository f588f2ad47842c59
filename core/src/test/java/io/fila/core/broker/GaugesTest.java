package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.gauge.BrokerGauges;
import io.fila.core.gauge.BucketGauge;
import io.fila.core.gauge.Focus;
import io.fila.core.gauge.KeyGauge;
import io.fila.core.gauge.QueueCloseUp;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.hook.NackReason;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What whoever watches is told. */
final class GaugesTest {
    private final Rig rig = new Rig();

    @BeforeEach
    void createQueue() {
        rig.create("orders");
    }

    @Test
    void oldestMessageIsTheOneThatWaitsLongest() {
        rig.enqueue("orders", "a", "1");
        long accepted = rig.nowNanos();
        rig.advance(Duration.ofSeconds(5));
        rig.enqueue("orders", "b", "2");

        assertThat(gauges().oldestNanos()).isEqualTo(accepted);
        assertThat(gauges().depth()).isEqualTo(2);
    }

    @Test
    void consumersAreOfUseWhileSomethingCouldBeDelivered() {
        rig.enqueue("orders", "a", "1");
        assertThat(gauges().usefulConsumers()).isEqualTo(1);

        rig.pause("orders", "", true);
        assertThat(gauges().usefulConsumers()).isZero();

        rig.pause("orders", "", false);
        rig.pause("orders", "a", true);
        assertThat(gauges().usefulConsumers()).isZero();
    }

    @Test
    void consumersAreOfNoUseToWhatWaitsForTokens() {
        rig.set("throttle:slow:rate", "1");
        Scheduling slow = new Scheduling("a", 1, List.of("slow"));
        rig.enqueue("orders", slow, "1");
        rig.enqueue("orders", slow, "2");
        rig.consume("orders", 1);

        assertThat(gauges().depth()).isEqualTo(1);
        assertThat(gauges().usefulConsumers()).isZero();

        rig.advance(Duration.ofSeconds(1));
        assertThat(gauges().usefulConsumers()).isEqualTo(1);
    }

    @Test
    void closeUpShowsTheKeysThatWereAskedForAndTheFullestOthers() {
        for (int key = 0; key < 2 * Limits.CLOSE_UP_ROWS; key++) {
            rig.enqueue("orders", "key" + key, "1");
        }
        rig.enqueue("orders", "full", "1");
        rig.enqueue("orders", "full", "2");

        QueueCloseUp closeUp = observe(new Focus(new QueueName("orders"), List.of("key100", "unknown")))
                .closeUps()
                .getFirst();

        assertThat(closeUp.keys()).hasSize(Limits.CLOSE_UP_ROWS);
        assertThat(closeUp.keys()).extracting(KeyGauge::key).startsWith("key100", "full");
        assertThat(gauges().activeWeight()).isEqualTo(2L * Limits.CLOSE_UP_ROWS + 1);
    }

    @Test
    void asManyConsumersAreOfUseAsFindSomethingToHold() {
        Rig sixteen = new Rig(new BrokerSettings(1000, 4, 16, Limits.defaults()));
        sixteen.create("orders");
        for (int i = 0; i < 40; i++) {
            sixteen.enqueue("orders", "a", "m").value();
        }
        assertThat(usefulConsumers(sixteen)).as("for 40, 16 each").isEqualTo(3);

        sixteen.consume("orders", 100);
        assertThat(usefulConsumers(sixteen)).as("for the other 24").isEqualTo(2);

        sixteen.update("orders", config -> Wishes.deliveryPolicy(20, 0));
        assertThat(usefulConsumers(sixteen)).as("for the 4 that may go").isEqualTo(1);
        sixteen.update("orders", config -> Wishes.deliveryPolicy(0, 33));
        assertThat(usefulConsumers(sixteen)).as("for the 17 that may go").isEqualTo(2);
        sixteen.update("orders", config -> Wishes.deliveryPolicy(0, 16));
        assertThat(usefulConsumers(sixteen)).as("for nothing").isZero();
    }

    @Test
    void keyOfWhichSomethingWaitsForTokensTellsForWhich() {
        rig.set("throttle:slow:rate", "1");
        Scheduling slow = new Scheduling("a", 1, List.of("slow"));
        rig.enqueue("orders", slow, "1");
        rig.enqueue("orders", slow, "2");
        rig.enqueue("orders", "b", "3");
        rig.consume("orders", 3);

        QueueCloseUp closeUp = observe(new Focus(new QueueName("orders"), List.of("a", "b")))
                .closeUps()
                .getFirst();

        assertThat(closeUp.keys()).extracting(KeyGauge::key).containsExactly("a", "b");
        assertThat(closeUp.keys()).extracting(KeyGauge::waitsFor).containsExactly("slow", "");
        assertThat(closeUp.keys()).extracting(KeyGauge::inFlight).containsExactly(1L, 1L);
        assertThat(closeUp.consumers()).hasSize(1);
    }

    private static long usefulConsumers(Rig rig) {
        return rig.<BrokerGauges>ask(reply -> new Command.Observe(List.of(), reply)).value().queues().stream()
                .filter(queue -> queue.name().equals(new QueueName("orders")))
                .findFirst()
                .orElseThrow()
                .usefulConsumers();
    }

    private QueueGauges gauges() {
        return observe().queues().getFirst();
    }

    private BrokerGauges observe(Focus... focus) {
        return rig.<BrokerGauges>ask(reply -> new Command.Observe(List.of(focus), reply))
                .value();
    }

    @Test
    void bucketsThatSomebodySetAreToldAndNotThoseOfAHold() {
        rig.set("throttle.slow", "2,4");
        rig.enqueue("orders", new Scheduling("a", 1, List.of("held", "slow")), "1");
        Rig.Receiver consumer = rig.consume("orders", 1);
        long hour = Duration.ofHours(1).toNanos();
        rig.nack("orders", consumer.last().envelope().id(), new NackReason("busy", hour, "held"))
                .value();
        rig.advance(Duration.ofMillis(250));

        assertThat(observe().buckets()).containsExactly(new BucketGauge("slow", 3.5, 2, 4, 0));
    }
}
