package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.EnqueueOptions;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.record.Snapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** All that must be known again. */
final class RestartTest {
    private final Rig rig = new Rig();

    @Test
    void everythingIsKnownAgainAfterARestart() {
        rig.create("orders", Wishes.capacity(100, Overflow.REJECT).with(new DeliveryPolicy(0, 3, 10, 0)));
        rig.offer("orders", "a", Wishes.dedup("k1"), "one");
        rig.offer("orders", "b", new EnqueueOptions(0, 0, Duration.ofHours(1).toNanos(), "k2"), "two");
        rig.offer("orders", "b", Wishes.IN_AN_HOUR, "three");
        rig.pause("orders", "c", true);
        rig.consume("orders", 1).detach();
        Snapshot before = rig.snapshot();

        rig.restart();

        assertThat(rig.snapshot()).isEqualTo(before);
    }
}
