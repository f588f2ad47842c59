package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.QueueConfig;
import io.fila.core.reply.Refusal;
import io.fila.core.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class FairDeliveryTest {
    private static Map<String, Integer> shares(Rig.Receiver consumer) {
        Map<String, Integer> counts = new TreeMap<>();
        consumer.keys().forEach(key -> counts.merge(key, 1, Integer::sum));
        return counts;
    }

    @Test
    void threeEqualTenantsGetAThirdEachHoweverUnequalTheirBacklogs() {
        Rig rig = new Rig(new BrokerSettings(10, 0, Limits.defaults()));
        rig.create("orders");
        for (int i = 0; i < 1000; i++) {
            rig.enqueue("orders", "noisy", "n" + i);
        }
        for (int i = 0; i < 100; i++) {
            rig.enqueue("orders", "quiet", "q" + i);
            rig.enqueue("orders", "third", "t" + i);
        }

        Rig.Receiver consumer = rig.consume("orders", 300);

        assertThat(shares(consumer)).isEqualTo(Map.of("noisy", 100, "quiet", 100, "third", 100));
    }

    @Test
    void tenThousandMessagesOfSixTenantsAreSharedExactly() {
        Rig rig = new Rig(new BrokerSettings(100, 4, Limits.defaults()));
        rig.create("orders");
        for (int i = 0; i < 10_000; i++) {
            int tenant = i % 6;
            Scheduling scheduling = new Scheduling("tenant" + tenant, tenant == 5 ? 5 : 1, List.of());
            rig.enqueue("orders", scheduling, "m" + i);
        }

        Rig.Receiver consumer = rig.consume("orders", 3000);

        assertThat(shares(consumer))
                .isEqualTo(Map.of(
                        "tenant0", 300, "tenant1", 300, "tenant2", 300, "tenant3", 300, "tenant4", 300, "tenant5",
                        1500));
        consumer.grant(10_000);
        assertThat(consumer.received).hasSize(10_000);
        assertThat(consumer.payloads()).doesNotHaveDuplicates();
    }

    @Test
    void messagesOfATenantThatAskAlikeShareWhatTheyAsk() {
        Rig rig = new Rig();
        rig.create("orders");
        for (int i = 0; i < 3; i++) {
            rig.enqueue("orders", new Scheduling(String.valueOf(new char[] {'a'}), 2, List.of("throttle")), "m" + i);
        }
        rig.enqueue("orders", new Scheduling("a", 2, List.of()), "other");

        List<Scheduling> asked = rig.consume("orders", 4).received.stream()
                .map(delivery -> delivery.envelope().scheduling())
                .toList();

        assertThat(asked.get(2)).isSameAs(asked.get(1)).isEqualTo(asked.get(0));
        assertThat(asked.get(3)).isEqualTo(new Scheduling("a", 2, List.of()));
    }

    @Test
    void newWeightAppliesToTheBacklogThatIsAlreadyThere() {
        Rig rig = new Rig(new BrokerSettings(1, 0, Limits.defaults()));
        rig.create("orders");
        for (int i = 0; i < 100; i++) {
            rig.enqueue("orders", "a", "a" + i);
            rig.enqueue("orders", "b", "b" + i);
        }

        rig.enqueue("orders", new Scheduling("a", 3, List.of()), "heavier");
        Rig.Receiver consumer = rig.consume("orders", 40);

        assertThat(shares(consumer)).isEqualTo(Map.of("a", 30, "b", 10));
    }

    @Test
    void consumersOfOneQueueTakeTurns() {
        Rig rig = new Rig();
        rig.create("orders");
        Rig.Receiver first = rig.consume("orders", 100);
        Rig.Receiver second = rig.consume("orders", 100);
        Rig.Receiver full = rig.consume("orders", 1);

        for (int i = 0; i < 21; i++) {
            rig.enqueue("orders", "a", "m" + i);
        }

        assertThat(full.received).hasSize(1);
        assertThat(first.received).hasSize(10);
        assertThat(second.received).hasSize(10);
    }

    @Test
    void queuesTakeTurnsWhenTheyAllHaveWork() {
        Limits limits = Limits.defaults()
                .but()
                .queues(10)
                .flows(10)
                .inFlightPerQueue(1000)
                .inFlightPerConsumer(1000)
                .windowPerLane(512)
                .headsInMemory(20_000)
                .bodyBytesInMemory(1 << 20)
                .commandsPerTurn(100)
                .deliveriesPerTurn(512)
                .timersPerTurn(100)
                .pagesInFlight(4)
                .limits();
        Rig rig = new Rig(new BrokerSettings(1000, 4, limits));
        rig.create("one");
        rig.create("two");
        for (int i = 0; i < 600; i++) {
            rig.enqueue("one", "a", "m" + i);
            rig.enqueue("two", "a", "m" + i);
        }
        Rig.Receiver one = rig.new Receiver("one");
        Rig.Receiver two = rig.new Receiver("two");

        Turn turn = rig.turn(List.of(one.attach(600), two.attach(600)));

        assertThat(turn.workLeft()).isTrue();
        assertThat(one.received).hasSize(256);
        assertThat(two.received).hasSize(256);
    }

    @Test
    void weightOfNothingCountsAsOne() {
        Rig rig = new Rig();
        rig.create("orders");
        rig.enqueue("orders", new Scheduling("a", 0, List.of()), "one");
        rig.enqueue("orders", new Scheduling("b", Long.MAX_VALUE, List.of()), "two");
        rig.enqueue("orders", new Scheduling("a", -5, List.of()), "three");

        assertThat(rig.consume("orders", 10).payloads()).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    void idleTenantsAreForgottenThoughTheRoundIsLong() {
        int tenants = 15_000;
        Limits limits = Limits.defaults()
                .but()
                .queues(10)
                .flows(12_000)
                .inFlightPerQueue(100_000)
                .inFlightPerConsumer(100_000)
                .windowPerLane(512)
                .headsInMemory(200_000)
                .bodyBytesInMemory(1 << 20)
                .commandsPerTurn(1000)
                .deliveriesPerTurn(1000)
                .timersPerTurn(1000)
                .pagesInFlight(4)
                .limits();
        Rig rig = new Rig(new BrokerSettings(1_000_000, 4, limits));
        rig.create("orders");
        for (int i = 0; i < 2 * tenants; i++) {
            rig.enqueue("orders", "heavy", "x");
        }
        Rig.Receiver consumer = rig.consume("orders", 0);

        for (int tenant = 0; tenant < tenants; tenant++) {
            MessageId id = rig.enqueue("orders", "tenant" + tenant, "x").value();
            consumer.grant(2);
            consumer.received.forEach(
                    delivery -> rig.ack("orders", delivery.envelope().id()));
            consumer.received.clear();
            assertThat(rig.ack("orders", id).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
        }
    }

    @Test
    void roundIsAsLongAsWhatTheQueueMayStillHaveOutAllows() {
        Rig rig = new Rig(new BrokerSettings(10, 0, Limits.defaults()));
        rig.create("orders", QueueConfig.DEFAULT.with(new DeliveryPolicy(4, 0, 0, -1)));
        Rig.Receiver consumer = rig.consume("orders", 100);
        rig.enqueue("orders", "held", "h1");
        rig.enqueue("orders", "held", "h2");
        rig.pause("orders", "", true);
        for (int i = 0; i < 4; i++) {
            rig.enqueue("orders", "a", "a" + i);
            rig.enqueue("orders", "b", "b" + i);
        }

        rig.pause("orders", "", false);

        assertThat(consumer.keys()).containsExactly("held", "held", "a", "b");
    }
}
