package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.MessageMoved;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that wait for a moment. */
final class DelaysTest {
    private static final QueueName ORDERS = new QueueName("orders");

    private final Rig rig = new Rig();

    @Test
    void delayedMessageWaitsForItsMomentAndSurvivesARestart() {
        rig.create("orders", new QueueConfig(Duration.ofDays(1)));
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "later").value();
        rig.enqueue("orders", "a", "now");
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);

        rig.advance(Duration.ofMinutes(59));
        assertThat(receiver.payloads()).containsExactly("now");
        assertThat(rig.stats("orders").scheduled()).isEqualTo(1);

        rig.advance(Duration.ofMinutes(1));
        assertThat(receiver.payloads()).containsExactly("now", "later");
    }

    @Test
    void overdueMessagesAreReleasedInTheOrderOfTheirMomentsAndFreshOnesFlow() {
        rig.create("orders");
        for (int i = 0; i < 3000; i++) {
            rig.offer("orders", "late", Wishes.delay(Duration.ofSeconds(3000 - i)), Integer.toString(3000 - i));
        }
        rig.restart();
        rig.clock(Duration.ofHours(2));
        Rig.Receiver receiver = rig.consume("orders", 5000);
        rig.enqueue("orders", "fresh", "fresh");

        assertThat(receiver.payloads()).contains("fresh").hasSize(3001);
        assertThat(receiver.payloads().stream()
                        .filter(payload -> !payload.equals("fresh"))
                        .map(Integer::valueOf))
                .isSorted();
    }

    /** Late rather than early: nobody can tell whether the clock was wrong before or is wrong now. */
    @Test
    void clockThatWasSetBackBeforeARestartDelaysByAsMuchAndReleasesNothingEarly() {
        rig.create("orders");
        rig.offer("orders", "a", Wishes.delay(Duration.ofSeconds(3)), "soon").value();

        rig.clock(Duration.ofHours(-2));
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);

        rig.advance(Duration.ofHours(2).plusSeconds(3).minusNanos(1));
        assertThat(receiver.payloads()).isEmpty();
        rig.advance(Duration.ofNanos(1));
        assertThat(receiver.payloads()).containsExactly("soon");
    }

    @Test
    void numberOfMessagesThatIsPutRightIsRightOnDisk() {
        rig.create("orders");
        for (int i = 0; i < 5; i++) {
            rig.offer("orders", "a", Wishes.IN_AN_HOUR, Integer.toString(i));
        }
        rig.lose("orders", PlaceKind.SCHEDULED, 1, 3);
        rig.restart();
        rig.run();

        rig.restart();

        assertThat(rig.stats("orders").scheduled()).isEqualTo(3);
        assertThat(rig.reports()).hasSize(1);
    }

    @Test
    void messagesThatTheDiskHasLostAreToldOfAndNotWaitedFor() {
        rig.create("orders");
        for (int i = 0; i < 5; i++) {
            rig.offer("orders", "a", Wishes.IN_AN_HOUR, Integer.toString(i));
        }
        rig.lose("orders", PlaceKind.SCHEDULED, 1, 3);
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);

        assertThat(rig.stats("orders").scheduled()).isEqualTo(3);
        assertThat(rig.reports()).singleElement().asString().startsWith("Expected 5 messages of queue");
        rig.advance(Duration.ofHours(1));
        assertThat(receiver.payloads()).hasSize(3);

        rig.restart();
        assertThat(rig.stats("orders").scheduled()).isZero();
        assertThat(rig.reports()).hasSize(1);
    }

    @Test
    void weightOfADelayedMessageCountsWhenItJoinsTheLine() {
        rig.create("orders");
        Scheduling heavy = new Scheduling("a", 5, List.of());
        rig.<Accepted>ask(reply -> new Command.Enqueue(
                ORDERS, new MessageId(9, 9), heavy, Wishes.IN_AN_HOUR, new Body(new byte[0]), reply));
        rig.advance(Duration.ofHours(1));

        assertThat(rig.stats("orders").keys().getFirst().weight()).isEqualTo(5);
    }

    @Test
    void turnFiresNoMoreThanItsTimersHoweverManyQueuesHaveMessagesDue() {
        Rig small = new Rig(new BrokerSettings(
                10, 0, Limits.defaults().but().timersPerTurn(5).limits()));
        for (int queue = 0; queue < 10; queue++) {
            small.create("q" + queue);
            for (int i = 0; i < 10; i++) {
                small.offer("q" + queue, "a", Wishes.IN_AN_HOUR, "x").value();
            }
        }
        small.clock(Duration.ofHours(1));

        long moved = small.turn(List.of()).records().stream()
                .filter(MessageMoved.class::isInstance)
                .count();

        assertThat(moved).isBetween(1L, 5L);
        small.advance(Duration.ZERO);
        assertThat(small.stats("q0").depth()).isPositive();
    }
}
