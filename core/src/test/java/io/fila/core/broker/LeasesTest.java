package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Leases by name, and those that last longer. */
final class LeasesTest {
    private static final QueueName ORDERS = new QueueName("orders");

    private final Rig rig = new Rig();

    @Test
    void ackOfAStaleLeaseDoesNotHitTheNextOne() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 10);
        long stale = receiver.last().leaseId();
        rig.advance(Duration.ofSeconds(31));
        long current = receiver.last().leaseId();
        assertThat(current).isNotEqualTo(stale);

        assertThat(rig.ack("orders", id, stale).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
        rig.restart();
        rig.ack("orders", id, current).value();
    }

    @Test
    void extendedLeaseLastsLongerAlsoAcrossARestart() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 1);
        rig.advance(Duration.ofSeconds(20));
        long deadline = rig.<Long>ask(reply -> new Command.Extend(
                        ORDERS,
                        id,
                        receiver.last().leaseId(),
                        Duration.ofHours(1).toNanos(),
                        reply))
                .value();
        assertThat(deadline - receiver.last().leasedAtNanos())
                .isEqualTo(Duration.ofHours(1).plusSeconds(20).toNanos());
        rig.restart();

        rig.advance(Duration.ofMinutes(59));
        assertThat(rig.stats("orders").inFlight()).isEqualTo(1);
        rig.advance(Duration.ofMinutes(2));
        assertThat(rig.stats("orders").inFlight()).isZero();
    }
}
