package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.message.Scheduling.Fallback;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that their queue's script did not schedule. */
final class ScriptFallbackTest {
    private static final Scheduling ASKED = new Scheduling("asked", 7, List.of());

    private final Rig rig = new Rig();
    private long nextId = 1000;

    private Rig.Answer<Accepted> bury(String queue, String dedupKey) {
        Body body = new Body("m".getBytes(StandardCharsets.UTF_8));
        MessageId id = new MessageId(7, nextId++);
        return rig.ask(reply ->
                new Command.EnqueueDeadLetter(new QueueName(queue), id, ASKED, dedupKey, "no tenant", body, reply));
    }

    @Test
    void messageTakenByAFallbackIsMarked() {
        rig.create("orders");
        rig.enqueue("orders", Scheduling.DEFAULT.by(Fallback.DEFAULTS), "one");
        rig.enqueue("orders", "a", "two");

        rig.restart();

        assertThat(rig.consume("orders", 10).received)
                .extracting(delivery -> delivery.envelope().scheduling().fallback())
                .containsExactlyInAnyOrder(Fallback.DEFAULTS, Fallback.NONE);
    }

    @Test
    void deadLettersAndMessagesTakenByAFallbackAreCounted() {
        rig.create("orders");
        rig.enqueue("orders", Scheduling.DEFAULT.by(Fallback.LAST_GOOD), "one");
        rig.enqueue("orders", "a", "two");
        bury("orders", "");

        assertThat(rig.stats("orders").doings().fallbacks()).isEqualTo(2);
    }

    @Test
    void messageItsScriptDidNotScheduleIsADeadLetterAtOnce() {
        rig.create("orders");

        MessageId id = Wishes.stored(bury("orders", "").value());

        assertThat(rig.stats("orders").depth()).isZero();
        rig.restart();
        Rig.Receiver consumer = rig.consume("orders.dlq", 10);
        assertThat(consumer.last().envelope().id()).isEqualTo(id);
        assertThat(consumer.last().attempts()).isZero();
        DeadLetter death = consumer.last().envelope().deadLetter();
        assertThat(death).isNotNull();
        assertThat(death.reason()).isEqualTo("no tenant");
        assertThat(death.sourceQueue()).isEqualTo("orders");
    }

    @Test
    void redriveGivesItWhatItsProducerAskedFor() {
        rig.create("orders");
        bury("orders", "").value();

        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(1);

        assertThat(rig.consume("orders", 10).last().envelope().scheduling()).isEqualTo(ASKED);
    }

    @Test
    void deadLetterQueueThatWasDeletedIsMadeAgain() {
        rig.create("orders");
        rig.delete("orders.dlq").value();

        bury("orders", "").value();

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
    }

    @Test
    void fullDeadLetterQueueRefusesAndNobodyGoesForIt() {
        rig.create("orders");
        rig.update(
                "orders.dlq",
                config -> config.with(Wishes.capacity(1, Overflow.DROP_OLDEST).capacity()));
        bury("orders", "").value();

        assertThat(bury("orders", "").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
        assertThat(rig.stats("orders").doings().fallbacks()).isEqualTo(1);
    }

    @Test
    void duplicateOfALivingMessageIsOne() {
        rig.create("orders");
        MessageId first = Wishes.stored(
                rig.offer("orders", "a", Wishes.dedup("once"), "one").value());

        assertThat(bury("orders", "once").value()).isEqualTo(Accepted.duplicateOf(first));
        assertThat(rig.stats("orders.dlq").depth()).isZero();
    }

    @Test
    void unknownQueueHasNoDeadLetters() {
        assertThat(bury("nowhere", "").refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }
}
