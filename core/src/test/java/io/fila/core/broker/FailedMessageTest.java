package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.journal.Effect;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Backoff;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueName;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class FailedMessageTest {
    private static final FailureDecision BURY = new FailureDecision.Bury();
    private final Rig rig = new Rig();

    private static QueueConfig config(String onFailure, int maxAttempts) {
        return new QueueConfig(
                Duration.ofSeconds(30), "", onFailure, maxAttempts, ScriptFallback.DEFAULTS, Duration.ZERO, 0);
    }

    private static FailureDecision retryAfter(Duration delay) {
        return new FailureDecision.Retry(delay);
    }

    @Test
    void scriptIsToldTheAttemptThatHasJustFailed() {
        List<Failure> asked = new ArrayList<>();
        rig.onFailure = failure -> {
            asked.add(failure);
            return FailureDecision.RETRY_AT_ONCE;
        };
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 10);

        rig.nack("orders", id).value();
        rig.nack("orders", id).value();

        assertThat(asked).containsExactly(new Failure(id, 1, "failed"), new Failure(id, 2, "failed"));
    }

    @Test
    void delayedRetryComesBackWhenItIsDueAndNotBefore() {
        rig.onFailure = failure -> retryAfter(Duration.ofMinutes(5));
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        Rig.Receiver consumer = rig.consume("orders", 10);

        rig.nack("orders", id).value();

        assertThat(rig.stats("orders").scheduled()).isEqualTo(1);
        assertThat(rig.stats("orders").depth()).isZero();
        rig.advance(Duration.ofMinutes(5).minusNanos(1));
        assertThat(consumer.received).hasSize(1);
        rig.advance(Duration.ofNanos(1));
        assertThat(consumer.received).hasSize(2);
        assertThat(consumer.last().attempts()).isEqualTo(1);
    }

    @Test
    void delayedRetrySurvivesARestart() {
        rig.onFailure = failure -> retryAfter(Duration.ofMinutes(5));
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 10);
        rig.nack("orders", id).value();
        Snapshot before = rig.snapshot();

        rig.restart();

        assertThat(rig.snapshot()).isEqualTo(before);
        Rig.Receiver consumer = rig.consume("orders", 10);
        rig.advance(Duration.ofMinutes(4));
        assertThat(consumer.received).isEmpty();
        rig.advance(Duration.ofMinutes(1));
        assertThat(consumer.payloads()).containsExactly("m");
    }

    @Test
    void buriedMessageIsInTheDeadLetterQueueWithItsStory() {
        rig.onFailure = failure -> BURY;
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "acme", "m").value();
        rig.consume("orders", 10);

        rig.nack("orders", id).value();

        Rig.Receiver mourner = rig.consume("orders.dlq", 10);
        assertThat(mourner.payloads()).containsExactly("m");
        assertThat(mourner.last().envelope().id()).isEqualTo(id);
        assertThat(mourner.last().envelope().fairnessKey()).isEqualTo("acme");
        assertThat(mourner.last().attempts()).isEqualTo(1);
        assertThat(Objects.requireNonNull(mourner.last().envelope().deadLetter()))
                .satisfies(death -> {
                    assertThat(death.reason()).isEqualTo("failed");
                    assertThat(death.sourceQueue()).isEqualTo("orders");
                });
        assertThat(rig.journal().messages()).isEqualTo(1);
        assertThat(rig.stats("orders").depth()).isZero();
    }

    @Test
    void messageThatFailsTooOftenIsBuriedWithoutAScript() {
        rig.create("orders", config("", 3));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 10);

        rig.nack("orders", id).value();
        rig.advance(Duration.ofMillis(100));
        rig.nack("orders", id).value();
        rig.advance(Duration.ofMillis(200));
        assertThat(rig.stats("orders.dlq").depth()).isZero();
        rig.nack("orders", id).value();

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
    }

    @Test
    void messageThatKillsItsConsumersIsBuriedToo() {
        rig.create("orders", config("", 2));
        rig.enqueue("orders", "a", "m");
        rig.consume("orders", 10);

        rig.advance(Duration.ofSeconds(30));
        rig.advance(Duration.ofSeconds(30));

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
        assertThat(rig.stats("orders").inFlight()).isZero();
    }

    @Test
    void deadLetterQueueTriesAgainForEver() {
        rig.onFailure = failure -> BURY;
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 10);
        rig.nack("orders", id).value();
        rig.consume("orders.dlq", 10);

        rig.nack("orders.dlq", id).value();
        rig.advance(Backoff.DEFAULT.longest());
        rig.nack("orders.dlq", id).value();
        rig.advance(Backoff.DEFAULT.longest());

        assertThat(rig.list()).hasSize(2);
        assertThat(rig.stats("orders.dlq").inFlight()).isEqualTo(1);
    }

    @Test
    void deletedDeadLetterQueueIsMadeAgainWhenNeeded() {
        rig.onFailure = failure -> BURY;
        rig.create("orders", config("script", 0));
        rig.delete("orders.dlq").value();
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 10);

        rig.nack("orders", id).value();

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
    }

    @Test
    void whileAScriptDecidesTheMessageCanNotBeNackedAgain() {
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 10);
        Rig.Answer<Done> first = new Rig.Answer<>();
        Turn turn = rig.turn(List.of(new Command.Nack(new QueueName("orders"), id, "x", first)));
        Effect.AskOnFailure asked = (Effect.AskOnFailure) turn.effects().getFirst();

        assertThat(rig.nack("orders", id).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);

        rig.run(new Command.FailureDecided(asked.queueId(), asked.queue(), asked.failure(), BURY, asked.reply()));
        first.value();
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
    }

    @Test
    void decisionThatComesAfterTheLeaseHasEndedIsRefused() {
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 10);
        Rig.Answer<Done> nacked = new Rig.Answer<>();
        Turn turn = rig.turn(List.of(new Command.Nack(new QueueName("orders"), id, "x", nacked)));
        Effect.AskOnFailure asked = (Effect.AskOnFailure) turn.effects().getFirst();
        rig.advance(Duration.ofSeconds(30));

        rig.run(new Command.FailureDecided(asked.queueId(), asked.queue(), asked.failure(), BURY, asked.reply()));

        assertThat(nacked.refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
        assertThat(rig.stats("orders.dlq").depth()).isZero();
        assertThat(rig.stats("orders").inFlight()).isEqualTo(1);
    }

    @Test
    void delayedRetryBringsItsTenantsWeightBack() {
        rig.onFailure = failure -> retryAfter(Duration.ofMinutes(5));
        rig.create("orders", config("script", 0));
        MessageId id =
                rig.enqueue("orders", new Scheduling("a", 7, List.of()), "m").value();
        Rig.Receiver consumer = rig.consume("orders", 1);
        rig.nack("orders", id).value();
        consumer.detach();

        rig.advance(Duration.ofMinutes(5));

        assertThat(rig.stats("orders").keys())
                .singleElement()
                .satisfies(key -> assertThat(key.weight()).isEqualTo(7));
    }

    @Test
    void retriesThatCameDueWhileTheBrokerWasDownAreTakenUpAtOnce() {
        rig.onFailure = failure -> retryAfter(Duration.ofMinutes(5));
        rig.create("orders", config("script", 0));
        MessageId id = rig.enqueue("orders", "a", "m").value();
        rig.consume("orders", 1);
        rig.nack("orders", id).value();

        rig.clock(Duration.ofMinutes(6));
        rig.restart();

        assertThat(rig.consume("orders", 1).payloads()).containsExactly("m");
    }

    @Test
    void deadLettersWaitForNoThrottle() {
        rig.onFailure = failure -> BURY;
        rig.create("orders", config("script", 0));
        rig.set("throttle.api", "0,1").value();
        MessageId id = rig.enqueue("orders", new Scheduling("a", 1, List.of("api")), "m")
                .value();
        rig.consume("orders", 10);

        rig.nack("orders", id).value();

        assertThat(rig.stats("orders.dlq").throttles()).isEmpty();
        assertThat(rig.consume("orders.dlq", 1).payloads()).containsExactly("m");
    }
}
