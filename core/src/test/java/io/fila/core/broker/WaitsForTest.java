package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueStats.KeyStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.queue.WaitsFor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What statistics say a key waits for. */
final class WaitsForTest {
    private final Rig rig = new Rig();

    @Test
    void keyOfAQueueWithoutConsumersWaitsForOne() {
        rig.create("orders");
        rig.enqueue("orders", "a", "one");

        assertThat(key("a").waitsFor()).isEqualTo(WaitsFor.CONSUMER);
    }

    @Test
    void keyWaitsForAConsumerWithRoom() {
        rig.create("orders");
        rig.consume("orders", 1);
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "a", "two");

        assertThat(key("a").waitsFor()).isEqualTo(WaitsFor.CREDIT);
    }

    @Test
    void pausedQueueAndPausedKeyWaitForAnOperator() {
        rig.create("orders");
        rig.consume("orders", 10);
        rig.pause("orders", "a", true);
        rig.enqueue("orders", "a", "one");
        assertThat(key("a").waitsFor()).isEqualTo(WaitsFor.RESUME);
        assertThat(rig.list()).extracting(QueueSummary::paused).containsOnly(false);

        rig.pause("orders", "a", false);
        rig.pause("orders", "", true);
        rig.enqueue("orders", "b", "two");

        assertThat(key("b").waitsFor()).isEqualTo(WaitsFor.RESUME);
        assertThat(rig.list().getFirst().paused()).isTrue();
    }

    @Test
    void keyWaitsAtTheLimitOfItsQueueOrItsOwn() {
        rig.create("orders", Wishes.deliveryPolicy(2, 1));
        rig.consume("orders", 10);
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "a", "two");
        assertThat(key("a").waitsFor()).isEqualTo(WaitsFor.KEY_LIMIT);

        rig.enqueue("orders", "b", "three");

        assertThat(key("a").waitsFor()).isEqualTo(WaitsFor.QUEUE_LIMIT);
    }

    @Test
    void keyWaitsForTokensOfTheThrottleThatIsEmpty() {
        rig.create("orders");
        rig.set("throttle.plenty", "100,100").value();
        rig.set("throttle.api", "1,1").value();
        rig.consume("orders", 10);
        for (String payload : List.of("one", "two")) {
            rig.enqueue("orders", new Scheduling("a", 1, List.of("plenty", "api")), payload)
                    .value();
        }
        assertThat(key("a").waitsFor()).isEqualTo(WaitsFor.TOKENS);
        assertThat(key("a").throttleKey()).isEqualTo("api");

        rig.advance(Duration.ofSeconds(1));

        assertThat(rig.stats("orders").keys()).isEmpty();
    }

    private KeyStats key(String name) {
        return rig.stats("orders").keys().stream()
                .filter(key -> key.key().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
