package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.hook.FailureDecision;
import io.fila.core.journal.Effect;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedriveTest {
    private final Rig rig = new Rig(new BrokerSettings(100, 4, Rig.LITTLE_MEMORY));

    /** A queue whose messages have all been buried, in the order of their payloads. */
    private void bury(String onEnqueue, int messages) {
        rig.onFailure = failure -> new FailureDecision.Bury();
        rig.create(
                "orders",
                new QueueConfig(
                        Duration.ofSeconds(30), onEnqueue, "script", 0, ScriptFallback.DEFAULTS, Duration.ZERO, 0));
        for (int i = 0; i < messages; i++) {
            rig.enqueue("orders", "k" + i % 3, "m" + i);
        }
        Rig.Receiver consumer = rig.consume("orders", messages);
        List<Delivery> received = new ArrayList<>(consumer.received);
        received.sort((a, b) -> a.envelope().id().compareTo(b.envelope().id()));
        received.forEach(
                delivery -> rig.nack("orders", delivery.envelope().id()).value());
        consumer.detach();
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(messages);
    }

    @Test
    void deadLettersAreFoundAmongMessagesOfManyThrottles() {
        rig.create("orders.dlq");
        for (int i = 0; i < 2 * Limits.LANES_PER_FLOW; i++) {
            rig.enqueue("orders.dlq", new Scheduling(Scheduling.DEFAULT_KEY, 1, List.of("limit-" + i)), "sent there");
        }
        rig.onFailure = failure -> new FailureDecision.Bury();
        rig.create(
                "orders",
                new QueueConfig(Duration.ofSeconds(30), "", "script", 0, ScriptFallback.DEFAULTS, Duration.ZERO, 0));
        rig.enqueue("orders", "a", "failed");
        Rig.Receiver consumer = rig.consume("orders", 1);
        rig.nack("orders", consumer.last().envelope().id()).value();

        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(1);

        consumer.grant(1);
        assertThat(consumer.payloads()).containsExactly("failed", "failed");
    }

    @Test
    void oldestDeadLettersGoBackFirstAndStartOver() {
        bury("", 30);

        int first = rig.redrive("orders.dlq", 10).value();
        assertThat(first).isPositive();
        assertThat(first + rig.redrive("orders.dlq", 10 - first).value()).isEqualTo(10);

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(20);
        Rig.Receiver consumer = rig.consume("orders", 100);
        assertThat(consumer.payloads())
                .containsExactlyInAnyOrder("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9");
        assertThat(consumer.received).allSatisfy(delivery -> {
            assertThat(delivery.attempts()).isZero();
            assertThat(delivery.envelope().deadLetter()).isNull();
        });
    }

    @Test
    void stepsMoveEverythingHoweverMuchIsOnDisk() {
        bury("", 100);
        int moved = 0;
        int step = rig.redrive("orders.dlq", 7).value();
        while (step > 0) {
            moved += step;
            step = rig.redrive("orders.dlq", 7).value();
        }

        assertThat(moved).isEqualTo(100);
        assertThat(rig.stats("orders").depth()).isEqualTo(100);
        assertThat(rig.stats("orders.dlq").depth()).isZero();
        assertThat(rig.consume("orders", 200).payloads()).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void deadLetterThatItsScriptDoesNotTakeBackStaysAndTheOthersGo() {
        bury("script", 6);
        rig.onEnqueue = before -> before.fairnessKey().equals("k0") ? null : before;

        assertThat(rig.redrive("orders.dlq", 6).value()).isEqualTo(4);

        assertThat(rig.consume("orders", 10).payloads()).containsExactlyInAnyOrder("m1", "m2", "m4", "m5");
        assertThat(rig.redrive("orders.dlq", 6).value()).isZero();
        assertThat(rig.consume("orders.dlq", 10).payloads()).containsExactly("m0", "m3");
    }

    @Test
    void onEnqueueDecidesAgain() {
        rig.onEnqueue = before -> new Scheduling("again", 7, List.of("limit"));
        bury("script", 3);

        rig.redrive("orders.dlq", 3).value();

        assertThat(rig.consume("orders", 10).received)
                .hasSize(3)
                .allSatisfy(delivery -> assertThat(delivery.envelope().scheduling())
                        .isEqualTo(new Scheduling("again", 7, List.of("limit"))));
    }

    @Test
    void leasedDeadLettersStay() {
        bury("", 5);
        rig.consume("orders.dlq", 2);

        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(3);
        assertThat(rig.stats("orders.dlq").inFlight()).isEqualTo(2);
    }

    @Test
    void crashWhileTheScriptDecidesLeavesEverythingWhereItWas() {
        bury("script", 5);
        Turn turn = rig.turn(List.of(new Command.Redrive(new QueueName("orders.dlq"), 5, new Rig.Answer<>())));
        assertThat(turn.effects()).isNotEmpty();
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(5);

        rig.restart();

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(5);
        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(5);
        assertThat(rig.consume("orders", 10).received).hasSize(5);
    }

    @Test
    void sourceThatIsGoneIsSaidSo() {
        rig.create("orders.dlq");
        rig.enqueue("orders.dlq", "a", "m");

        Refusal refusal = rig.redrive("orders.dlq", 1).refusal();

        assertThat(refusal.code()).isEqualTo(Refusal.Code.FAILED_PRECONDITION);
        assertThat(refusal.sentence()).contains("\"orders\"");
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
    }

    @Test
    void sourceDeletedWhileTheScriptDecidesLeavesTheLettersInOrder() {
        rig.create("orders.dlq");
        bury("script", 6);
        Rig.Answer<Integer> first = new Rig.Answer<>();
        Rig.Answer<Integer> second = new Rig.Answer<>();
        Effect.AskOnEnqueue asked = redriveUntilTheScriptIsAsked(3, first);
        Effect.AskOnEnqueue askedNext = redriveUntilTheScriptIsAsked(2, second);
        rig.delete("orders");

        rig.run(answer(asked));
        rig.run(answer(askedNext));

        assertThat(first.refusal().code()).isEqualTo(Refusal.Code.FAILED_PRECONDITION);
        assertThat(second.refusal().code()).isEqualTo(Refusal.Code.FAILED_PRECONDITION);
        assertThat(rig.consume("orders.dlq", 10).payloads()).containsExactly("m0", "m1", "m2", "m3", "m4", "m5");
    }

    @Test
    void lettersThatCouldNotGoBackReachAWaitingConsumerAtOnce() {
        rig.create("orders.dlq");
        bury("script", 2);
        Effect.AskOnEnqueue asked = redriveUntilTheScriptIsAsked(2, new Rig.Answer<>());
        Rig.Receiver consumer = rig.consume("orders.dlq", 10);
        assertThat(consumer.received).isEmpty();
        rig.delete("orders");

        rig.run(answer(asked));

        assertThat(consumer.payloads()).containsExactly("m0", "m1");
    }

    @Test
    void lettersThatCouldNotGoBackPassOthersOfTheirKeyThatWaitForTokens() {
        rig.create("orders.dlq");
        rig.set("throttle:closed:rate", "0").value();
        bury("script", 1);
        Effect.AskOnEnqueue asked = redriveUntilTheScriptIsAsked(1, new Rig.Answer<>());
        Scheduling limited = new Scheduling(Scheduling.DEFAULT_KEY, 1, List.of("closed"));
        rig.enqueue("orders.dlq", limited, "takes the only token").value();
        rig.enqueue("orders.dlq", limited, "waits").value();
        Rig.Receiver consumer = rig.consume("orders.dlq", 10);
        assertThat(consumer.payloads()).containsExactly("takes the only token");
        rig.delete("orders");

        rig.run(answer(asked));

        assertThat(consumer.payloads()).containsExactly("takes the only token", "m0");
    }

    private Effect.AskOnEnqueue redriveUntilTheScriptIsAsked(int limit, Rig.Answer<Integer> moved) {
        Turn turn = rig.turn(List.of(new Command.Redrive(new QueueName("orders.dlq"), limit, moved)));
        return (Effect.AskOnEnqueue) turn.effects().stream()
                .filter(effect -> effect instanceof Effect.AskOnEnqueue)
                .findFirst()
                .orElseThrow();
    }

    private static Command answer(Effect.AskOnEnqueue asked) {
        return new Command.RedriveDecided(
                asked.deadLetters(),
                asked.candidates().stream()
                        .map(candidate -> new Command.Redriven(candidate.id(), candidate.before()))
                        .toList(),
                asked.reply());
    }

    @Test
    void dedupKeyOfAMessageSentToTheDeadLetterQueueIsFreeWhenItHasGoneBack() {
        rig.create("orders");
        EnqueueOptions options = new EnqueueOptions(0, 0, 0, "once");
        rig.offer("orders.dlq", Scheduling.DEFAULT_KEY, options, "first").value();

        rig.redrive("orders.dlq", 1).value();

        assertThat(rig.offer("orders.dlq", Scheduling.DEFAULT_KEY, options, "second")
                        .value()
                        .outcome())
                .isEqualTo(Accepted.Outcome.STORED);
    }

    @Test
    void onlyADeadLetterQueueCanBeRedriven() {
        rig.create("orders");

        assertThat(rig.redrive("orders", 1).refusal().code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        assertThat(rig.redrive("nowhere.dlq", 1).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }

    @Test
    void bodiesOfRedrivenMessagesDoNotTakeUpMemoryForEver() {
        rig.create("orders");
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 10; i++) {
                rig.enqueue("orders.dlq", Scheduling.DEFAULT_KEY, "eight by");
            }
            while (rig.redrive("orders.dlq", 10).value() > 0) {
                assertThat(rig.stats("orders").depth()).isPositive();
            }
            Rig.Receiver consumer = rig.consume("orders", 100);
            assertThat(consumer.received).hasSize(10);
            consumer.detach();
        }

        rig.enqueue("orders", "a", "fits");

        assertThat(rig.consume("orders", 1).last().body()).isNotNull();
    }

    @Test
    void redriveThatWaitsForTheDiskIsToldThatItsQueueIsGone() {
        QueueName deadLetters = new QueueName("orders.dlq");
        bury("", 2);
        rig.restart();
        Rig.Answer<Integer> moved = new Rig.Answer<>();

        rig.turn(List.of(
                new Command.Redrive(deadLetters, 10, moved), new Command.DeleteQueue(deadLetters, new Rig.Answer<>())));

        assertThat(moved.refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }
}
